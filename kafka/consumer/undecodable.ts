import {
  crc32c,
  type DecodedMessage,
  Decoder,
  decodeRecordBatch,
  fetchResponse,
} from '../connection/kafkajs-internals.ts'

const NONE = 0
const OFFSET_OUT_OF_RANGE = 1
const CORRUPT_MESSAGE = 2

const BATCH_HEADER_BYTES = 61
const LENGTH_AT = 8
const BYTES_BEFORE_LENGTH_COUNTS = 12
const MAGIC_AT = 16
const CHECKSUM_AT = 17
const CHECKED_FROM = 21

/** Above every offset there can be: kafkajs drops records below the offset that it asked for, and must not drop this. */
const BEYOND_ALL_OFFSETS = String(2n ** 63n - 1n)

const STOP = Symbol('stop')

/**
 * Why a partition cannot be read on from here. `offset` is the first one of the batch, or null where the broker did not
 * say; the reason names no content.
 */
export type Stop = { kind: 'undecodable'; offset: bigint | null; reason: string } | { kind: 'out_of_range' }

type Marker = DecodedMessage & { [STOP]?: Stop }

/** The stop that a message stands for, if it is no record: always the last of its partition in a fetch. */
export function stopOf(message: object | undefined): Stop | undefined {
  return message && STOP in message ? (message as Marker)[STOP] : undefined
}

function marker(stop: Stop): Marker {
  const batchContext = { producerId: '-1', inTransaction: false }
  const none = { key: null, value: null, headers: {}, attributes: 0, timestamp: '0' }
  return { ...none, offset: BEYOND_ALL_OFFSETS, isControlRecord: false, batchContext, [STOP]: stop }
}

function undecodable(batch: Buffer, error: unknown): Marker {
  const reason = error instanceof Error ? error.message : String(error)
  return marker({ kind: 'undecodable', offset: batch.readBigInt64BE(0), reason })
}

/** kafkajs does not look at the checksum, and would take whatever a damaged disk gives. */
async function decodeBatch(batch: Buffer): Promise<DecodedMessage[]> {
  if (batch.length < BATCH_HEADER_BYTES) throw new Error('the record batch ends before its header does')
  if (batch[MAGIC_AT] !== 2) throw new Error(`record format v${batch[MAGIC_AT]} is not supported`)
  if (batch.readUInt32BE(CHECKSUM_AT) !== crc32c(batch.subarray(CHECKED_FROM))) {
    throw new Error('the checksum of the record batch does not match')
  }
  return (await decodeRecordBatch(new Decoder(batch))).records
}

/**
 * All records up to the first batch that cannot be decoded, which becomes a marker. The last batch may be cut off by
 * maxBytes and is left for the next fetch; never the first one, which brokers send whole (KIP-74).
 */
async function decodeBatches(bytes: Buffer): Promise<Marker[]> {
  const messages: Marker[] = []
  for (let from = 0; bytes.length - from >= BYTES_BEFORE_LENGTH_COUNTS; ) {
    const to = from + BYTES_BEFORE_LENGTH_COUNTS + bytes.readInt32BE(from + LENGTH_AT)
    if (to > bytes.length && from > 0) break
    const batch = bytes.subarray(from, Math.max(to, from + BYTES_BEFORE_LENGTH_COUNTS))
    try {
      for (const message of await decodeBatch(batch)) messages.push(message)
    } catch (error) {
      messages.push(undecodable(batch, error))
      break
    }
    from = to
  }
  return messages
}

const abortedTransaction = (decoder: Decoder) => ({
  producerId: decoder.readInt64().toString(),
  firstOffset: decoder.readInt64().toString(),
})

/** An error of one partition that would make kafkajs fail them all, or reset the offset without a word. */
function stopByErrorCode(errorCode: number): Stop | undefined {
  if (errorCode === OFFSET_OUT_OF_RANGE) return { kind: 'out_of_range' }
  if (errorCode !== CORRUPT_MESSAGE) return undefined
  return {
    kind: 'undecodable',
    offset: null,
    reason: 'the broker reports that its copy of the record batch is corrupt',
  }
}

async function decodePartition(decoder: Decoder) {
  const header = {
    partition: decoder.readInt32(),
    errorCode: decoder.readInt16(),
    highWatermark: decoder.readInt64().toString(),
    lastStableOffset: decoder.readInt64().toString(),
    lastStartOffset: decoder.readInt64().toString(),
    abortedTransactions: decoder.readArray(abortedTransaction),
    preferredReadReplica: decoder.readInt32(),
  }
  const bytes = decoder.readBytes(Math.max(decoder.readInt32(), 0))
  const stop = stopByErrorCode(header.errorCode)
  if (stop) return { ...header, errorCode: NONE, messages: [marker(stop)] }
  return { ...header, messages: await decodeBatches(bytes) }
}

/** Fetch response, version 11. kafkajs reports a throttle time of 0, as it throttles by itself (KIP-219). */
async function decode(raw: Buffer) {
  const decoder = new Decoder(raw)
  const clientSideThrottleTime = decoder.readInt32()
  const errorCode = decoder.readInt16()
  const sessionId = decoder.readInt32()
  const responses = await decoder.readArrayAsync(async (topic) => ({
    topicName: topic.readString(),
    partitions: await topic.readArrayAsync(decodePartition),
  }))
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses }
}

/**
 * Makes one bad partition stop alone. In kafkajs 2.2.4 a record batch that cannot be unpacked fails the whole fetch and
 * ends the consumer, and an offset that the broker no longer has is replaced by the default offset in silence. With this
 * patch both become a marker (see `stopOf`) after the records before it, while other partitions go on. It holds for
 * brokers that speak Fetch v11, which are those since Kafka 2.3. Applying it twice does nothing more.
 */
export function patchFetchResponses(): void {
  fetchResponse.decode = decode
}
