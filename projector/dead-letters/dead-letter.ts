import { hash } from 'node:crypto'
import type { DeadRecord, PartitionRecord } from '../pipeline/event-stream.ts'

const PREFIX = 'dlq.'

/**
 * How much of its record a dead letter carries: all of it, all but the value, or nothing. What it does not carry is where it
 * came from for as long as that topic keeps it.
 */
export const letterForms = ['whole', 'without_value', 'bare'] as const
export type LetterForm = (typeof letterForms)[number]

/** What each form leaves out, as its header says. */
const omitted: Record<LetterForm, string | null> = {
  whole: null,
  without_value: 'value',
  bare: 'value, key, headers',
}

/** The topic of dead letters takes batches of 2 MiB, which our own headers need a little of. */
const MAX_RECORD_BYTES = 2 * 1024 * 1024 - 64 * 1024

/** The first form that the topic of dead letters takes, whatever the bytes pack to. */
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
 * A dead letter: the record as it came, and headers that say why and where. The detail never repeats the payload. Headers
 * that the producer called so are left out: they would say whose the letter is, or where it came from, in our name.
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
