import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { BomYieldChangeSummaryResponse, SummarizeBomYieldChangesInput } from '@tenant-data/client'
import { useClient } from '../../../session/session-context.tsx'
import { type ChangesSearch, comparisonOf } from '../changes-search.ts'
import { type SummaryList, withoutOwn } from './without-own.ts'

/** Lines of a list, at first and when more are asked for. */
const [FEW, MANY] = [6, 24]

/** The summary of all filters. While another is read the present one stays, so that nothing jumps. */
export function useSummary(search: ChangesSearch): UseQueryResult<BomYieldChangeSummaryResponse> {
  return useSummarized(summaryInput(search))
}

/** What a list of the summary shows; where that is too much to be counted, what the table shows. */
export function useSummaryList(
  list: SummaryList,
  search: ChangesSearch,
): UseQueryResult<BomYieldChangeSummaryResponse> {
  const shown = useSummary(search)
  const own = useSummarized(withoutOwn(list, summaryInput(search)))
  return own.isError ? shown : own
}

/** Lists without own filters ask the same, so that they are one request. */
export function summaryInput(search: ChangesSearch): SummarizeBomYieldChangesInput {
  return { ...comparisonOf(search), top: search.more ? MANY : FEW }
}

function useSummarized(input: SummarizeBomYieldChangesInput): UseQueryResult<BomYieldChangeSummaryResponse> {
  const client = useClient()
  return useQuery({
    queryKey: ['summarizeBomYieldChanges', input, 'once'],
    queryFn: async ({ signal }) => await client.summarizeBomYieldChanges(input, { signal }),
    placeholderData: keepPreviousData,
  })
}
