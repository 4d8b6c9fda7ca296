import type { PartitionRecord } from '../pipeline/event-stream.ts'

/** Whether a publication was silent for too long before this record, by Kafka's clock. */
export function isSilent(
  { silenceMs }: { silenceMs: number },
  lastAt: number | null,
  { timestamp }: Pick<PartitionRecord, 'timestamp'>,
): boolean {
  return lastAt !== null && timestamp - lastAt > silenceMs
}
