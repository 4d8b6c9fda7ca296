import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../cypher/connect.ts'
import { listCountedEvents } from '../../cypher/ingest/read-ingest.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import { readDeadLetters } from '../dead-letters/dead-letters.ts'
import type { ConfirmedEvents } from './confirmed-events.ts'

/** A rejected event with its position in Kafka. */
export interface Rejection {
  topic: string
  partition: number
  offset: number
  reason: string | null
  detail: string | null
}

export interface Rejections {
  count: number
  /** The first few. */
  first: Rejection[]
}

/** How many rejections are returned with their reason. */
const MOST = 10

/**
 * Finds the events that were rejected, for any organization and for none. Their dead letters are in Kafka before the
 * events count as processed.
 * @param from the end of each partition of the topic of dead letters, from before the events were sent
 */
export async function findRejections(
  connection: KafkaConnection,
  topic: string,
  from: ReadonlyMap<number, bigint>,
  confirmed: ConfirmedEvents,
): Promise<Rejections> {
  const found = new Set<string>()
  const first: Rejection[] = []
  await readDeadLetters({ connection, topic, organizations: [] }, { from }, (deadLetter) => {
    const { topic, partition, offset, reason, detail } = deadLetter
    if (topic === null || partition === null || offset === null) return
    // After a crash of a projector, the topic may contain a dead letter twice.
    const position = `${topic} ${partition}:${offset}`
    if (!confirmed.has({ topic, partition }, offset) || found.has(position)) return
    found.add(position)
    if (first.length < MOST) first.push({ topic, partition, offset, reason, detail })
  })
  return { count: found.size, first }
}

/** A commit moves the offset, but for some milliseconds readers may see only that of what it wrote. */
const VISIBLE_AFTER_MS = 200
const PAGE = 100

/**
 * Counts the events that were rejected after their publication had failed, without a dead letter of their own. They are
 * in the graph of their organization.
 */
export async function countCounted(
  graph: Graph,
  organizations: Iterable<string>,
  topic: string,
  confirmed: ConfirmedEvents,
): Promise<number> {
  const partitions = confirmed.firstOf(topic)
  if (partitions.length === 0) return 0
  await delay(VISIBLE_AFTER_MS)
  let count = 0
  for (const organization of organizations)
    for (const { partition, offset } of partitions) {
      for (let before = Number.MAX_SAFE_INTEGER; before > offset; ) {
        const page = await graph.readFromLeader(listCountedEvents, organization, {
          topic,
          partition,
          before,
          limit: PAGE,
        })
        for (const { offsets } of page)
          count += offsets.filter((one) => confirmed.has({ topic, partition }, one)).length
        before = page.length < PAGE ? 0 : (page.at(-1)?.firstOffset ?? 0)
      }
    }
  return count
}

/** The end of each partition of a topic. */
export async function endOffsetsOf(connection: KafkaConnection, topic: string): Promise<Map<number, bigint>> {
  const ends = await connection.untilLed(() => connection.endOffsets([topic]))
  return new Map(ends.map(({ partition, high }) => [partition, high]))
}
