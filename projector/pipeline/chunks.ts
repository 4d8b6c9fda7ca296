import type { Chunk, PartitionRecord } from './event-stream.ts'

export const MAX_CHUNK_RECORDS = 1000
/** A record of 10 KB may write 200 codes. With such records, 1 MiB writes 20,000 nodes, which takes about 3 s. */
export const MAX_CHUNK_BYTES = 2 ** 20

/** Splits a fetched batch into chunks, of which one begins at `border` if that is inside of the batch. */
export function* chunksOf(
  records: readonly PartitionRecord[],
  from: number,
  to: number,
  { maxRecords = MAX_CHUNK_RECORDS, border = from }: { maxRecords?: number; border?: number } = {},
): Generator<Chunk> {
  if (border <= from || border >= to) return yield* chunksBetween(records, from, to, maxRecords)
  const isBefore = ({ offset }: PartitionRecord) => offset < border
  yield* chunksBetween(records.filter(isBefore), from, border, maxRecords)
  const rest = records.filter((record) => !isBefore(record))
  yield* chunksBetween(rest, border, to, maxRecords)
}

/**
 * Splits a fetched batch into chunks that one transaction applies well within its time limit. A batch without records
 * is one chunk, because the offset still has to move, for example past the marker of a Kafka transaction.
 */
function* chunksBetween(
  records: readonly PartitionRecord[],
  from: number,
  to: number,
  maxRecords: number,
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
