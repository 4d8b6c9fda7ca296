import type { PartitionRecord } from '../pipeline/event-stream.ts'

/** Whether the publication had no event for too long before this record, measured by Kafka timestamps. */
export function isSilent(
  { silenceMs }: { silenceMs: number },
  lastAt: number | null,
  { timestamp }: Pick<PartitionRecord, 'timestamp'>,
): boolean {
  return lastAt !== null && timestamp - lastAt > silenceMs
}
