import type { Chunk, PartitionRecord } from './event-stream.ts'

export const MAX_CHUNK_RECORDS = 1000
/** A record writes up to 200 codes in 10 KB: of these, 1 MiB is 20,000 nodes, which take some 3 s. */
export const MAX_CHUNK_BYTES = 2 ** 20

/**
 * Cuts a fetched batch, which leads from one offset to another, into chunks that one transaction can take in well below
 * its time limit. A batch without records still moves the offset, past a transaction's marker.
 */
export function* chunksOf(
  records: readonly PartitionRecord[],
  from: number,
  to: number,
  maxRecords = MAX_CHUNK_RECORDS,
): Generator<Chunk> {
  let begin = 0
  let bytes = 0
  let at = from
  for (const [index, record] of records.entries()) {
    const size = record.value?.length ?? 0
    if (index > begin && (index - begin === maxRecords || bytes + size > MAX_CHUNK_BYTES)) {
      yield { records: records.slice(begin, index), from: at, to: record.offset }
      at = record.offset
      begin = index
      bytes = 0
    }
    bytes += size
  }
  yield { records: records.slice(begin), from: at, to }
}
