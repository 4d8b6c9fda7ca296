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

/** The end of each partition of a topic. */
export async function endOffsetsOf(connection: KafkaConnection, topic: string): Promise<Map<number, bigint>> {
  const ends = await connection.untilLed(() => connection.endOffsets([topic]))
  return new Map(ends.map(({ partition, high }) => [partition, high]))
}
