import type { IngestRejection } from '@tenant-data/client'

/** The position of an event in the log, as `tda` writes it: `topic/partition:offset`. */
export function logPosition({ topic, partition, offset }: IngestRejection): string {
  return `${topic}/${partition}:${offset}`
}
