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
  const folded = `${formatCount(nodes.size - shown, 'of them is', 'of them are')} grouped into boxes. Expand a box to see them, or open the table for all.`
  const cutText = `${formatCount(cut.size, 'entity has', 'entities have')} more relationships than are shown, and ${cut.size === 1 ? 'is' : 'are'} marked as truncated.`
  return (
    <p className="neighbourhood-summary" role="status">
      {isPending ? 'Loading …' : around}
      {!isTable && nodes.size > shown && ` ${folded}`}
      {cut.size > 0 && ` ${cutText}`}
      {unnamedCut > 0 && ` ${formatCount(unnamedCut, 'more entity was', 'more entities were')} truncated by the API.`}
    </p>
  )
}
