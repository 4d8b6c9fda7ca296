import { canonicalIdOf } from './identity.ts'

/** The position of a record in Kafka. */
export interface RecordPosition {
  topic: string
  partition: number
  offset: number
}

/** The ID under which the graph stores the rejection of the record at a position, for the organization that owns it. */
export function deadLetterId(organization: string, { topic, partition, offset }: RecordPosition): string {
  return canonicalIdOf([organization, 'record_letter', topic, String(partition), String(offset)])
}
