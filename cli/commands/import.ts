import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import type { ImportFault } from '../../domain/imports/row.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import type { Mapping } from '../../schemas/imports/mapping.ts'
import { commandContext, integerTo, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { openInput } from '../feed/event-lines.ts'
import type { SendOptions } from '../feed/send-events.ts'
import { importBom } from '../import/bom/import-bom.ts'
import { faultText, MAX_REPORTED } from '../import/fault-report.ts'
import { importInitCommand } from '../import/init/init-command.ts'
import { readMapping } from '../import/read-mapping.ts'
import { type ImportCounts, type ImportOptions, importRecords } from '../import/records/import-records.ts'
import { readRows } from '../import/rows/read-rows.ts'
import { counters } from '../output/counters.ts'
import type { Terminal } from '../output/terminal.ts'

interface ImportFlags {
  mapping?: string
  check?: boolean
  full?: boolean
  partial?: boolean
  maxDelete: number
  resend?: boolean
  rate?: number
  skipBad?: boolean
}

const DEFAULT_MAX_DELETE = 10

/** `tda import`: makes events of the rows of a table, and sends those that the event log lacks. */
export function importCommand(terminal: Terminal): Command {
  const command = new Command('import')
    .description('Make events from the rows of a table, and send those that are new or changed.')
    .argument('[file]', 'CSV, NDJSON, or Debezium file. The default is standard input, which is also -.', '-')
    .option('--mapping <file>', 'YAML file that describes how columns become fields.')
    .option('--check', 'Only validate, without sending. Print the first events and all faults.')
    .option('--full', 'Treat the file as the whole table: delete records that it does not contain.')
    .option('--partial', 'Publish only the styles of a BOM file. All other styles stay as they are.')
    .option(
      '--max-delete <percent>',
      'Send nothing if --full would delete more of the records, or a BOM would lack more of the styles.',
      integerTo(100),
      DEFAULT_MAX_DELETE,
    )
    .option('--resend', 'Send all rows, including those that did not change.')
    .option('--rate <events>', 'Send at most this many events per second, from 1 to 99999.', integerTo(99_999))
    .option('--skip-bad', 'Skip rows with faults and send the others. By default, nothing is sent.')
    .action(async (file: string, flags: ImportFlags, command: Command) => {
      if (flags.mapping === undefined)
        throw new Error('Name the mapping with --mapping. To create one, use import init')
      if (flags.full && flags.skipBad)
        throw new Error('--full and --skip-bad exclude each other, because skipped rows would be deleted')
      if (flags.full && flags.partial)
        throw new Error('--full and --partial exclude each other, because one removes what the file lacks')
      await importFile(terminal, file, { ...flags, mapping: flags.mapping }, command)
    })
    .addCommand(importInitCommand(terminal))
  return withExamples(
    command,
    'tda import --mapping materials.yaml --check materials.csv',
    'tda import --mapping materials.yaml --full materials.csv',
    'tda import --mapping bom.yaml --partial changed-styles.csv',
  )
}

async function importFile(
  terminal: Terminal,
  file: string,
  flags: ImportFlags & { mapping: string },
  command: Command,
): Promise<void> {
  const { print, isJson } = commandContext(terminal, command)
  const read = readMapping(flags.mapping)
  if ('faults' in read) {
    for (const { line, setting, detail } of read.faults) {
      const fault = { line, column: null, value: null, field: setting, detail }
      if (isJson) await print({ file: flags.mapping, ...fault })
      else terminal.tell(`${basename(flags.mapping)}: ${faultText(fault)}`)
    }
    throw new Error(`The mapping ${flags.mapping} has ${counted(read.faults.length, 'fault')}`)
  }
  const { mapping, compiled } = read
  if (flags.full && mapping.input.format === 'debezium')
    throw new Error('--full is not for change events, because a file of changes lacks what did not change')
  if (flags.partial && mapping.type !== 'bom')
    throw new Error('--partial is only for a BOM. Records that the file lacks stay as they are without it')
  const signal = terminal.interruption()
  const options: ImportOptions = {
    rows: readRows(openInput(file, process.stdin, signal), mapping.input, compiled.columns),
    compiled,
    fileTime: fileTimeOf(file, terminal.now()),
    now: terminal.now(),
    isCheck: flags.check ?? false,
    isFull: flags.full ?? false,
    isPartial: flags.partial ?? false,
    maxDelete: flags.maxDelete,
    resend: flags.resend ?? false,
    skipBad: flags.skipBad ?? false,
    signal,
    ...reporting(terminal, command),
    send: (work) => sending(terminal, command, { file, flags, mapping }, work),
  }
  const counts = mapping.type === 'bom' ? await importBom(mapping, options) : await importRecords(mapping, options)
  await print(counts, [])
  terminal.tell(summaryOf(counts, options.isCheck))
  if (counts.faults > 0) {
    const faults = counted(counts.faults, 'fault')
    throw new Error(flags.skipBad && !flags.check ? `Rows with ${faults} were skipped` : `The file has ${faults}`)
  }
}

/** Returns callbacks that print faults and notes: up to a limit, so that a wrong delimiter does not fill the terminal. */
function reporting(terminal: Terminal, command: Command) {
  const { print, isJson } = commandContext(terminal, command)
  let reported = 0
  const isShown = () => {
    reported++
    if (reported === MAX_REPORTED + 1)
      terminal.tell(`More than ${MAX_REPORTED} faults and notes. The others are counted.`)
    return reported <= MAX_REPORTED
  }
  return {
    async onFault(fault: ImportFault) {
      if (!isShown()) return
      if (isJson) await print({ fault })
      else terminal.tell(faultText(fault))
    },
    async onNote(note: string) {
      if (!isShown()) return
      if (isJson) await print({ note })
      else terminal.tell(`note: ${note}`)
    },
    onEvent: (event: object) => print({ event }, [JSON.stringify(event)]),
    onProgress: terminal.tell,
  }
}

interface Sent {
  file: string
  flags: ImportFlags & { mapping: string }
  mapping: Mapping
}

/** Runs work that sends events, and audits how many were sent. */
async function sending<T>(
  terminal: Terminal,
  command: Command,
  { file, flags, mapping }: Sent,
  work: (connection: ReturnType<typeof kafkaOf>, options: SendOptions) => Promise<T>,
): Promise<T> {
  const { recording, settings } = commandContext(terminal, command)
  const { records, bom } = topicTable(settings().KAFKA_TOPIC_PREFIX)
  return recording('import', async (record) => {
    const sent = counters<string>()
    const options = {
      topics: { records: records.name, bom: bom.name },
      rate: flags.rate,
      onFed: (events: readonly { organization: string }[]) => sent.add(events.map(({ organization }) => organization)),
      onProgress: terminal.tell,
      signal: terminal.interruption(),
    }
    try {
      return await askingKafka(settings(), () => work(kafkaOf(settings()), options))
    } finally {
      const parameters = { file: basename(file), mapping: basename(flags.mapping), type: mapping.type }
      for (const [organization, rows] of sent.counts()) record({ organization, rows, parameters })
    }
  })
}

/** The time when a file was changed. Standard input has the time of the import. */
function fileTimeOf(file: string, now: Date): string {
  if (file === '-') return now.toISOString()
  const { mtime } = statSync(file, { throwIfNoEntry: false }) ?? { mtime: now }
  return (mtime < now ? mtime : now).toISOString()
}

function summaryOf({ rows, faults, created, changed, deleted, unchanged }: ImportCounts, isCheck: boolean): string {
  const read = `${counted(rows, 'row')}, ${counted(faults, 'fault')}.`
  if (isCheck) return `${read} Nothing was sent.`
  return `${read} Sent ${created} new, ${changed} changed, and ${deleted} deleted. ${unchanged} did not change.`
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
