import { hash } from 'node:crypto'
import type { DeadRecord, PartitionRecord } from '../pipeline/event-stream.ts'

const PREFIX = 'dlq.'

/**
 * How much of the rejected record its dead letter contains: everything, everything but the value, or nothing. Until the
 * original topic deletes the record, the omitted parts can be read there.
 */
export const letterForms = ['whole', 'without_value', 'bare'] as const
export type LetterForm = (typeof letterForms)[number]

/** The parts that each form omits, as the header of the dead letter lists them. */
const omitted: Record<LetterForm, string | null> = {
  whole: null,
  without_value: 'value',
  bare: 'value, key, headers',
}

/** The dead-letter topic accepts batches of 2 MiB. 64 KiB of these are left for the headers that the projector adds. */
const MAX_RECORD_BYTES = 2 * 1024 * 1024 - 64 * 1024

/** Returns the most complete form that fits into the dead-letter topic even if compression saves nothing. */
export function fittingForm(record: PartitionRecord): LetterForm {
  const without = sizeOf(record) - (record.value?.length ?? 0)
  if (without > MAX_RECORD_BYTES) return 'bare'
  return sizeOf(record) > MAX_RECORD_BYTES ? 'without_value' : 'whole'
}

function sizeOf({ key, value, headers }: PartitionRecord): number {
  const parts = Object.entries(headers).flatMap(([name, values]) => [Buffer.from(name), ...[values].flat()])
  return [key, value, ...parts].reduce((sum, part) => sum + (part?.length ?? 0), 0)
}

/**
 * Returns the dead letter of a record: the original record, with headers that contain the reason and the position of
 * the record. `detail` never contains parts of the payload. A producer's headers with the same names are dropped,
 * because readers would take them for the projector's statement of owner and position.
 */
export function deadLetter(
  { record, reason, detail, organization }: DeadRecord,
  from: { topic: string; partition: number },
  now: Date,
  form: LetterForm = 'whole',
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
  if (form !== 'whole') Object.assign(why, omission(record, form))
  const own = form === 'bare' ? [] : Object.entries(record.headers).filter(([name]) => !name.startsWith(PREFIX))
  return {
    key: form === 'bare' ? null : record.key,
    value: form === 'whole' ? record.value : null,
    headers: { ...Object.fromEntries(own), ...why },
  }
}

function omission({ value }: PartitionRecord, form: LetterForm): Record<string, string> {
  const bytes = value ?? Buffer.alloc(0)
  return {
    'dlq.omitted': omitted[form] ?? '',
    'dlq.valueLength': String(bytes.length),
    'dlq.valueSha256': hash('sha256', bytes, 'hex'),
  }
}
