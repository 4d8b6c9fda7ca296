const SEED = 0x9747b28c
const MIX = 0x5bd1e995

function mixed(word: number): number {
  const scaled = Math.imul(word, MIX)
  return Math.imul(scaled ^ (scaled >>> 24), MIX)
}

/**
 * The 32-bit MurmurHash2 of Kafka's Java client, as a signed integer.
 * @see https://github.com/apache/kafka/blob/4.1.1/clients/src/main/java/org/apache/kafka/common/utils/Utils.java
 */
export function murmur2(bytes: Buffer): number {
  const whole = bytes.length & ~3
  let hash = SEED ^ bytes.length
  for (let at = 0; at < whole; at += 4) hash = Math.imul(hash, MIX) ^ mixed(bytes.readInt32LE(at))
  if (whole < bytes.length) {
    for (let at = bytes.length - 1; at >= whole; at--) hash ^= bytes.readUInt8(at) << (8 * (at - whole))
    hash = Math.imul(hash, MIX)
  }
  hash = Math.imul(hash ^ (hash >>> 13), MIX)
  return hash ^ (hash >>> 15)
}

/** Returns the default partition of a key in the Java client and in kafkajs. */
export function keyPartition(key: Buffer, partitions: number): number {
  return (murmur2(key) & 0x7fffffff) % partitions
}

/**
 * Returns the partition that contains the publications of an organization. It is the default partition of the key
 * `tenantId` in the Java client and in kafkajs, and in librdkafka with `partitioner=murmur2_random`.
 */
export function bomPartition(tenantId: string, partitions: number): number {
  return keyPartition(Buffer.from(tenantId, 'utf8'), partitions)
}
