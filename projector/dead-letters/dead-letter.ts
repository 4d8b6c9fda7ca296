import type { DeadRecord } from '../partitions/classify.ts'

const PREFIX = 'dlq.'

/**
 * A dead letter: the record as it came, and headers that say why and where. The detail never repeats the payload. Headers
 * that the producer called so are left out: they would say whose the letter is, or where it came from, in our name.
 */
export function deadLetter(
  { record, reason, detail, organization }: DeadRecord,
  from: { topic: string; partition: number },
  now: Date,
) {
  const why: Record<string, string> = {
    'dlq.reason': reason,
    'dlq.detail': detail,
    'dlq.topic': from.topic,
    'dlq.partition': String(from.partition),
    'dlq.offset': String(record.offset),
    'dlq.firstFailedAt': now.toISOString(),
  }
  if (organization !== null) why['dlq.tenant'] = organization
  const own = Object.entries(record.headers).filter(([name]) => !name.startsWith(PREFIX))
  return { key: record.key, value: record.value, headers: { ...Object.fromEntries(own), ...why } }
}
