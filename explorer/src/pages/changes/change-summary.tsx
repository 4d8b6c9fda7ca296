import type { UseQueryResult } from '@tanstack/react-query'
import {
  type BomYieldChangeSummary,
  type BomYieldChangeSummaryResponse,
  changeTypeValues,
  type SummarizeBomYieldChangesInput,
} from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../format/numbers.ts'
import { ChangeMark } from '../../parts/marks.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useRead } from '../../parts/use-read.ts'
import { CausesCard } from './causes-card.tsx'
import { type ChangesSearch, comparisonOf, type SummaryList, withoutOwn } from './changes-search.ts'

interface SummaryProps {
  search: ChangesSearch
  onChange: (change: Partial<ChangesSearch>) => void
}

/** The summary: counts and causes, each a filter. */
export function Summary({ search, onChange }: SummaryProps): ReactNode {
  const shown = useSummary(search)
  const types = useSummaryList('changeType', search)
  const causes = useSummaryList('cause', search)
  const isOld = [shown, types, causes].some((query) => query.isPlaceholderData)
  return (
    <section className="change-summary" aria-label="Summary" aria-busy={isOld}>
      <Loaded query={shown} lines={7}>
        {({ data }) => (
          <>
            <div className="change-figures">
              <Figures shown={data} ofAllTypes={types.data?.data ?? data} search={search} onChange={onChange} />
              <button type="button" onClick={() => onChange({ more: search.more ? undefined : true })}>
                {search.more ? 'Show fewer' : 'Show more'}
              </button>
            </div>
            <CausesCard summary={causes.data?.data ?? data} search={search} onChoose={onChange} />
            {hasCosts(data) && (
              <p className="quiet">
                Amounts are the mean change of the material cost of one garment, at today’s prices. Rows without a price
                are left out.
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

const hasCosts = ({ byStyle, byMaterial }: BomYieldChangeSummary) =>
  [...byStyle, ...byMaterial].some(({ costEffect }) => costEffect !== null && costEffect.length > 0)

/** The number of items in a list, at first and after "more". */
const [FEW, MANY] = [6, 24]

/** The summary for all filters. The previous one stays until the next is loaded, so that the layout does not jump. */
export function useSummary(search: ChangesSearch, enabled = true): UseQueryResult<BomYieldChangeSummaryResponse> {
  return useSummarized(summaryInput(search), enabled)
}

/** The data of one list of the summary. If counting it takes too long, the list uses the summary of the table. */
export function useSummaryList(
  list: SummaryList,
  search: ChangesSearch,
): UseQueryResult<BomYieldChangeSummaryResponse> {
  const shown = useSummary(search)
  const own = useSummarized(withoutOwn(list, summaryInput(search)))
  return own.isError ? shown : own
}

/** The input of the summary. Lists without filters of their own have the same input, and share one request. */
export function summaryInput(search: ChangesSearch): SummarizeBomYieldChangesInput {
  return { ...comparisonOf(search), groupBy: 'cause', top: search.more ? MANY : FEW }
}

function useSummarized(
  input: SummarizeBomYieldChangesInput,
  enabled = true,
): UseQueryResult<BomYieldChangeSummaryResponse> {
  return useRead('summarizeBomYieldChanges', input, { keepsPrevious: true, enabled })
}

interface FiguresProps {
  shown: BomYieldChangeSummary
  /** The summary of the same rows for all types of change. */
  ofAllTypes: BomYieldChangeSummary
  search: ChangesSearch
  onChange: (change: Partial<ChangesSearch>) => void
}

/** Row counts by type of change, each a filter that a second click clears, and counts of affected entities. */
function Figures({ shown, ofAllTypes, search, onChange }: FiguresProps): ReactNode {
  const { counts, touched } = shown
  const types = changeTypeValues.filter(
    (type) => type !== 'unchanged' || search.includeUnchanged || search.changeType === 'unchanged',
  )
  return (
    <>
      <ul className="figures" aria-label="By type of change">
        {types.map((type) => {
          const isChosen = search.changeType === type
          return (
            <li key={type}>
              <button
                type="button"
                className="figure"
                aria-pressed={isChosen}
                onClick={() => onChange({ changeType: isChosen ? undefined : type })}
              >
                <ChangeMark change={type} count={ofAllTypes.counts.changeType[type]} />
              </button>
            </li>
          )
        })}
      </ul>
      <ul className="figures" aria-label="By direction of the yield change">
        {(['increased', 'decreased', 'equal', 'not_comparable'] as const).map((direction) => (
          <li key={direction}>
            <ChangeMark change={direction} count={counts.yieldDirection[direction]} />
          </li>
        ))}
      </ul>
      <p className="quiet">
        {formatCount(counts.rows, 'row')} of {formatCount(touched.styles, 'style')}, {formatCount(touched.skus, 'SKU')},{' '}
        {formatCount(touched.materials, 'material')}, {formatCount(touched.suppliers, 'supplier')}
      </p>
    </>
  )
}
