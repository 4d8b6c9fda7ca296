import { Command } from 'commander'
import { countOwnProjected } from '../../cypher/records/drop-organization.ts'
import { listCredentials } from '../../cypher/system/credentials.ts'
import { hashOfKey } from '../../cypher/system/hash-of-key.ts'
import { findPurge } from '../../cypher/system/purge.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { type CommandContext, commandContext, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { findOrganization } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'
import { certificateOf } from './certificate.ts'
import { purgeOrganization } from './purge-organization.ts'
import { countDeadLetters } from './remove-dead-letters.ts'

interface Flags {
  dryRun?: boolean
  yes?: boolean
}

/** `tda organizations purge`: removes an organization and everything that is stored of it. */
export function purgeCommand(terminal: Terminal): Command {
  const command = new Command('purge')
    .description(
      'Delete an organization with its tokens, data, export files, and dead letters, and print a certificate in JSON. Its key can never be used again. This cannot be undone.',
    )
    .argument('<key>', 'Key of the organization.')
    .option('--dry-run', 'Only show what would be deleted.')
    .option('--yes', 'Do not ask for confirmation. Required if there is no terminal.')
    .action(async (key: string, flags: Flags, command: Command) => {
      const context = commandContext(terminal, command)
      const plan = await planPurge(context, key)
      for (const line of planLines(key, plan)) terminal.tell(line)
      if (flags.dryRun) return context.print(plan)
      if (!flags.yes && !(await confirmed(terminal, key))) return
      await run(context, key)
    })
  return withExamples(
    command,
    'tda organizations purge quillmere --dry-run',
    'tda --json organizations purge quillmere --yes',
  )
}

/** What a purge would delete. `purgedAt` is set if a purge has begun before. */
interface Plan {
  purgedAt: string | null
  tokens: number
  entities: number
  publications: number
  sourceRecords: number
  deadLetters: number
}

function planPurge({ reading, settings }: CommandContext, key: string): Promise<Plan> {
  return reading(async (graph) => {
    const [begun] = await graph.read(findPurge, null, { hash: hashOfKey(key) })
    if (!begun) await findOrganization(graph, key)
    const credentials = await graph.read(listCredentials, null, { organization: key })
    const [counts] = await graph.read(countOwnProjected, key, {})
    const { entities = 0, publications = 0, sourceRecords = 0 } = counts ?? {}
    const deadLetters = await askingKafka(settings(), () => countDeadLetters(lettersOf(settings()), key))
    return {
      purgedAt: begun?.purgedAt ?? null,
      tokens: credentials.length,
      ...{ entities, publications, sourceRecords },
      deadLetters,
    }
  })
}

function lettersOf(settings: ReturnType<CommandContext['settings']>) {
  return { connection: kafkaOf(settings), topic: topicTable(settings.KAFKA_TOPIC_PREFIX).dlq.name }
}

function planLines(key: string, { purgedAt, tokens, entities, publications, sourceRecords, deadLetters }: Plan) {
  const data = `${entities} entities, ${publications} publications, ${sourceRecords} source records`
  return [
    ...(purgedAt === null ? [] : [`A purge of ${key} began on ${purgedAt}. It continues.`]),
    `${key} has ${tokens} tokens, ${data}, and ${deadLetters} dead letters. They are deleted, with all export files.`,
    'Its events stay in Kafka, and the projectors skip them. Its key can never be used again.',
  ]
}

async function confirmed(terminal: Terminal, key: string): Promise<boolean> {
  const isAgreed = await terminal.confirm(`Delete ${key} now? This cannot be undone.`)
  if (isAgreed === null)
    throw new Error('There is no terminal to ask for confirmation. Use --yes to delete, or --dry-run')
  if (!isAgreed) terminal.tell('Nothing was changed.')
  return isAgreed
}

async function run({ changing, settings, terminal, isJson }: CommandContext, key: string): Promise<void> {
  const { KAFKA_TOPIC_PREFIX, DATA_REGION: region } = settings()
  const certificate = await changing('organizations purge', (graph, record) =>
    askingKafka(settings(), async () => {
      const purged = await purgeOrganization(graph, key, {
        letters: lettersOf(settings()),
        now: terminal.now,
        onProgress: terminal.tell,
        onStep: ({ step, rows }) => record({ organization: key, rows, parameters: { step } }),
        signal: terminal.interruption(),
      })
      return certificateOf(kafkaOf(settings()), topicTable(KAFKA_TOPIC_PREFIX), { key, region, purged })
    }),
  )
  await terminal.print(JSON.stringify(certificate, null, isJson ? undefined : 2))
}
