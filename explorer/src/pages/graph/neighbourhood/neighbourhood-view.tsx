import type { Entity, RelationshipType } from '@tenant-data/client'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { hidesContent } from '../../../failures/passing-cause.ts'
import { SelectFilter } from '../../../parts/filters.tsx'
import { Problem } from '../../../parts/states.tsx'
import { useSettled } from '../../../parts/use-paced.ts'
import { type GraphSearch, MOST_EXPANSIONS } from '../graph-search.ts'
import { type Drawn, fold, foldLimit } from '../picture/fold.ts'
import { Picture } from '../picture/picture.tsx'
import { ChosenBar, isExpandable } from './chosen-bar.tsx'
import { GroupCard } from './group-card.tsx'
import { groupsOf, groupText } from './groups.ts'
import { Legend } from './legend.tsx'
import { gainOf, isWholeIn } from './neighbourhood.ts'
import { NeighbourhoodFilters } from './neighbourhood-filters.tsx'
import { NeighbourhoodSummary } from './neighbourhood-summary.tsx'
import { NeighbourhoodTable } from './neighbourhood-table.tsx'
import { useExpansion, useNeighbourhood } from './use-neighbourhood.ts'

/** How long a node must be selected before its expansion is previewed. */
const SETTLED_MS = 120

const nothing = { entities: 0, relationships: 0, hasMore: false }

interface NeighbourhoodViewProps {
  entity: Pick<Entity, 'id' | 'type' | 'label'>
  types: readonly RelationshipType[]
  /** The base unit of the entity if it is a material. */
  baseUom: string | null
  search: GraphSearch
  onChange: (change: Partial<GraphSearch>) => void
  onOpen: (entity: Pick<Entity, 'id' | 'type' | 'label'>) => void
}

/** The neighborhood of an entity, as a graph or as a table, with filters, expansions, and undo. */
export function NeighbourhoodView(props: NeighbourhoodViewProps): ReactNode {
  const { entity, types, baseUom, search, onChange, onOpen } = props
  const { view, via, to, depth, expand = [] } = search
  const { base, whole, isPending, error, refetch } = useNeighbourhood(entity, search)
  const limit = useMemo(() => foldLimit(base), [base])
  const folded = useMemo(() => fold(whole, { limit, opened: expand }), [whole, limit, expand])
  const groups = useMemo(() => groupsOf(whole), [whole])
  const group = groups.find(({ key }) => key === search.group)
  const [newGroup, setNewGroup] = useState<string | null>(null)
  const section = useRef<HTMLElement>(null)
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
  const openDrawn = (drawn: Drawn) => {
    if (drawn.kind === 'node') return open(drawn.id)
    setNewGroup(drawn.id)
    onChange({ group: drawn.id })
  }
  const closeGroup = () => {
    onChange({ group: undefined })
    section.current?.querySelector<SVGElement>(`.drawn[data-id="${CSS.escape(group?.key ?? '')}"]`)?.focus()
  }
  const undo = () => expand.length > 0 && onChange({ expand: expand.slice(0, -1) })
  return (
    <section className="neighbourhood" aria-labelledby="neighbourhood" ref={section}>
      <header>
        <h2 id="neighbourhood">Neighborhood</h2>
        <div className="page-actions">
          <button type="button" aria-disabled={expand.length === 0} onClick={undo}>
            Undo expansion
          </button>
          <button
            type="button"
            aria-pressed={view === 'table'}
            onClick={() => {
              setNewGroup(null)
              onChange({ view: view ? undefined : 'table' })
            }}
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
      {hidesContent(error, !isPending) && <Problem error={error} onRetry={refetch} />}
      <Legend neighbourhood={whole} />
      {view === 'table' ? (
        <>
          {groups.length > 0 && (
            <div className="filters">
              <SelectFilter
                label="Group"
                value={group?.key}
                options={groups.map((one) => [one.key, groupText(one)] as const)}
                onChange={(key) => onChange({ group: key })}
              />
            </div>
          )}
          <NeighbourhoodTable
            neighbourhood={whole}
            edges={group?.edges}
            baseUom={baseUom}
            isPending={isPending}
            onOpen={open}
          />
        </>
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
              onOpen={openDrawn}
            />
          )}
          <Picture
            name="neighbourhood"
            label={`Neighborhood of ${entity.label}`}
            folded={folded}
            root={entity.id}
            cut={whole.cut}
            expanded={whole.expanded}
            chosen={chosen?.id ?? entity.id}
            onChoose={setChoice}
            onOpen={openDrawn}
            onExpand={expandDrawn}
            onUndo={undo}
            isPending={isPending}
          />
          {group && (
            <GroupCard
              group={group}
              neighbourhood={whole}
              baseUom={baseUom}
              isNew={newGroup === group.key}
              onOpen={open}
              onClose={closeGroup}
            />
          )}
        </>
      )}
    </section>
  )
}
