import type { DeadRecord } from './classify.ts'

/** A dead letter: the record as it came, and headers that say why and where. The detail never repeats the payload. */
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
  return { key: record.key, value: record.value, headers: { ...record.headers, ...why } }
}
