import type { ReactNode } from 'react'
import { formatCount } from '../../../format/format-count.ts'
import type { Drawn } from './fold.ts'
import type { Neighbourhood } from './neighbourhood.ts'

interface NeighbourhoodSummaryProps {
  neighbourhood: Neighbourhood
  drawn: readonly Drawn[]
  isPending: boolean
  isTable: boolean
}

/** How much there is, how much of it is drawn, and how much the API cut. */
export function NeighbourhoodSummary({
  neighbourhood: { nodes, edges, cut, unnamedCut },
  drawn,
  isPending,
  isTable,
}: NeighbourhoodSummaryProps): ReactNode {
  const shown = drawn.filter(({ kind }) => kind === 'node').length
  const count = formatCount(nodes.size - 1, 'entity', 'entities')
  const around = `${count} around it by ${formatCount(edges.size, 'relationship')}.`
  const folded = `${formatCount(nodes.size - shown, 'of them is', 'of them are')} folded into boxes, which can be expanded; the table has all.`
  const cutText = `${formatCount(cut.size, 'entity has', 'entities have')} more relationships than are shown, and ${cut.size === 1 ? 'is' : 'are'} marked as cut.`
  return (
    <p className="neighbourhood-summary" role="status">
      {isPending ? 'Reading …' : around}
      {!isTable && nodes.size > shown && ` ${folded}`}
      {cut.size > 0 && ` ${cutText}`}
      {unnamedCut > 0 && ` ${formatCount(unnamedCut, 'other was', 'others were')} cut that the API does not name.`}
    </p>
  )
}
