import type { IHeaders, Message, TopicMessages } from 'kafkajs'
import type { OutgoingHeaders, OutgoingRecord } from './records.ts'

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

/** Records of one request, in their order within each topic. */
export type ProduceRequest = { records: number; topicMessages: TopicMessages[] }

/** Cuts records into requests, in order: a later request is sent when the earlier one is confirmed. */
export function* produceRequests(records: readonly OutgoingRecord[]): Generator<ProduceRequest> {
  let byTopic = new Map<string, Message[]>()
  let count = 0
  let size = 0
  const request = (): ProduceRequest => ({
    records: count,
    topicMessages: [...byTopic].map(([topic, messages]) => ({ topic, messages })),
  })
  for (const record of records) {
    const message = messageOf(record)
    const added = sizeOf(message)
    if (count > 0 && (size + added > MAX_REQUEST_BYTES || count === MAX_REQUEST_RECORDS)) {
      yield request()
      byTopic = new Map()
      count = size = 0
    }
    const messages = byTopic.get(record.topic) ?? []
    messages.push(message)
    byTopic.set(record.topic, messages)
    count += 1
    size += added
  }
  if (count > 0) yield request()
}
