import type { Entity, RelationshipType } from '@tenant-data/client'
import { type ReactNode, useMemo, useState } from 'react'
import { formatCount } from '../../../format/numbers.ts'
import { Problem } from '../../../parts/states.tsx'
import { useSettled } from '../../../parts/use-paced.ts'
import { type GraphSearch, MOST_EXPANSIONS } from '../graph-search.ts'
import { ChosenBar, isExpandable } from './chosen-bar.tsx'
import { type Drawn, fold, foldLimit } from './fold.ts'
import { gainOf, isWholeIn, type Neighbourhood } from './neighbourhood.ts'
import { NeighbourhoodFilters } from './neighbourhood-filters.tsx'
import { NeighbourhoodTable } from './neighbourhood-table.tsx'
import { Picture } from './picture.tsx'
import { useExpansion, useNeighbourhood } from './use-neighbourhood.ts'

/** How long a node must be selected before its expansion is previewed. */
const SETTLED_MS = 120

const nothing = { entities: 0, relationships: 0, hasMore: false }

interface NeighbourhoodViewProps {
  entity: Pick<Entity, 'id' | 'type' | 'label'>
  types: readonly RelationshipType[]
  search: GraphSearch
  onChange: (change: Partial<GraphSearch>) => void
  onOpen: (entity: Pick<Entity, 'id' | 'type' | 'label'>) => void
}

/** The neighborhood of an entity, as a graph or as a table, with filters, expansions, and undo. */
export function NeighbourhoodView({ entity, types, search, onChange, onOpen }: NeighbourhoodViewProps): ReactNode {
  const { view, via, to, depth, expand = [] } = search
  const { base, whole, isPending, error, refetch } = useNeighbourhood(entity, search)
  const limit = useMemo(() => foldLimit(base), [base])
  const folded = useMemo(() => fold(whole, { limit, opened: expand }), [whole, limit, expand])
  const [choice, setChoice] = useState<string | null>(null)
  const isThere = folded.drawn.some(({ id }) => id === choice)
  const chosen = folded.drawn.find(({ id }) => id === (isThere ? choice : entity.id))
  const isChosenExpanded = chosen !== undefined && whole.expanded.has(chosen.id)
  const settled = useSettled(chosen, SETTLED_MS)
  const node = settled?.kind === 'node' && settled.node.listed ? settled.node : null
  const isAsked =
    choice !== null &&
    node !== null &&
    view === undefined &&
    !isPending &&
    !isWholeIn(base, node.id, Number(depth ?? 1))
  const answer = useExpansion(isAsked ? node.id : null, via)
  const gain =
    settled?.id !== chosen?.id || isPending ? undefined : isAsked ? answer && gainOf(whole, answer, to) : nothing
  const expandDrawn = (drawn: Drawn) => {
    if (expand.length >= MOST_EXPANSIONS || !isExpandable(drawn, gain, whole.expanded.has(drawn.id))) return
    onChange({ expand: [...expand, drawn.id] })
  }
  const open = (id: string) => {
    const node = whole.nodes.get(id)
    if (node?.listed && node.hop > 0) onOpen({ id, type: node.type, label: node.label ?? id })
  }
  const undo = () => expand.length > 0 && onChange({ expand: expand.slice(0, -1) })
  return (
    <section className="neighbourhood" aria-labelledby="neighbourhood">
      <header>
        <h2 id="neighbourhood">Neighborhood</h2>
        <div className="page-actions">
          <button type="button" aria-disabled={expand.length === 0} onClick={undo}>
            Undo expansion
          </button>
          <button
            type="button"
            aria-pressed={view === 'table'}
            onClick={() => onChange({ view: view ? undefined : 'table' })}
          >
            Show as table
          </button>
        </div>
      </header>
      <NeighbourhoodFilters search={search} types={types} onChange={onChange} />
      <NeighbourhoodSummary
        neighbourhood={whole}
        drawn={folded.drawn}
        isPending={isPending}
        isTable={view === 'table'}
      />
      {error && <Problem error={error} onRetry={refetch} />}
      {view === 'table' ? (
        <NeighbourhoodTable neighbourhood={whole} isPending={isPending} onOpen={open} />
      ) : (
        <>
          {chosen && (
            <ChosenBar
              drawn={chosen}
              isHint={choice === null}
              gain={gain}
              isExpanded={isChosenExpanded}
              isFull={expand.length >= MOST_EXPANSIONS}
              onExpand={expandDrawn}
              onOpen={(drawn) => open(drawn.id)}
            />
          )}
          <Picture
            label={`Neighborhood of ${entity.label}`}
            folded={folded}
            root={entity.id}
            cut={whole.cut}
            expanded={whole.expanded}
            chosen={chosen?.id ?? entity.id}
            onChoose={setChoice}
            onOpen={(drawn) => (drawn.kind === 'box' ? expandDrawn(drawn) : open(drawn.id))}
            onExpand={expandDrawn}
            onUndo={undo}
            isPending={isPending}
          />
        </>
      )}
    </section>
  )
}

interface NeighbourhoodSummaryProps {
  neighbourhood: Neighbourhood
  drawn: readonly Drawn[]
  isPending: boolean
  isTable: boolean
}

/** The number of entities and relationships, how many are drawn, and how many the API truncated. */
function NeighbourhoodSummary({
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
