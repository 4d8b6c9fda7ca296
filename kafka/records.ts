type Bytes = Buffer | string | null

/** Headers by name; a name that occurs more than once has a list, in order. */
export type OutgoingHeaders = Readonly<Record<string, Bytes | readonly Bytes[]>>

/** A record to send. Without a partition, the key chooses it as Java's client does; without a timestamp, it is now. */
export type OutgoingRecord = {
  topic: string
  key: Bytes
  value: Bytes
  headers?: OutgoingHeaders
  partition?: number
  /** Milliseconds since 1970. */
  timestamp?: number
}

/** Headers of a record that was read, by name; a name that occurs more than once has a list, in order. */
export type RecordHeaders = Readonly<Record<string, Buffer | null | readonly (Buffer | null)[]>>

/** A record that was read; `timestamp` in milliseconds since 1970. */
export type KafkaRecord = {
  offset: bigint
  timestamp: number
  key: Buffer | null
  value: Buffer | null
  headers: RecordHeaders
}

/** The text of a header, the last one where the name occurs more than once; undefined when absent or null. */
export function headerText(headers: RecordHeaders, name: string): string | undefined {
  const found = headers[name]
  const last = Array.isArray(found) ? found.at(-1) : found
  return Buffer.isBuffer(last) ? last.toString('utf8') : undefined
}
