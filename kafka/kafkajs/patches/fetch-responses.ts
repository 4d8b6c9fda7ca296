import { type AbortedTransaction, type Budget, createBudget, type Read, readBatches } from '../batches/read-batches.ts'
import { type DecodedMessage, Decoder, fetchResponse, fetchVersions } from '../internals.ts'
import type { Patch } from './patch.ts'

const NONE = 0
const OFFSET_OUT_OF_RANGE = 1
const CORRUPT_MESSAGE = 2

/** Above every possible offset. kafkajs drops records below the requested offset, and must not drop this marker. */
const BEYOND_ALL_OFFSETS = String(2n ** 63n - 1n)

const STOP = Symbol('stop')
const PASSED = Symbol('passed')

/**
 * Why reading of a partition cannot continue. `offset` is the first one of the batch, or null if the broker did not
 * name it. The reason contains nothing of the batch.
 */
export type Stop = { kind: 'undecodable'; offset: bigint | null; reason: string } | { kind: 'out_of_range' }

type Marker = DecodedMessage & { [STOP]?: Stop; [PASSED]?: true }

/**
 * Returns the stop that a message represents, or undefined for a record. A stop is always the last message of its
 * partition in a fetch.
 */
export function stopOf(message: object | undefined): Stop | undefined {
  return message && STOP in message ? (message as Marker)[STOP] : undefined
}

/** Whether a message is not a record, but a marker that offsets up to its own contain no visible records. */
export function isPassed(message: object): boolean {
  return PASSED in message
}

function marker(offset: string): DecodedMessage {
  const batchContext = { producerId: '-1', inTransaction: false }
  const none = { key: null, value: null, headers: {}, attributes: 0, timestamp: '0' }
  return { ...none, offset, isControlRecord: false, batchContext }
}

const stopMarker = (stop: Stop): Marker => ({ ...marker(BEYOND_ALL_OFFSETS), [STOP]: stop })

/** Adds a marker for skipped offsets at the end, because kafkajs ignores a fetch without messages. */
function messagesOf({ messages, passed, undecodable }: Read): Marker[] {
  const last = messages.at(-1)
  const isBehind = passed !== null && (last === undefined || passed > BigInt(last.offset))
  return [
    ...messages,
    ...(isBehind ? [{ ...marker(String(passed)), [PASSED]: true as const }] : []),
    ...(undecodable ? [stopMarker({ kind: 'undecodable', ...undecodable })] : []),
  ]
}

const abortedTransaction = (decoder: Decoder): AbortedTransaction => ({
  producerId: String(decoder.readInt64()),
  firstOffset: BigInt(String(decoder.readInt64())),
})

/**
 * Returns the stop for an error of one partition. Without it, kafkajs would fail all partitions, or silently reset the
 * offset.
 */
function stopByErrorCode(errorCode: number): Stop | undefined {
  if (errorCode === OFFSET_OUT_OF_RANGE) return { kind: 'out_of_range' }
  if (errorCode !== CORRUPT_MESSAGE) return undefined
  return {
    kind: 'undecodable',
    offset: null,
    reason: 'the broker reports that its copy of the record batch is corrupt',
  }
}

/** Reads the part of a response about one partition. Its records are still compressed. */
function packedPartition(decoder: Decoder) {
  const header = {
    partition: decoder.readInt32(),
    errorCode: decoder.readInt16(),
    highWatermark: decoder.readInt64().toString(),
    lastStableOffset: decoder.readInt64().toString(),
    lastStartOffset: decoder.readInt64().toString(),
  }
  const aborted = decoder.readArray(abortedTransaction)
  const preferredReadReplica = decoder.readInt32()
  return { ...header, aborted, preferredReadReplica, bytes: decoder.readBytes(Math.max(decoder.readInt32(), 0)) }
}

type Packed = ReturnType<typeof packedPartition>

async function unpackedPartition({ aborted, bytes, ...header }: Packed, from: bigint, budget: Budget) {
  const stop = stopByErrorCode(header.errorCode)
  // The messages do not include records of aborted transactions, so kafkajs must not filter any.
  const rest = { ...header, abortedTransactions: [] }
  if (stop) return { ...rest, errorCode: NONE, messages: [stopMarker(stop)] }
  return { ...rest, messages: messagesOf(await readBatches(bytes, from, aborted, budget)) }
}

/** The requested offset of each partition. */
type FetchOffsets = ReadonlyMap<string, bigint>

let fetches = 0

/**
 * Decompresses all partitions of a fetch within one shared memory budget. Each fetch begins with another partition, so
 * that one with large batches does not block the others.
 */
async function unpackAll(partitions: readonly { topic: string; packed: Packed }[], asked: FetchOffsets) {
  fetches += 1
  const budget = createBudget()
  const first = partitions.length === 0 ? 0 : fetches % partitions.length
  const found = new Map<Packed, Awaited<ReturnType<typeof unpackedPartition>>>()
  for (const { topic, packed } of [...partitions.slice(first), ...partitions.slice(0, first)]) {
    const from = asked.get(`${packed.partition} ${topic}`) ?? 0n
    found.set(packed, await unpackedPartition(packed, from, budget))
  }
  return found
}

/**
 * Decodes a fetch response, version 11. The throttle time is reported as 0, as kafkajs does, because kafkajs throttles
 * on the client side (KIP-219).
 */
async function decode(raw: Buffer, asked: FetchOffsets) {
  const decoder = new Decoder(raw)
  const clientSideThrottleTime = decoder.readInt32()
  const errorCode = decoder.readInt16()
  const sessionId = decoder.readInt32()
  const topics = decoder.readArray((topic) => ({
    topicName: topic.readString(),
    partitions: topic.readArray(packedPartition),
  }))
  const all = topics.flatMap(({ topicName, partitions }) =>
    partitions.map((packed) => ({ topic: topicName ?? '', packed })),
  )
  const found = await unpackAll(all, asked)
  const responses = topics.map(({ topicName, partitions }) => ({
    topicName,
    partitions: partitions.flatMap((packed) => found.get(packed) ?? []),
  }))
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses }
}

interface FetchFields {
  topics: { topic: string; partitions: { partition: number; fetchOffset: string }[] }[]
}

function askedOf({ topics }: FetchFields): FetchOffsets {
  return new Map(
    topics.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, fetchOffset }) => [`${partition} ${topic}`, BigInt(fetchOffset)] as const),
    ),
  )
}

const originalProtocol = fetchVersions.protocol
const PATCHED_FETCH = 11

/**
 * Replaces the decoding of fetch responses in kafkajs 2.2.4, which has four defects. It decompresses all batches of a
 * fetch, however large they become. It ends the consumer if one batch cannot be decompressed. It silently replaces an
 * offset that the broker no longer has by the default one. And it does not report a fetch that contains only markers of
 * transactions or aborted records.
 * With this patch, one fetch has one memory budget, and the rest is fetched later. A partition with an error stops
 * alone, with a marker (see `stopOf`) after the preceding records. Offsets without records are reported (see
 * `isPassed`). It applies to brokers with Fetch v11, which Kafka has since 2.3.
 */
export const fetchResponsesPatch: Patch = {
  issues: [
    'https://github.com/tulios/kafkajs/issues/1795',
    'https://github.com/tulios/kafkajs/issues/1119',
    'https://github.com/tulios/kafkajs/pull/1256',
  ],
  tests: [
    'test/kafka/gap.test.ts',
    'test/kafka/transactions.test.ts',
    'test/kafka/undecodable.test.ts',
    'test/kafka/unpacking.test.ts',
  ],
  removedBy:
    'A release of kafkajs that unpacks within a budget and leaves bad batches and missing offsets to the caller',
  apply() {
    fetchResponse.decode = (raw) => decode(raw, new Map())
    fetchVersions.protocol = ({ version }) => {
      const make = originalProtocol({ version })
      if (Number(version) !== PATCHED_FETCH) return make
      return (fields) => {
        const asked = askedOf(fields as unknown as FetchFields)
        return { ...make(fields), response: { ...fetchResponse, decode: (raw: Buffer) => decode(raw, asked) } }
      }
    }
  },
}
