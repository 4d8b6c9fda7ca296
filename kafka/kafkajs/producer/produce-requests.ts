import type { IHeaders, Message } from 'kafkajs'
import type { OutgoingHeaders, OutgoingRecord } from '../../records.ts'

/** Below the 1 MiB that brokers accept by default, even if compression saves nothing. */
const MAX_REQUEST_BYTES = 900 * 1024
const MAX_REQUEST_RECORDS = 1_000
const RECORD_OVERHEAD_BYTES = 32

type Bytes = OutgoingRecord['key']

function bytes(value: Bytes): Buffer | null {
  return typeof value === 'string' ? Buffer.from(value, 'utf8') : value
}

function headersFor(headers: OutgoingHeaders): IHeaders {
  const entries = Object.entries(headers).map(([name, given]) => [name, valuesOf(name, [given].flat().map(bytes))])
  return Object.fromEntries(entries)
}

/**
 * The values of a header as kafkajs encodes them. It reads the length of a value before it checks for null, which fails.
 * Guarantee: version 2.2.4 calls `map` of the list for each encoding, reads a value first for its length, and then twice
 * in `recordBatch/record/v0` and `recordBatch/header/v0`.
 */
function valuesOf(name: string, values: (Buffer | null)[]): (Buffer | null)[] {
  if (!values.includes(null)) return values
  const entries = () => values.map((value) => (value === null ? nullHeader(name) : { key: name, value }))
  return Object.assign([...values], { map: entries })
}

function nullHeader(key: string): { key: string; value: Buffer | null } {
  let reads = 0
  return {
    key,
    get value() {
      reads += 1
      return reads === 1 ? Buffer.alloc(0) : null
    },
  }
}

/** Sets the timestamp of every record, because kafkajs writes wrong batches if only some records have one. */
function messageOf(record: OutgoingRecord): Message {
  return {
    key: bytes(record.key),
    value: bytes(record.value),
    timestamp: String(record.timestamp ?? Date.now()),
    ...(record.headers && { headers: headersFor(record.headers) }),
    ...(record.partition !== undefined && { partition: record.partition }),
  }
}

function sizeOf(message: Message): number {
  const headers = Object.entries(message.headers ?? {}).flatMap(([name, values]) =>
    [values ?? []].flat().flatMap((value) => [name, value ?? '']),
  )
  const parts = [message.key ?? '', message.value ?? '', ...headers]
  return parts.reduce((sum: number, part) => sum + Buffer.byteLength(part), RECORD_OVERHEAD_BYTES)
}

/** A record in the form of kafkajs. `position` is its index among the records of the send. */
export type OutgoingMessage = { topic: string; position: number; message: Message }

/** Splits records into requests, in order. A later request is sent when the earlier one is confirmed. */
export function* produceRequests(records: readonly OutgoingRecord[]): Generator<OutgoingMessage[]> {
  let request: OutgoingMessage[] = []
  let size = 0
  for (const [position, record] of records.entries()) {
    const message = messageOf(record)
    const added = sizeOf(message)
    if (request.length > 0 && (size + added > MAX_REQUEST_BYTES || request.length === MAX_REQUEST_RECORDS)) {
      yield request
      request = []
      size = 0
    }
    request.push({ topic: record.topic, position, message })
    size += added
  }
  if (request.length > 0) yield request
}
