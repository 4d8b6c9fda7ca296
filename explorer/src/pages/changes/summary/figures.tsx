import type { BomYieldChangeSummary } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../../format/format-count.ts'
import { ChangeMark } from '../../../parts/marks/change-mark.tsx'
import { type ChangesSearch, changeTypes } from '../changes-search.ts'

interface FiguresProps {
  shown: BomYieldChangeSummary
  /** The same rows of all change types. */
  ofAllTypes: BomYieldChangeSummary
  search: ChangesSearch
  onChange: (change: Partial<ChangesSearch>) => void
}

/** How many rows became what, each a filter that a second click undoes, and how much they touch. */
export function Figures({ shown, ofAllTypes, search, onChange }: FiguresProps): ReactNode {
  const { counts, touched } = shown
  const types = changeTypes.filter(
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
