import type { DecodedMessage } from '../internals.ts'
import { type BatchHeader, createRecordSplitter, readHeader, readRecord } from './record-batch.ts'
import { unpacked } from './unpack.ts'

/** What all batches of one fetch may hold once they are unpacked. */
const FETCH_BYTES = 48 * 1024 * 1024
/** What the program needs for a record beside its bytes. */
const RECORD_BYTES = 1024

/** How much more may be held of a fetch. One that holds nothing yet has room for one record, however large it is. */
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

/** Of a transaction that was given up, as the broker tells of those that are in what it sends. */
export interface AbortedTransaction {
  producerId: string
  firstOffset: bigint
}

/** What was read of a partition. */
export interface Read {
  messages: DecodedMessage[]
  /** The last offset that was passed, with a record or without one; null where nothing was. */
  passed: bigint | null
  /** The first batch that cannot be read, where there was one. */
  undecodable: { offset: bigint; reason: string } | null
}

const LENGTH_AT = 8
const BYTES_BEFORE_LENGTH_COUNTS = 12

/**
 * Reads the records of a partition from an offset on, as far as there is room: what is left waits for the next fetch, which
 * begins there. Markers of transactions, and records of those that were given up, are passed without being records. The
 * last batch may be cut off by maxBytes and is left for the next fetch; never the first one, which brokers send whole
 * (KIP-74).
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

/** @returns false when there was no room for all of them */
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
 * Tells of one batch after the other whether it is of a transaction that was given up. kafkajs asks the records, in the
 * order in which the broker names the transactions, and takes a key of four zeros for the end of one.
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
