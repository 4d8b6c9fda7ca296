const NO_FIELDS = 0
const NONE = 0
const UNKNOWN_TOPIC = 3
const LEADER_NOT_AVAILABLE = 5

/** A topic as the brokers describe it. `id` is a UUID, which is new each time a topic is created. */
export type TopicMetadata = { name: string; id: string }

/** Encodes a length as in the flexible versions of the protocol: plus one, with seven bits in each byte (KIP-482). */
function compactLength(length: number): number[] {
  const bytes: number[] = []
  let rest = length + 1
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest]
}

/** Encodes the body of a Metadata request, version 12, for topics by name. */
export function encodeMetadataRequest(topics: readonly string[]): Buffer {
  const named = topics.map((topic) => {
    const name = Buffer.from(topic, 'utf8')
    const anyId = Buffer.alloc(16)
    return Buffer.concat([anyId, Buffer.from(compactLength(name.length)), name, Buffer.from([NO_FIELDS])])
  })
  const neitherCreateNorListOperations = [0, 0]
  return Buffer.concat([
    // kafkajs writes a request header of version 1. Version 2 has tagged fields at its end, so an empty list of them
    // comes first.
    Buffer.from([NO_FIELDS, ...compactLength(topics.length)]),
    ...named,
    Buffer.from([...neitherCreateNorListOperations, NO_FIELDS]),
  ])
}

/** Returns a reader of a response in a flexible version. */
function reader(bytes: Buffer) {
  let at = 0
  const skip = (length: number) => {
    at += length
  }
  const unsigned = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at++)
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const text = () => {
    const length = unsigned() - 1
    if (length < 0) return null
    skip(length)
    return bytes.toString('utf8', at - length, at)
  }
  const uuid = () => {
    skip(16)
    return bytes.toString('hex', at - 16, at).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
  const int16 = () => {
    skip(2)
    return bytes.readInt16BE(at - 2)
  }
  const each = <T>(read: () => T) => Array.from({ length: Math.max(unsigned() - 1, 0) }, read)
  const taggedFields = () => {
    for (let left = unsigned(); left > 0; left--) {
      unsigned()
      skip(unsigned())
    }
  }
  return { skip, text, uuid, int16, each, taggedFields }
}

type Reader = ReturnType<typeof reader>

function skipBroker({ skip, text, taggedFields }: Reader): void {
  skip(4)
  text()
  skip(4)
  text()
  taggedFields()
}

function skipPartition({ skip, each, taggedFields }: Reader): void {
  skip(2 + 4 + 4 + 4)
  for (let lists = 0; lists < 3; lists++) each(() => skip(4))
  taggedFields()
}

function topicOf(from: Reader): TopicMetadata & { errorCode: number } {
  const topic = { errorCode: from.int16(), name: from.text() ?? '', id: from.uuid() }
  from.skip(1)
  from.each(() => skipPartition(from))
  from.skip(4)
  from.taggedFields()
  return topic
}

/**
 * Decodes a Metadata response, version 12. Returns the cluster ID and the existing topics.
 * @throws Error that names a topic whose description the brokers refuse
 */
export function decodeMetadataResponse(payload: Buffer): { clusterId: string; topics: TopicMetadata[] } {
  const from = reader(payload)
  from.taggedFields()
  from.skip(4)
  from.each(() => skipBroker(from))
  const clusterId = from.text() ?? ''
  from.skip(4)
  const topics = from.each(() => topicOf(from))
  const refused = topics.find((topic) => ![NONE, UNKNOWN_TOPIC, LEADER_NOT_AVAILABLE].includes(topic.errorCode))
  if (refused)
    throw new Error(
      `Kafka does not describe topic ${refused.name}: error ${refused.errorCode}. Check the permissions of the user`,
    )
  return { clusterId, topics: topics.filter((topic) => topic.errorCode !== UNKNOWN_TOPIC) }
}
