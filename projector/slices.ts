import type { PartitionRecord } from './classify.ts'

export const MAX_BATCH_RECORDS = 1000
export const MAX_BATCH_BYTES = 4 * 2 ** 20

/** Cuts records into batches that one transaction can take in well below the session timeout. */
export function* slicesOf(
  records: readonly PartitionRecord[],
): Generator<{ records: PartitionRecord[]; bytes: number }> {
  let slice: PartitionRecord[] = []
  let bytes = 0
  for (const record of records) {
    const size = record.value?.length ?? 0
    if (slice.length > 0 && (slice.length === MAX_BATCH_RECORDS || bytes + size > MAX_BATCH_BYTES)) {
      yield { records: slice, bytes }
      slice = []
      bytes = 0
    }
    slice.push(record)
    bytes += size
  }
  if (slice.length > 0) yield { records: slice, bytes }
}
