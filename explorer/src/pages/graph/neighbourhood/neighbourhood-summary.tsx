import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import type { Drawn } from '../picture/fold.ts'
import type { Neighbourhood } from './neighbourhood.ts'

interface NeighbourhoodSummaryProps {
  neighbourhood: Neighbourhood
  drawn: readonly Drawn[]
  isPending: boolean
  isTable: boolean
}

/** The number of entities and relationships, how many are drawn, and how many the API truncated. */
export function NeighbourhoodSummary({
  neighbourhood: { nodes, edges, onWay, cut, unnamedCut },
  drawn,
  isPending,
  isTable,
}: NeighbourhoodSummaryProps): ReactNode {
  const shown = drawn.filter(({ kind }) => kind === 'node').length
  const count = formatCount(nodes.size - 1 - onWay.size, 'entity', 'entities')
  const way = onWay.size > 0 ? `, and ${formatNumber(onWay.size)} on the way to them,` : ''
  const around = `${count} around it${way} by ${formatCount(edges.size, 'relationship')}.`
  const folded = `${formatCount(nodes.size - shown, 'of them is', 'of them are')} grouped into boxes. Open a box to list them, or expand it to draw them.`
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
