import type { KafkaMessage } from 'kafkajs'
import type { KafkaRecord, RecordHeaders } from '../../records.ts'

export function recordOf({ offset, timestamp, key, value, headers = {} }: KafkaMessage): KafkaRecord {
  return { offset: BigInt(offset), timestamp: Number(timestamp), key, value, headers: safeHeaders(headers) }
}

/**
 * Copies decoded headers to an object without a prototype. kafkajs uses a plain object, where a header called
 * `constructor` or `toString` gets a JavaScript function as its first value, and absent headers of these names seem to
 * exist.
 */
function safeHeaders(decoded: Record<string, unknown>): RecordHeaders {
  const headers: Record<string, Buffer | null | (Buffer | null)[]> = Object.create(null)
  for (const [name, value] of Object.entries(decoded)) {
    const values = [value].flat().filter(isHeaderValue)
    headers[name] = values.length === 1 ? (values[0] ?? null) : values
  }
  return headers
}

function isHeaderValue(value: unknown): value is Buffer | null {
  return value === null || Buffer.isBuffer(value)
}
