import { type Known, ownerOf } from '../../domain/events/dead-letter-owner.ts'
import { claimedAttributes } from '../../domain/events/decode-envelope.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import { headerText, type KafkaRecord } from '../../kafka/records.ts'
import { type Range, readTopic } from '../../kafka/topics/read-topic.ts'
import { timeOfMilliseconds } from '../../schemas/values/input-times.ts'

/** A dead letter as an operator sees it in a list: its reason and its origin, without its payload. */
export interface DeadLetter {
  /** `partition:offset` in the dead letter topic. */
  position: string
  at: string
  reason: string | null
  detail: string | null
  /** The organization that it is attributed to, by its headers or by what the event names. */
  organization: string | null
  /** All organizations that the event names. */
  named: string[]
  type: string | null
  /** The ID of the event. */
  eventId: string | null
  subject: string | null
  /** Null if the record has no key, or if the key is not text. */
  key: string | null
  topic: string | null
  partition: number | null
  offset: number | null
  firstFailedAt: string | null
  /**
   * The part of the record that was left out because it was too large for the topic; null if the dead letter is
   * complete.
   */
  omitted: string | null
}

export interface DeadLetterFilter {
  reason?: string | undefined
  /** Only dead letters of this organization, or that name it. */
  organization?: string | undefined
  subject?: string | undefined
  eventId?: string | undefined
  /** Only dead letters written at this time or later. */
  since?: Date | undefined
  range?: Range | undefined
  /** Only dead letters at these offsets or later, by partition of their topic. */
  from?: ReadonlyMap<number, bigint> | undefined
}

/** The topic of dead letters, and the organizations to which a source may belong. */
export interface DeadLetterSource {
  connection: KafkaConnection
  topic: string
  organizations: readonly Known[]
}

export type DeadLetterRecord = KafkaRecord & { partition: number }

/** Reads the dead letters that are in Kafka now and match the filter, in the order of each partition. */
export async function readDeadLetters(
  source: DeadLetterSource,
  filter: DeadLetterFilter,
  onDeadLetter: (deadLetter: DeadLetter, record: DeadLetterRecord) => void | Promise<void>,
  newest?: number,
): Promise<void> {
  const { connection, topic, organizations } = source
  const { since, range, from } = filter
  const onRecord = async (record: DeadLetterRecord) => {
    const deadLetter = deadLetterOf(record, organizations)
    if (passes(deadLetter, filter)) await onDeadLetter(deadLetter, record)
  }
  await readTopic(connection, { topic, since: since?.getTime(), range, from, newest, onRecord })
}

function passes(deadLetter: DeadLetter, { reason, organization, subject, eventId }: DeadLetterFilter): boolean {
  if (reason !== undefined && deadLetter.reason !== reason) return false
  if (subject !== undefined && deadLetter.subject !== subject) return false
  if (eventId !== undefined && deadLetter.eventId !== eventId) return false
  return (
    organization === undefined || deadLetter.organization === organization || deadLetter.named.includes(organization)
  )
}

/**
 * Returns the newest dead letters that match the filter, the newest first over all partitions. Memory is limited to
 * twice the limit. Without a filter by the contents of events, only the ends of the partitions are read.
 */
export async function listDeadLetters(
  source: DeadLetterSource,
  filter: DeadLetterFilter,
  limit: number,
): Promise<{ deadLetters: DeadLetter[]; hasMore: boolean }> {
  let held: DeadLetter[] = []
  let count = 0
  const { reason, organization, subject, eventId } = filter
  const isFiltered = [reason, organization, subject, eventId].some((value) => value !== undefined)
  const onDeadLetter = (deadLetter: DeadLetter) => {
    count += 1
    held.push(deadLetter)
    if (held.length >= 2 * limit) held = held.sort(newestFirst).slice(0, limit)
  }
  await readDeadLetters(source, filter, onDeadLetter, isFiltered ? undefined : limit + 1)
  return { deadLetters: held.sort(newestFirst).slice(0, limit), hasMore: count > limit }
}

function newestFirst(a: DeadLetter, b: DeadLetter): number {
  if (a.at !== b.at) return a.at > b.at ? -1 : 1
  const [aPartition = 0, aOffset = 0] = a.position.split(':').map(Number)
  const [bPartition = 0, bOffset = 0] = b.position.split(':').map(Number)
  return aPartition - bPartition || bOffset - aOffset
}

/** Parses a position `partition:offset`. @throws Error when it has another form */
export function parsePosition(text: string): Range {
  const [, partition, offset] = /^(\d{1,6}):(\d{1,18})$/.exec(text) ?? []
  if (!partition || !offset)
    throw new Error(`"${text}" is not a valid position. Use partition:offset, as \`tda dlq list\` prints it`)
  return { partition: Number(partition), from: BigInt(offset), to: BigInt(offset) + 1n }
}

/** Returns the dead letter at a position. @throws Error when there is none */
export async function findDeadLetter(
  source: DeadLetterSource,
  position: string,
): Promise<{ deadLetter: DeadLetter; record: DeadLetterRecord }> {
  const found: { deadLetter: DeadLetter; record: DeadLetterRecord }[] = []
  const range = parsePosition(position)
  await readDeadLetters(source, { range }, (deadLetter, record) => void found.push({ deadLetter, record }))
  const [first] = found
  if (!first) throw new Error(`There is no dead letter at ${position}. Run \`tda dlq list\` to see the positions`)
  return first
}

/** Longer texts are cut. The contract's limits are far below this, but the topic may contain texts of any length. */
const MAX_TEXT = 1000

function deadLetterOf(record: DeadLetterRecord, organizations: readonly Known[]): DeadLetter {
  const header = (name: string) => cut(headerText(record.headers, `dlq.${name}`))
  const count = (name: string) => (header(name) === null ? null : Number(header(name)))
  const { type, id, subject } = claimedAttributes(record)
  const owner = ownerOf(record, organizations)
  const organization = header('tenant') ?? owner.organization
  return {
    position: `${record.partition}:${record.offset}`,
    at: timeOfMilliseconds(record.timestamp),
    reason: header('reason'),
    detail: header('detail'),
    organization,
    named: [...new Set([...owner.named, ...(organization === null ? [] : [organization])])].sort(),
    type: cut(type),
    eventId: cut(id),
    subject: cut(subject),
    key: cut(textOf(record.key)),
    topic: header('topic'),
    partition: count('partition'),
    offset: count('offset'),
    firstFailedAt: header('firstFailedAt'),
    omitted: header('omitted'),
  }
}

function textOf(bytes: Buffer | null): string | undefined {
  const text = bytes?.toString('utf8')
  return text?.includes('\ufffd') ? undefined : text
}

function cut(text: string | undefined): string | null {
  if (text === undefined) return null
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
}
