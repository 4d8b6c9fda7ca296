import { type AbortedTransaction, type Budget, createBudget, type Read, readBatches } from '../batches/read-batches.ts'
import { type DecodedMessage, Decoder, fetchResponse, fetchVersions } from '../internals.ts'
import type { Patch } from './patch.ts'

const NONE = 0
const OFFSET_OUT_OF_RANGE = 1
const CORRUPT_MESSAGE = 2

/** Above every offset there can be: kafkajs drops records below the offset that it asked for, and must not drop this. */
const BEYOND_ALL_OFFSETS = String(2n ** 63n - 1n)

const STOP = Symbol('stop')
const PASSED = Symbol('passed')

/**
 * Why a partition cannot be read on from here. `offset` is the first one of the batch, or null where the broker did not
 * say; the reason names no content.
 */
export type Stop = { kind: 'undecodable'; offset: bigint | null; reason: string } | { kind: 'out_of_range' }

type Marker = DecodedMessage & { [STOP]?: Stop; [PASSED]?: true }

/** The stop that a message stands for, if it is no record: always the last of its partition in a fetch. */
export function stopOf(message: object | undefined): Stop | undefined {
  return message && STOP in message ? (message as Marker)[STOP] : undefined
}

/** Whether a message is no record: offsets up to its own hold none, or only hidden ones. */
export function isPassed(message: object): boolean {
  return PASSED in message
}

function marker(offset: string): DecodedMessage {
  const batchContext = { producerId: '-1', inTransaction: false }
  const none = { key: null, value: null, headers: {}, attributes: 0, timestamp: '0' }
  return { ...none, offset, isControlRecord: false, batchContext }
}

const stopMarker = (stop: Stop): Marker => ({ ...marker(BEYOND_ALL_OFFSETS), [STOP]: stop })

/** kafkajs reports no fetch without records, so that what was passed at its end is a message too. */
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

/** What a response says of a partition; its records are still packed. */
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
  // Those of transactions that were given up are not among the messages, so that kafkajs has none to filter.
  const rest = { ...header, abortedTransactions: [] }
  if (stop) return { ...rest, errorCode: NONE, messages: [stopMarker(stop)] }
  return { ...rest, messages: messagesOf(await readBatches(bytes, from, aborted, budget)) }
}

/** From which offset each partition was asked for. */
type FetchOffsets = ReadonlyMap<string, bigint>

let fetches = 0

/**
 * All partitions have the room of one fetch together. They have it in turn, each fetch another one first, so that one with
 * much to unpack holds up no other.
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

/** Fetch response, version 11. kafkajs reports a throttle time of 0, as it throttles by itself (KIP-219). */
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
 * Reads what brokers send in place of kafkajs 2.2.4, which unpacks all batches of a fetch at once, whatever they grow to;
 * ends the consumer when one of them cannot be; replaces an offset that the broker no longer has by the default one in
 * silence; and reports no fetch that holds only markers of transactions, or records of those that were given up.
 * With this patch a fetch has one room for all that it unpacks, and the rest waits; a bad partition stops alone, with a
 * marker (see `stopOf`) after the records before it; and what holds no record is passed (see `isPassed`). It holds for
 * brokers that speak Fetch v11, which are those since Kafka 2.3.
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
