type Bytes = Buffer | string | null

/** Headers by name. If a name occurs more than once, its value is a list in order. */
export type OutgoingHeaders = Readonly<Record<string, Bytes | readonly Bytes[]>>

/**
 * A record to send. Without a partition, its key determines one as in the Java client. Without a timestamp, the current
 * time is used.
 */
export type OutgoingRecord = {
  topic: string
  key: Bytes
  value: Bytes
  headers?: OutgoingHeaders
  partition?: number
  /** Milliseconds since 1970. */
  timestamp?: number
}

/** Headers of a record that was read, by name. If a name occurs more than once, its value is a list in order. */
export type RecordHeaders = Readonly<Record<string, Buffer | null | readonly (Buffer | null)[]>>

/** A record that was read; `timestamp` in milliseconds since 1970. */
export type KafkaRecord = {
  offset: bigint
  timestamp: number
  key: Buffer | null
  value: Buffer | null
  headers: RecordHeaders
}

/** Returns the text of a header, or of its last occurrence. Returns undefined if the header is absent or null. */
export function headerText(headers: RecordHeaders, name: string): string | undefined {
  const found = headers[name]
  const last = Array.isArray(found) ? found.at(-1) : found
  return Buffer.isBuffer(last) ? last.toString('utf8') : undefined
}
