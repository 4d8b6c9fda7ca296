import type { PublicationCounts, PublicationFailure } from '../../schemas/ingest/publications.ts'

export interface Failure {
  code: PublicationFailure
  /** Names what is wrong, without values of the payload. */
  detail: string
  /** What its last event says that it consists of. */
  expected?: PublicationCounts
  /** What came of it, where that was reckoned exactly. */
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
