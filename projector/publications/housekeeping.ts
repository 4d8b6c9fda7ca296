import * as publications from '../../cypher/bom/write-publications.ts'
import type { Graph, Run } from '../../cypher/connect.ts'
import { dropOldChanges } from '../../cypher/feed/write-feed.ts'
import {
  dropForgottenCounts,
  dropForgottenSources,
  dropOldDeadLetters,
  dropSurplusDeadLetters,
} from '../../cypher/ingest/write-ingest.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import { bomPartition } from '../../domain/events/bom-partition.ts'
import type { Log } from '../../kafka/log.ts'
import type { Producer } from '../../kafka/producer.ts'
import { type StoredSnapshot, storedSnapshot } from '../../schemas/stored/publication.ts'
import type { TextOf } from '../../schemas/stored/stored-document.ts'
import { reasonOf } from '../errors.ts'
import { createOrganizationMutex, type MutexOf } from '../partitions/organization-mutex.ts'
import { Poll } from '../poll.ts'
import { addRetired } from './notices.ts'

/**
 * A retired snapshot stays readable for cursors that were issued before. 24 h is their lifetime, and 10 min let the
 * last page finish.
 */
const GRACE_MS = 24 * 3_600_000 + 600_000
/** Longer than the timeout of one read. */
const READERS_END_MS = 5000
const DAY_MS = 86_400_000
/** The retention of the dead-letter topic. */
const DEAD_LETTER_DAYS = 30
/** Of each organization. */
const KEPT_DEAD_LETTERS = 10_000
const NODES_A_TRANSACTION = 2000
/** A document may be as large as an event. */
const DOCUMENTS_A_TRANSACTION = 200
const NOTICES_A_TRANSACTION = 100
/** Of each partition. */
const CHANGES_A_TRANSACTION = 200

export interface HousekeepingOptions {
  graph: Graph
  producer: Pick<Producer, 'send'>
  snapshotsTopic: string
  retentionDays: number
  changesRetentionDays: number
  /** How many dead letters of an organization are stored; default 10,000. */
  keptDeadLetters?: number
  /** Whether this BOM partition is assigned to this process. */
  everyMs: number
  bomPartitions: number
  /** Whether this process has the BOM partition now. */
  hasPartition(partition: number): boolean
  mutexOf: MutexOf
  now(): Date
  log: Log
}

/**
 * Does the periodic work on publications: sends waiting notices, deletes what publications have left behind, and
 * deletes snapshots, changes, and dead letters after their retention. All work is done in bounded transactions.
 * Repeating it, in this process or another, does no harm.
 */
export function createHousekeeping(options: HousekeepingOptions) {
  const { graph, log } = options
  const newest = new Map<string, { seq: number; since: number; isDropped: boolean }>()
  // Two concurrent rounds of one organization would send the same notices.
  const roundOf = createOrganizationMutex()
  const keep = (organization: string) => roundOf([organization])(() => keepNow(organization))

  async function keepNow(organization: string): Promise<void> {
    const { leftovers, seq, expired, purgeable, hasNotices } = await look(options, organization)
    for (const leftover of leftovers) await drop(options, organization, leftover)
    if (seq !== null) await dropClosedUses(organization, seq)
    for (const { snapshotId, doc } of expired) await retire(options, organization, snapshotId, doc)
    if (hasNotices || expired.length > 0) await sendNotices(options, organization)
    await purge(options, organization, purgeable)
  }

  /** Deletes the links that the newest publication has ended, after all reads that began before it have finished. */
  async function dropClosedUses(organization: string, seq: number): Promise<void> {
    const known = newest.get(organization)
    if (known?.seq !== seq) newest.set(organization, { seq, since: performance.now(), isDropped: false })
    else if (!known.isDropped && performance.now() - known.since > READERS_END_MS) {
      const params = { seq, limit: NODES_A_TRANSACTION }
      await drop(options, organization, (run) => run(publications.dropClosedUses, organization, params))
      known.isDropped = true
    }
  }

  async function keepAll(signal: AbortSignal): Promise<void> {
    const organizations = await graph.readFromLeader(listOrganizations, null, { keys: null })
    for (const { key } of organizations) {
      if (signal.aborted) return
      if (options.hasPartition(bomPartition(key, options.bomPartitions))) await keep(key)
    }
  }

  const warn = (error: unknown) => log.warn({ reason: reasonOf(error) }, 'housekeeping failed, will retry')
  const poll = new Poll(options.everyMs, keepAll, warn)

  return {
    /**
     * Runs after a publication of the organization has ended, and deletes what it left behind. What fails now is
     * deleted by a later round.
     */
    afterEnd: (organization: string): Promise<void> => keep(organization).catch(warn),
    stop: () => poll.stop(),
  }
}

/** Deletes some leftovers of one kind, and returns how many. */
type Leftover = (run: Run) => Promise<{ dropped: number }[]>

function leftoversOf(
  { now, keptDeadLetters, changesRetentionDays }: HousekeepingOptions,
  organization: string,
): Leftover[] {
  const limit = NODES_A_TRANSACTION
  const oldChanges = { before: now().getTime() - changesRetentionDays * DAY_MS, limit: CHANGES_A_TRANSACTION }
  const before = new Date(now().getTime() - DEAD_LETTER_DAYS * DAY_MS).toISOString()
  const kept = keptDeadLetters ?? KEPT_DEAD_LETTERS
  return [
    (run) => run(publications.dropStaged, organization, { limit: DOCUMENTS_A_TRANSACTION }),
    (run) => run(dropOldDeadLetters, organization, { before, limit }),
    (run) => run(dropSurplusDeadLetters, organization, { kept, limit }),
    (run) => run(dropForgottenSources, organization, { limit }),
    (run) => run(dropForgottenCounts, organization, { limit }),
    (run) => run(dropOldChanges, organization, oldChanges),
  ]
}

/** Reads the pending work of an organization in one transaction. Most of the time, most organizations have none. */
async function look(options: HousekeepingOptions, organization: string) {
  const { graph, mutexOf, retentionDays, now } = options
  const daysAgo = (ms: number) => new Date(now().getTime() - ms).toISOString()
  const all = leftoversOf(options, organization)
  return graph.write(
    async (run) => {
      const [dropped, [state], expired, purgeable, notices] = await Promise.all([
        Promise.all(all.map((leftover) => leftover(run))),
        run(publications.loadPublicationState, organization, {}),
        run(publications.listExpired, organization, { before: daysAgo(retentionDays * DAY_MS), limit: 1000 }),
        run(publications.listPurgeable, organization, { before: daysAgo(GRACE_MS) }),
        run(publications.listNotices, organization, { limit: 1 }),
      ])
      const leftovers = all.filter((_, at) => (dropped[at]?.[0]?.dropped ?? 0) > 0)
      return { leftovers, seq: state?.seq ?? null, expired, purgeable, hasNotices: notices.length > 0 }
    },
    mutexOf([organization]),
  )
}

async function drop({ graph, mutexOf }: HousekeepingOptions, organization: string, leftover: Leftover): Promise<void> {
  for (;;) {
    const [row] = await graph.write(leftover, mutexOf([organization]))
    if ((row?.dropped ?? 0) === 0) return
  }
}

/** Sends notices at least once: a notice is deleted only after the broker has confirmed it. */
async function sendNotices(
  { graph, producer, snapshotsTopic }: HousekeepingOptions,
  organization: string,
): Promise<void> {
  for (;;) {
    const notices = await graph.readFromLeader(publications.listNotices, organization, { limit: NOTICES_A_TRANSACTION })
    if (notices.length === 0) return
    const headers = { 'content-type': 'application/cloudevents+json' }
    await producer.send(notices.map(({ doc }) => ({ topic: snapshotsTopic, key: organization, value: doc, headers })))
    const ids = notices.map(({ id }) => id)
    await graph.write((run) => run(publications.deleteNotices, organization, { ids }))
  }
}

/** Excludes a snapshot from selection, and adds the notice of its retirement. */
async function retire(
  { graph, now }: HousekeepingOptions,
  organization: string,
  snapshotId: string,
  doc: TextOf<StoredSnapshot>,
): Promise<void> {
  const time = now().toISOString()
  await graph.write(async (run) => {
    const [retired] = await run(publications.retireSnapshot, organization, { snapshotId, now: time })
    if (!retired) return
    await addRetired(run, organization, storedSnapshot.read(doc), time)
  })
}

/** Deletes the versions that no readable snapshot contains. */
async function purge(
  options: HousekeepingOptions,
  organization: string,
  due: readonly { snapshotId: string; readable: number }[],
): Promise<void> {
  const [first] = due
  if (!first) return
  const { graph, now } = options
  const params = { readable: first.readable, limit: NODES_A_TRANSACTION }
  for (const query of [publications.dropOldLines, publications.dropOldStyles, publications.dropOldChanges])
    await drop(options, organization, (run) => run(query, organization, params))
  for (const { snapshotId } of due) {
    const purged = { snapshotId, now: now().toISOString() }
    await graph.write((run) => run(publications.purgePublication, organization, purged))
  }
}
