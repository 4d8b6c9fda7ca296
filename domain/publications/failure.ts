import type { PublicationCounts, PublicationFailure } from '../../schemas/ingest/publications.ts'
import type { BomEvent } from '../events/decode-bom-event.ts'
import type { NamedFault } from '../events/named-fault.ts'

export interface Failure {
  code: PublicationFailure
  /** Describes the reason, without values of the payload, except the codes that name a style, a line, and a SKU. */
  detail: string
  /** The setting by which a publication is too small, in percent. */
  maxShrink?: number
  /** The faults of the events that made it fail. */
  faults?: readonly NamedFault[]
  /** The number of all faults, if that is more. */
  faultCount?: number
  /** The counts that the publication's completed event contains. */
  expected?: PublicationCounts
  /** The counts of what was received, if they were computed. */
  seen?: PublicationCounts
}

export const failure = (
  code: PublicationFailure,
  detail: string,
  more: Omit<Failure, 'code' | 'detail'> = {},
): Failure => ({ code, detail, ...more })

/** Names the event that has the faults of a failure. */
export function failureIn({ id, source }: Pick<BomEvent, 'id' | 'source'>, why: Failure): Failure {
  const { faults = [] } = why
  return { ...why, faults: faults.map((fault) => ({ eventId: id, source, ...fault })) }
}

export function countsOf({ styleCount, skuCount, lineCount, rowCount }: PublicationCounts): PublicationCounts {
  return { styleCount, skuCount, lineCount, rowCount }
}
