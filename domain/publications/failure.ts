import type { PublicationCounts, PublicationFailure } from '../../schemas/ingest/publications.ts'

export interface Failure {
  code: PublicationFailure
  /** Describes the reason, without values of the payload. */
  detail: string
  /** The setting by which a publication is too small, in percent. */
  maxShrink?: number
  /** The counts that the publication's completed event contains. */
  expected?: PublicationCounts
  /** The counts of what was received, if they were computed. */
  seen?: PublicationCounts
}

export const failure = (
  code: PublicationFailure,
  detail: string,
  counts: Pick<Failure, 'expected' | 'seen'> = {},
): Failure => ({ code, detail, ...counts })

export function countsOf({ styleCount, skuCount, lineCount, rowCount }: PublicationCounts): PublicationCounts {
  return { styleCount, skuCount, lineCount, rowCount }
}
