import { basename } from 'node:path'
import { Command } from 'commander'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { commandContext, integerTo, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { checkFile, type FeedOptions, feedFile } from '../feed/feed.ts'
import type { BadLine } from '../feed/read-event.ts'
import type { Repeat } from '../feed/repeats.ts'
import { counters } from '../output/counters.ts'
import type { Terminal } from '../output/terminal.ts'

interface FeedFlags {
  check?: boolean
  rate?: number
  skipBad?: boolean
}

/** `tda feed`: validates events in a file and sends them to Kafka. */
export function feedCommand(terminal: Terminal): Command {
  const command = new Command('feed')
    .description('Validate events and send them to Kafka.')
    .argument('<file>', 'NDJSON file with one CloudEvent per line. Use - for standard input.')
    .option('--check', 'Only validate, without sending. Also report events that would not change anything.')
    .option(
      '--rate <events>',
      'Send at most this many events per second, from 1 to 99999, to avoid delays of other events.',
      integerTo(99_999),
    )
    .option('--skip-bad', 'Skip invalid lines and send the others. By default, the command stops.')
    .action(async (file: string, flags: FeedFlags, command: Command) => {
      if (flags.check) await check(terminal, file, command)
      else await feed(terminal, file, flags, command)
    })
  return withExamples(command, 'tda feed --check events.ndjson', 'tda feed events.ndjson --rate 500')
}

async function check(terminal: Terminal, file: string, command: Command): Promise<void> {
  const { print, isJson } = commandContext(terminal, command)
  const onRepeat = async (repeat: Repeat) => {
    const { line, reason, detail } = repeatOf(repeat)
    if (isJson) await print({ line, reason, detail })
    else terminal.tell(`line ${line}: changes nothing: ${detail}`)
  }
  const { good, bad, repeats } = await checkFile({ ...reporting(terminal, command), file, onRepeat })
  terminal.tell(`${good} good, ${bad} bad, ${repeats} that change nothing.`)
  if (bad > 0) throw new Error(bad === 1 ? '1 line is bad' : `${bad} lines are bad`)
}

function repeatOf({ line, version, earlierLine, earlierVersion }: Repeat) {
  if (version === null) return { line, reason: 'repeated', detail: `source and id are those of line ${earlierLine}` }
  const detail = `sourceversion ${version} is not above ${earlierVersion} in line ${earlierLine}`
  return { line, reason: 'not_newer', detail }
}

async function feed(
  terminal: Terminal,
  file: string,
  { rate, skipBad = false }: FeedFlags,
  command: Command,
): Promise<void> {
  const { print, recording, settings } = commandContext(terminal, command)
  const { records, bom } = topicTable(settings().KAFKA_TOPIC_PREFIX)
  const topics = { records: records.name, bom: bom.name }
  const { good, bad } = await recording('feed', async (record) => {
    const fed = counters<string>()
    const options = { ...reporting(terminal, command), file, topics, rate, skipBad }
    try {
      const onFed: FeedOptions['onFed'] = (events) => fed.add(events.map(({ organization }) => organization))
      return await askingKafka(settings(), () => feedFile(kafkaOf(settings()), { ...options, onFed }))
    } finally {
      for (const [organization, rows] of fed.counts())
        record({ organization, rows, parameters: { file: basename(file) } })
    }
  })
  terminal.tell(good === 1 ? 'Fed 1 event.' : `Fed ${good} events.`)
  await print({ fed: good, bad })
  if (bad > 0) throw new Error(bad === 1 ? '1 line is bad and was skipped' : `${bad} lines are bad and were skipped`)
}

/**
 * Returns a callback that reports bad lines: to people on standard error, with `--json` to scripts on standard output.
 */
function reporting(terminal: Terminal, command: Command) {
  const { print, isJson } = commandContext(terminal, command)
  return {
    async onBad(bad: BadLine) {
      if (isJson) await print(bad)
      else terminal.tell(`line ${bad.line}: ${bad.reason}: ${bad.detail}`)
    },
    onProgress: terminal.tell,
    signal: terminal.interruption(),
  }
}
