import { basename } from 'node:path'
import { Command, Option } from 'commander'
import type { Graph } from '../../cypher/connect.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { commandContext, integerTo, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { awaitProcessed } from '../feed/await-processed.ts'
import { runCheck } from '../feed/checks/check-command.ts'
import type { Checked } from '../feed/checks/check-file.ts'
import { reportsBeforeSending } from '../feed/checks/reports-before-sending.ts'
import { ConfirmedEvents } from '../feed/confirmed-events.ts'
import { type FeedOptions, feedFile } from '../feed/feed.ts'
import { countCounted, endOffsetsOf, findRejections, type Rejections } from '../feed/find-rejections.ts'
import { counters } from '../output/counters.ts'
import type { Terminal } from '../output/terminal.ts'

interface FeedFlags {
  check?: boolean
  rate?: number
  skipBad?: boolean
  wait?: boolean
}

/** `tda feed`: validates events in a file and sends them to Kafka. */
export function feedCommand(terminal: Terminal): Command {
  const command = new Command('feed')
    .description('Validate events and send them to Kafka.')
    .argument('<file>', 'NDJSON file with one CloudEvent per line. Use - for standard input.')
    .option(
      '--check',
      'Only validate events and whole publications, without sending. Also report events that would not change anything.',
    )
    .option(
      '--rate <events>',
      'Send at most this many events per second, from 1 to 99999, to avoid delays of other events.',
      integerTo(99_999),
    )
    .option('--skip-bad', 'Skip invalid lines and send the others. By default, the command stops.')
    .addOption(
      new Option(
        '--wait',
        'Wait until the events are processed, and report the rejected ones. This also needs Neo4j.',
      ).conflicts('check'),
    )
    .action(async (file: string, flags: FeedFlags, command: Command) => {
      if (flags.check) await runCheck(terminal, file, flags, command)
      else if (flags.wait) await feedAndWait(terminal, file, flags, command)
      else await feed(terminal, file, flags, command)
    })
  return withExamples(
    command,
    'tda feed --check events.ndjson',
    'tda feed events.ndjson --rate 500',
    'tda feed events.ndjson --wait',
  )
}

async function feed(terminal: Terminal, file: string, flags: FeedFlags, command: Command): Promise<void> {
  const { print } = commandContext(terminal, command)
  const { good, bad } = await send(terminal, file, flags, command)
  await print({ fed: good, bad })
  if (bad > 0) throw new Error(skipped(bad))
}

/** Sends the events, waits until the projectors have processed them, and reports those that were rejected. */
async function feedAndWait(terminal: Terminal, file: string, flags: FeedFlags, command: Command): Promise<void> {
  const { print, reading } = commandContext(terminal, command)
  const work = (graph: Graph) => sendAndAwait(graph, terminal, file, flags, command)
  const { good, bad, rejections } = await reading(work)
  for (const one of rejections.first) {
    const { topic, partition, offset, reason, detail } = one
    await print(one, [`${topic} ${partition}:${offset}: ${reason}: ${detail}`])
  }
  const [rejected, processed] = [rejections.count, good - rejections.count]
  terminal.tell(`Processed ${processed === 1 ? '1 event' : `${processed} events`}, and rejected ${rejected}.`)
  await print({ fed: good, bad, processed, rejected })
  const failures = [...(rejected > 0 ? [refused(rejected)] : []), ...(bad > 0 ? [skipped(bad)] : [])]
  if (failures.length > 0) throw new Error(failures.join('. '))
}

async function sendAndAwait(
  graph: Graph,
  terminal: Terminal,
  file: string,
  flags: FeedFlags,
  command: Command,
): Promise<Checked & { rejections: Rejections }> {
  const settings = commandContext(terminal, command).settings()
  const connection = kafkaOf(settings)
  const { bom, dlq } = topicTable(settings.KAFKA_TOPIC_PREFIX)
  const before = await askingKafka(settings, () => endOffsetsOf(connection, dlq.name))
  const confirmed = new ConfirmedEvents()
  const counts = await send(terminal, file, flags, command, (written) => confirmed.add(written))
  const waiting = { groupId: settings.PROJECTOR_GROUP, onProgress: terminal.tell, signal: terminal.interruption() }
  await awaitProcessed(graph, confirmed, waiting)
  const rejections = await askingKafka(settings, () => findRejections(connection, dlq.name, before, confirmed))
  const counted = await countCounted(graph, counts.organizations, bom.name, confirmed)
  return { ...counts, rejections: { ...rejections, count: rejections.count + counted } }
}

async function send(
  terminal: Terminal,
  file: string,
  { rate, skipBad = false }: FeedFlags,
  command: Command,
  onWritten?: FeedOptions['onWritten'],
): Promise<Checked & { organizations: string[] }> {
  const { recording, settings } = commandContext(terminal, command)
  const fed = counters<string>()
  const { records, bom } = topicTable(settings().KAFKA_TOPIC_PREFIX)
  const topics = { records: records.name, bom: bom.name }
  const counts = await recording('feed', async (record) => {
    const options = {
      ...reportsBeforeSending(terminal, file, command),
      onProgress: terminal.tell,
      signal: terminal.interruption(),
      file,
      topics,
      rate,
      skipBad,
      ...(onWritten && { onWritten }),
    }
    try {
      const onFed: FeedOptions['onFed'] = (events) => fed.add(events.map(({ organization }) => organization))
      return await askingKafka(settings(), () => feedFile(kafkaOf(settings()), { ...options, onFed }))
    } finally {
      for (const [organization, rows] of fed.counts())
        record({ organization, rows, parameters: { file: basename(file) } })
    }
  })
  terminal.tell(counts.good === 1 ? 'Fed 1 event.' : `Fed ${counts.good} events.`)
  return { ...counts, organizations: [...fed.counts()].map(([organization]) => organization) }
}

function skipped(bad: number): string {
  return bad === 1 ? '1 line is bad and was skipped' : `${bad} lines are bad and were skipped`
}

function refused(rejected: number): string {
  const what = rejected === 1 ? '1 event was rejected' : `${rejected} events were rejected`
  return `${what}. Run \`tda dlq list\` to see the dead letters`
}
