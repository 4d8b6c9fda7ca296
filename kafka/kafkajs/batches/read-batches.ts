import type { DecodedMessage } from '../internals.ts'
import { type BatchHeader, createRecordSplitter, readHeader, readRecord } from './record-batch.ts'
import { unpacked } from './unpack.ts'

/** The most that all batches of one fetch may take in memory after decompression. */
const FETCH_BYTES = 48 * 1024 * 1024
/** The memory that the program needs for a record, in addition to its bytes. */
const RECORD_BYTES = 1024

/**
 * The rest of the memory for one fetch. As long as a fetch contains nothing, there is room for one record of any size.
 */
export interface Budget {
  hasLeft(): boolean
  take(record: Buffer): void
}

export function createBudget(bytes = FETCH_BYTES): Budget {
  let left = bytes
  return {
    hasLeft: () => left > 0,
    take(record) {
      left -= record.length + RECORD_BYTES
    },
  }
}

/** An aborted transaction, as the broker lists it next to the fetched records. */
export interface AbortedTransaction {
  producerId: string
  firstOffset: bigint
}

/** The records that were read of a partition. */
export interface Read {
  messages: DecodedMessage[]
  /** The last offset that was read, including offsets without a record; null if nothing was read. */
  passed: bigint | null
  /** The first batch that cannot be decoded, if there is one. */
  undecodable: { offset: bigint; reason: string } | null
}

const LENGTH_AT = 8
const BYTES_BEFORE_LENGTH_COUNTS = 12

/**
 * Reads the records of a partition from an offset on, while there is room. The next fetch begins with the rest. Markers
 * of transactions and records of aborted transactions are skipped. `maxBytes` may have truncated the last batch, which
 * is then left for the next fetch. The first batch is never truncated (KIP-74).
 */
export async function readBatches(
  bytes: Buffer,
  from: bigint,
  aborted: readonly AbortedTransaction[],
  budget: Budget,
): Promise<Read> {
  const read: Read = { messages: [], passed: null, undecodable: null }
  const isAborted = abortedBatches(aborted)
  for (let at = 0; bytes.length - at >= BYTES_BEFORE_LENGTH_COUNTS && budget.hasLeft(); ) {
    const end = at + BYTES_BEFORE_LENGTH_COUNTS + bytes.readInt32BE(at + LENGTH_AT)
    if (end > bytes.length && at > 0) break
    const batch = bytes.subarray(at, Math.max(end, at + BYTES_BEFORE_LENGTH_COUNTS))
    const before = read.messages.length
    try {
      const header = readHeader(batch)
      const isPassed = isAborted(header) || header.isControl || header.lastOffset < from
      if (!isPassed && !(await takeRecords(header, from, budget, read.messages))) break
      read.passed = header.lastOffset
    } catch (error) {
      read.messages.length = before
      const reason = error instanceof Error ? error.message : String(error)
      read.undecodable = { offset: batch.readBigInt64BE(0), reason }
      break
    }
    at = end
  }
  return read
}

/** @returns false if there was no room for all records */
async function takeRecords(header: BatchHeader, from: bigint, budget: Budget, to: DecodedMessage[]): Promise<boolean> {
  const splitter = createRecordSplitter()
  for await (const part of unpacked(header.codec, header.body)) {
    for (const record of splitter.push(part)) {
      const message = readRecord(record, header)
      if (BigInt(message.offset) < from) continue
      if (!budget.hasLeft()) return false
      budget.take(record)
      to.push(message)
    }
  }
  splitter.end()
  return true
}

/**
 * Returns a function that tells for one batch after the other whether it belongs to an aborted transaction. kafkajs
 * instead examines the records, in the order in which the broker lists the transactions, and interprets a key of four
 * zeros as the end of a transaction.
 */
function abortedBatches(transactions: readonly AbortedTransaction[]): (header: BatchHeader) => boolean {
  const waiting = transactions.toSorted((a, b) => (a.firstOffset < b.firstOffset ? -1 : 1))
  const open = new Set<string>()
  return ({ lastOffset, producerId, isControl, isTransactional }) => {
    for (let next = waiting[0]; next && next.firstOffset <= lastOffset; next = waiting[0]) {
      open.add(next.producerId)
      waiting.shift()
    }
    if (isControl) open.delete(producerId)
    return !isControl && isTransactional && open.has(producerId)
  }
}
