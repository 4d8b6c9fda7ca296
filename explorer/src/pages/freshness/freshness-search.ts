import { oneOf, textOf } from '../../address.ts'

export const freshnessStatuses = ['fresh', 'stale', 'unknown'] as const

export interface FreshnessSearch {
  status?: (typeof freshnessStatuses)[number] | undefined
  datasetId?: string | undefined
  /** The dataset whose source is inspected. */
  inspect?: string | undefined
}

/** The state of the page: which datasets are listed, and the one that is open. */
export function freshnessSearch(raw: Record<string, unknown>): FreshnessSearch {
  return {
    status: oneOf(raw, 'status', freshnessStatuses),
    datasetId: textOf(raw, 'datasetId'),
    inspect: textOf(raw, 'inspect'),
  }
}
