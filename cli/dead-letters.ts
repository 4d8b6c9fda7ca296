import type { KafkaConnection } from '../kafka/connect.ts'
import { type Range, readTopic } from '../kafka/read-topic.ts'
import { headerText, type KafkaRecord } from '../kafka/records.ts'

/** A dead letter as an operator sees it in a list: why it is one and where it came from, without its payload. */
export interface DeadLetter {
  /** `partition:offset` in the dead letter topic. */
  position: string
  at: string
  reason: string | null
  detail: string | null
  organization: string | null
  topic: string | null
  partition: number | null
  offset: number | null
  firstFailedAt: string | null
}

export interface LetterFilter {
  reason?: string | undefined
  organization?: string | undefined
  /** Dead letters written from here on. */
  since?: Date | undefined
  range?: Range | undefined
}

export type LetterRecord = KafkaRecord & { partition: number }

/** Reads the dead letters that are there now and pass the filter, in the order of each partition. */
export async function readDeadLetters(
  connection: KafkaConnection,
  topic: string,
  { reason, organization, since, range }: LetterFilter,
  onLetter: (letter: DeadLetter, record: LetterRecord) => void | Promise<void>,
): Promise<void> {
  const onRecord = async (record: LetterRecord) => {
    const letter = letterOf(record)
    const isWanted =
      (reason ?? letter.reason) === letter.reason && (organization ?? letter.organization) === letter.organization
    if (isWanted) await onLetter(letter, record)
  }
  await readTopic(connection, { topic, since: since?.getTime(), range, onRecord })
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
  connection: KafkaConnection,
  topic: string,
  position: string,
): Promise<{ letter: DeadLetter; record: LetterRecord }> {
  const found: { letter: DeadLetter; record: LetterRecord }[] = []
  const range = parsePosition(position)
  await readDeadLetters(connection, topic, { range }, (letter, record) => void found.push({ letter, record }))
  const [first] = found
  if (!first) throw new Error(`There is no dead letter at ${position}`)
  return first
}

function letterOf(record: LetterRecord): DeadLetter {
  const text = (name: string) => headerText(record.headers, `dlq.${name}`) ?? null
  const count = (name: string) => (text(name) === null ? null : Number(text(name)))
  return {
    position: `${record.partition}:${record.offset}`,
    at: new Date(record.timestamp).toISOString(),
    reason: text('reason'),
    detail: text('detail'),
    organization: text('tenant'),
    topic: text('topic'),
    partition: count('partition'),
    offset: count('offset'),
    firstFailedAt: text('firstFailedAt'),
  }
}
