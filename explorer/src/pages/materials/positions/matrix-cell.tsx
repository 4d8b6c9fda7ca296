import type { MaterialFactoryPosition } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName } from '../../../format/field-name.ts'
import { formatDecimal } from '../../../format/format-decimal.ts'
import { Amount } from '../../../parts/marks/amount.tsx'
import type { AmountName } from './amount-names.ts'
import type { CellMark } from './cell-marks.ts'

interface MatrixCellProps {
  position: MaterialFactoryPosition
  name: AmountName
  mark: CellMark | undefined
  /** Row and column, by which the keys find it. */
  place: string
  isReachable: boolean
  onFocus: () => void
  onOpen: () => void
}

export const signs = { outside: '≠', within: '≈', not_comparable: '?', baseline: '◆' } as const

/** An amount of a system with its unit, and whether it differs from what the best system says; it opens where it is from. */
export function MatrixCell({ position, name, mark, place, isReachable, onFocus, onOpen }: MatrixCellProps): ReactNode {
  const isStale = position.freshness.status === 'stale'
  return (
    <td className={['right', mark?.kind, isStale && 'stale'].filter(Boolean).join(' ')}>
      <button
        type="button"
        data-cell={place}
        tabIndex={isReachable ? 0 : -1}
        title={mark && markText(mark)}
        onFocus={onFocus}
        onClick={onOpen}
      >
        <span className="visually-hidden">
          {fieldName(name)} of {position.system}:{' '}
        </span>
        {mark && (
          <span className="sign" aria-hidden="true">
            {signs[mark.kind]}
          </span>
        )}
        <Amount value={position[name]} unit={position.uom} />
        {mark && <span className="visually-hidden">, {markText(mark)}</span>}
      </button>
    </td>
  )
}

/** What a mark means, in words. */
export function markText(mark: CellMark): string {
  if (mark.kind === 'baseline') return 'baseline of the comparison'
  const { baselineSystem, delta, deltaPercent, uom } = mark.difference
  if (mark.kind === 'not_comparable') return `in a unit that cannot be compared with that of ${baselineSystem}`
  const amount = delta === null ? 'differs' : `${formatDecimal(delta, { withSign: true })} ${uom ?? ''}`
  const share = deltaPercent === null ? '' : ` (${formatDecimal(deltaPercent, { withSign: true })} %)`
  return `${amount}${share} against ${baselineSystem}, ${mark.kind} the tolerance`
}
