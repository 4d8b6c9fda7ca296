import { crc32c, type DecodedMessage } from '../internals.ts'

const HEADER_BYTES = 61
const [MAGIC_AT, CHECKSUM_AT, ATTRIBUTES_AT] = [16, 17, 21]
const [CODEC, APPEND_TIME, TRANSACTIONAL, CONTROL] = [0x07, 0x08, 0x10, 0x20]

/** The header of a record batch, and its records, still compressed. */
export interface BatchHeader {
  firstOffset: bigint
  /** Reading the batch also skips offsets up to this one that have no record. */
  lastOffset: bigint
  firstTimestamp: bigint
  /** The broker's timestamp for all of its records; null if each record has its own. */
  appendedAt: bigint | null
  producerId: string
  isTransactional: boolean
  /** Whether the batch is the marker of a transaction and has no records. */
  isControl: boolean
  codec: number
  body: Buffer
}

/**
 * Reads the header of a record batch of format v2 and verifies its checksum over the rest. kafkajs does not, and would
 * accept data from a damaged disk.
 * @see https://kafka.apache.org/documentation/#recordbatch
 * @throws Error when the bytes are not a valid batch
 */
export function readHeader(batch: Buffer): BatchHeader {
  if (batch.length < HEADER_BYTES) throw new Error('the record batch ends before its header does')
  if (batch[MAGIC_AT] !== 2) throw new Error(`record format v${batch[MAGIC_AT]} is not supported`)
  if (batch.readUInt32BE(CHECKSUM_AT) !== crc32c(batch.subarray(ATTRIBUTES_AT))) {
    throw new Error('the checksum of the record batch does not match')
  }
  const attributes = batch.readInt16BE(ATTRIBUTES_AT)
  const firstOffset = batch.readBigInt64BE(0)
  return {
    firstOffset,
    lastOffset: firstOffset + BigInt(batch.readInt32BE(23)),
    firstTimestamp: batch.readBigInt64BE(27),
    appendedAt: (attributes & APPEND_TIME) === 0 ? null : batch.readBigInt64BE(35),
    producerId: String(batch.readBigInt64BE(43)),
    isTransactional: (attributes & TRANSACTIONAL) !== 0,
    isControl: (attributes & CONTROL) !== 0,
    codec: attributes & CODEC,
    body: batch.subarray(HEADER_BYTES),
  }
}

/** Splits bytes that arrive in parts into records. Each record is preceded by its length. */
export function createRecordSplitter() {
  let held: Buffer[] = []
  let heldBytes = 0
  let wanted = 1
  return {
    push(part: Buffer): Buffer[] {
      held.push(part)
      heldBytes += part.length
      if (heldBytes < wanted) return []
      const bytes = held.length === 1 ? part : Buffer.concat(held)
      const reader = createReader(bytes)
      const records: Buffer[] = []
      let at = 0
      while (reader.hasVarint()) {
        const length = reader.varint()
        if (length < 0) throw new Error('a record of the batch has no length')
        wanted = reader.at() + length - at
        if (wanted > bytes.length - at) break
        records.push(reader.bytes(length))
        at = reader.at()
        wanted = 1
      }
      held = at < bytes.length ? [bytes.subarray(at)] : []
      heldBytes = bytes.length - at
      wanted = Math.max(wanted, heldBytes + 1)
      return records
    },
    /** @throws Error when the bytes end within a record */
    end(): void {
      if (heldBytes > 0) throw new Error('the record batch ends within a record')
    },
  }
}

/** Reads one record. If a header name occurs several times, its value is a list. */
export function readRecord(record: Buffer, batch: BatchHeader): DecodedMessage {
  const reader = createReader(record)
  const attributes = reader.bytes(1)[0] ?? 0
  const timestamp = batch.appendedAt ?? batch.firstTimestamp + reader.varlong()
  if (batch.appendedAt !== null) reader.varlong()
  const offset = batch.firstOffset + reader.varlong()
  const [key, value] = [reader.sized(), reader.sized()]
  const headers = readHeaders(reader)
  const batchContext = { producerId: batch.producerId, inTransaction: batch.isTransactional }
  return {
    offset: String(offset),
    timestamp: String(timestamp),
    attributes,
    key,
    value,
    headers,
    isControlRecord: false,
    batchContext,
  }
}

/**
 * Used instead of kafkajs' reader, which copies all headers for each header. For an event with very many headers, that
 * takes hours.
 */
function readHeaders(reader: ReturnType<typeof createReader>): Record<string, unknown> {
  const headers: Record<string, Buffer | null | (Buffer | null)[]> = Object.create(null)
  for (let left = reader.varint(); left > 0; left -= 1) {
    const name = reader.sized()?.toString('utf8') ?? ''
    const value = reader.sized()
    const before = headers[name]
    if (before === undefined) headers[name] = value
    else if (Array.isArray(before)) before.push(value)
    else headers[name] = [before, value]
  }
  return headers
}

const MORE = 0x80
const LONGEST_VARINT = 10

/** @throws Error when the bytes end too early */
function createReader(bytes: Buffer) {
  let at = 0
  const take = (length: number): Buffer => {
    if (length < 0 || at + length > bytes.length) throw new Error('a record of the batch is cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
  const varlong = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = take(1)[0] ?? 0
      value |= BigInt(byte & (MORE - 1)) << shift
      if (byte < MORE) return (value >> 1n) ^ -(value & 1n)
      if (shift >= 63n) throw new Error('a varint in the record batch is too long')
    }
  }
  const varint = (): number => {
    let value = 0
    for (let scale = 1; scale < 2 ** 35; scale *= 128) {
      const byte = bytes[at]
      if (byte === undefined) throw new Error('a record of the batch is cut off')
      at += 1
      value += (byte & (MORE - 1)) * scale
      if (byte < MORE) return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    }
    throw new Error('a varint in the record batch is too long')
  }
  return {
    at: () => at,
    bytes: take,
    varint,
    varlong,
    /** Reads a length and the bytes that follow; null if the length is negative. */
    sized: (): Buffer | null => {
      const length = varint()
      return length < 0 ? null : take(length)
    },
    /** Whether a complete varint follows. */
    hasVarint: (): boolean => {
      const end = Math.min(at + LONGEST_VARINT, bytes.length)
      for (let next = at; next < end; next += 1) if ((bytes[next] ?? MORE) < MORE) return true
      return end - at === LONGEST_VARINT
    },
  }
}
