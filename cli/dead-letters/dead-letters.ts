import { ownerOf } from '../../domain/events/dead-letter-owner.ts'
import { claimedAttributes } from '../../domain/events/decode-envelope.ts'
import type { KafkaConnection } from '../../kafka/connection/connect.ts'
import { headerText, type KafkaRecord } from '../../kafka/records.ts'
import { type Range, readTopic } from '../../kafka/topics/read-topic.ts'
import type { Organization } from '../../schemas/credentials.ts'
import { timeOfMilliseconds } from '../../schemas/input-times.ts'

/** A dead letter as an operator sees it in a list: why it is one and where it came from, without its payload. */
export interface DeadLetter {
  /** `partition:offset` in the dead letter topic. */
  position: string
  at: string
  reason: string | null
  detail: string | null
  /** Whose it is for certain, as its headers say, or by what it names itself. */
  organization: string | null
  /** All organizations that it names. */
  named: string[]
  type: string | null
  subject: string | null
  /** Null where there is none, or where it is no text. */
  key: string | null
  topic: string | null
  partition: number | null
  offset: number | null
  firstFailedAt: string | null
  /** What of its record the letter does not carry, because it was too large for the topic; null where it carries all. */
  omitted: string | null
}

export interface LetterFilter {
  reason?: string | undefined
  /** Letters that are of this organization, or name it. */
  organization?: string | undefined
  /** Dead letters written from here on. */
  since?: Date | undefined
  range?: Range | undefined
}

/** Where the dead letters are, and who may be meant by a source. */
export interface LetterSource {
  connection: KafkaConnection
  topic: string
  organizations: readonly Organization[]
}

export type LetterRecord = KafkaRecord & { partition: number }

/** Reads the dead letters that are there now and pass the filter, in the order of each partition. */
export async function readDeadLetters(
  source: LetterSource,
  filter: LetterFilter,
  onLetter: (deadLetter: DeadLetter, record: LetterRecord) => void | Promise<void>,
  newest?: number,
): Promise<void> {
  const { connection, topic, organizations } = source
  const { since, range } = filter
  const onRecord = async (record: LetterRecord) => {
    const deadLetter = letterOf(record, organizations)
    if (passes(deadLetter, filter)) await onLetter(deadLetter, record)
  }
  await readTopic(connection, { topic, since: since?.getTime(), range, newest, onRecord })
}

function passes(deadLetter: DeadLetter, { reason, organization }: LetterFilter): boolean {
  if (reason !== undefined && deadLetter.reason !== reason) return false
  return (
    organization === undefined || deadLetter.organization === organization || deadLetter.named.includes(organization)
  )
}

/**
 * The newest dead letters that pass the filter, newest first over all partitions. No more than twice the limit are held
 * at once; without a filter by reason or organization only the ends of the partitions are read.
 */
export async function listDeadLetters(
  source: LetterSource,
  filter: LetterFilter,
  limit: number,
): Promise<{ deadLetters: DeadLetter[]; hasMore: boolean }> {
  let held: DeadLetter[] = []
  let count = 0
  const isFiltered = filter.reason !== undefined || filter.organization !== undefined
  const onLetter = (deadLetter: DeadLetter) => {
    count += 1
    held.push(deadLetter)
    if (held.length >= 2 * limit) held = held.sort(newestFirst).slice(0, limit)
  }
  await readDeadLetters(source, filter, onLetter, isFiltered ? undefined : limit + 1)
  return { deadLetters: held.sort(newestFirst).slice(0, limit), hasMore: count > limit }
}

function newestFirst(a: DeadLetter, b: DeadLetter): number {
  if (a.at !== b.at) return a.at > b.at ? -1 : 1
  const [aPartition = 0, aOffset = 0] = a.position.split(':').map(Number)
  const [bPartition = 0, bOffset = 0] = b.position.split(':').map(Number)
  return aPartition - bPartition || bOffset - aOffset
}

/** Where a position written `partition:offset` is. @throws Error when it is not written so */
export function parsePosition(text: string): Range {
  const [, partition, offset] = /^(\d{1,6}):(\d{1,18})$/.exec(text) ?? []
  if (!partition || !offset)
    throw new Error(`"${text}" is no position: write partition:offset as \`tda dlq list\` does`)
  return { partition: Number(partition), from: BigInt(offset), to: BigInt(offset) + 1n }
}

/** One dead letter. @throws Error when there is none at the position */
export async function findDeadLetter(
  source: LetterSource,
  position: string,
): Promise<{ deadLetter: DeadLetter; record: LetterRecord }> {
  const found: { deadLetter: DeadLetter; record: LetterRecord }[] = []
  const range = parsePosition(position)
  await readDeadLetters(source, { range }, (deadLetter, record) => void found.push({ deadLetter, record }))
  const [first] = found
  if (!first) throw new Error(`There is no dead letter at ${position}`)
  return first
}

/** Anybody may have written any length; what the contract allows is far below. */
const MAX_TEXT = 1000

function letterOf(record: LetterRecord, organizations: readonly Organization[]): DeadLetter {
  const header = (name: string) => cut(headerText(record.headers, `dlq.${name}`))
  const count = (name: string) => (header(name) === null ? null : Number(header(name)))
  const { type, subject } = claimedAttributes(record)
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
