import { formatAmount, formatPercent } from '../../../format/numbers.ts'
import type { CellMark } from './positions.ts'

/** The meaning of a mark as text. */
export function markText(mark: CellMark): string {
  if (mark.kind === 'baseline') return 'baseline of the comparison'
  const { baselineSystem, delta, deltaPercent, uom } = mark.difference
  if (mark.kind === 'not_comparable') return `in a unit that cannot be compared with that of ${baselineSystem}`
  const amount = delta === null ? 'differs' : formatAmount(delta, uom, { withSign: true })
  const share = deltaPercent === null ? '' : ` (${formatPercent(deltaPercent, { withSign: true })})`
  return `${amount}${share} against ${baselineSystem}, ${mark.kind} the tolerance`
}
