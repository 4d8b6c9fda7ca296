import type { IHeaders, Message } from 'kafkajs'
import type { OutgoingHeaders, OutgoingRecord } from '../../records.ts'

/** A request stays below the 1 MiB that a broker takes by default, however well it packs. */
const MAX_REQUEST_BYTES = 900 * 1024
const MAX_REQUEST_RECORDS = 1_000
const RECORD_OVERHEAD_BYTES = 32

type Bytes = OutgoingRecord['key']

function bytes(value: Bytes): Buffer | null {
  return typeof value === 'string' ? Buffer.from(value, 'utf8') : value
}

/** kafkajs cannot write a header without a value (it takes the length of null): such a one becomes empty. */
function headersFor(headers: OutgoingHeaders): IHeaders {
  const value = (given: Bytes) => bytes(given) ?? Buffer.alloc(0)
  const entries = Object.entries(headers).map(([name, given]) => [name, [given].flat().map(value)])
  return Object.fromEntries(entries)
}

/** The time is set here, as kafkajs mixes up batches in which only some records have one. */
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
    [values ?? []].flat().flatMap((value) => [name, value]),
  )
  const parts = [message.key ?? '', message.value ?? '', ...headers]
  return parts.reduce((sum: number, part) => sum + Buffer.byteLength(part), RECORD_OVERHEAD_BYTES)
}

/** A record as kafkajs writes it; `position` is where it stood in what was to be sent. */
export type OutgoingMessage = { topic: string; position: number; message: Message }

/** Cuts records into requests, in order: a later request is sent when the earlier one is confirmed. */
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
