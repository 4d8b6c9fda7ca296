import { connectGraph, type Graph, type Run } from '../../cypher/connect.ts'
import { type RecordEvent, validateEvent } from '../../domain/events/decode-event.ts'
import { createMetrics } from '../../projector/metrics.ts'
import type { Claim } from '../../projector/partitions/advance.ts'
import { claimPartition } from '../../projector/partitions/claim-partition.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import { commit } from '../../projector/pipeline/commit.ts'
import { recordStream } from '../../projector/records/record-stream.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { boundTo, openDriver, type Statement, statementOf } from '../reads/bare-driver.ts'
import { eventsOf, type Phase, type Size } from '../report/sizes.ts'
import { respondAs } from '../worker.ts'
import { batchesOf } from './batches.ts'

export type BareWriter = {
  /** Applies the events of a size as the projector does, and keeps the statements. */
  record(task: Task): Promise<void>
  /** Runs recorded statements for another organization, first those of its first events, then those of later ones. */
  replay(task: Task): Promise<{ seconds: number }>
}

/** The recorded statements, and the organization for which they run. */
export interface Task {
  size: Size
  phase: Phase
  organization: string
}

const BATCH = 1000
const TOPIC_PARTITION = { topic: 'bench', partition: 0, owner: 'bench' }

const { driver, database } = openDriver(process.env)
// The first batches run on a cold server with slow transactions, but are not measured.
const graph = connectGraph(parseEnvironment(process.env), { writeTimeoutMs: 60_000 })
const [metrics, mutexOf, none] = [createMetrics(), createOrganizationMutex(), () => undefined]
const quiet = { debug: none, info: none, warn: none, error: none }
const recorded = new Map<string, Statement[][]>()

respondAs<BareWriter>({
  async record({ size, phase, organization }) {
    const { next, ...claim } = await claimAs(organization)
    const transactions: Statement[][] = []
    const recording = recordingInto(transactions)
    let at = next
    for (const events of batchesOf(decoded(size, phase, organization), BATCH)) {
      await apply(recording, claim, events, at)
      at += events.length
    }
    recorded.set(`${size.name} ${phase}`, transactions)
  },

  async replay({ size, phase, organization }) {
    await claimAs(organization)
    const transactions = (recorded.get(`${size.name} ${phase}`) ?? []).map((statements) =>
      statements.map((statement) => ({ text: statement.text, params: paramsFor(organization, statement) })),
    )
    const begun = performance.now()
    const session = driver.session({ database })
    for (const statements of transactions) {
      const tx = session.beginTransaction()
      for (const { text, params } of statements) await tx.run(text, params)
      await tx.commit()
    }
    await session.close()
    return { seconds: (performance.now() - begun) / 1000 }
  },
})

/** Claims partitions for a group of this organization, so that each transaction also advances an offset. */
async function claimAs(groupId: string) {
  const found = { clusterId: 'bench', topicId: 'bench', partitions: 1, logStart: 0, logEnd: Number.MAX_SAFE_INTEGER }
  const claimed = await claimPartition(graph, { groupId, ...TOPIC_PARTITION }, found, 1)
  if (claimed.outcome !== 'claimed') throw new Error(`The group ${groupId} could not be claimed`)
  return { ...claimed.claim, next: claimed.next }
}

function paramsFor(organization: string, statement: Statement): Record<string, unknown> {
  const { params } = boundTo(organization, statement)
  return { params: statement.binding === 'tenant' ? params : { ...params, groupId: organization } }
}

/** A graph that records the statements of each transaction. A retried transaction starts with an empty list. */
function recordingInto(transactions: Statement[][]): Graph {
  return {
    ...graph,
    async write(work) {
      let statements: Statement[] = []
      const result = await graph.write((run) => {
        statements = []
        const record: Run = (query, organization, params) => {
          statements.push(statementOf(query, params))
          return run(query, organization, params)
        }
        return work(record)
      })
      transactions.push(statements)
      return result
    },
  }
}

function* decoded(...parameters: Parameters<typeof eventsOf>): Generator<RecordEvent> {
  for (const { value } of eventsOf(...parameters)) {
    const result = validateEvent(value)
    if (result.outcome !== 'event') throw new Error('The generator made an event that the contract does not allow')
    yield result.event
  }
}

/** Commits events as the projector does, with one offset per event. */
async function apply(graph: Graph, claim: Claim, events: readonly RecordEvent[], from: number): Promise<void> {
  const entries = events.map((event, at) => ({
    event,
    record: { offset: from + at, timestamp: Date.parse(event.ingestedAt), key: null, value: null, headers: {} },
  }))
  const registered = new Set(events.map(({ organization }) => organization))
  const step = { from, to: from + events.length, entries, dead: [], ignored: 0, deferred: 0, purged: 0, registered }
  const context = { graph, metrics, log: quiet, mutexOf, publishDeadLetters: async () => undefined }
  await commit(context, recordStream, claim, step, await recordStream.plan(step, claim, () => true), () => true)
}
