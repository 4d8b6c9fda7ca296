import { type Entity, entityTypeValues } from '@tenant-data/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCode } from '../../format/names.ts'
import { AsCode } from '../../parts/as-code.tsx'
import { ExportButton } from '../../parts/export-button.tsx'
import { Filters, named, SelectFilter, TextFilter } from '../../parts/filters.tsx'
import { chipsOf } from '../../parts/find/chips.ts'
import { PageHead } from '../../parts/layout.tsx'
import { Empty } from '../../parts/states.tsx'
import { useList } from '../../parts/use-list.ts'
import { useRead } from '../../parts/use-read.ts'
import { Nothing, Time, Titled } from '../../parts/values.tsx'
import type { Column } from '../../table/column.ts'
import { Table } from '../../table/table.tsx'
import { useAddressOf } from '../../use-address.ts'
import { type GraphSearch, graphSearch, walkTo } from './graph-search.ts'
import { SearchField } from './search-field.tsx'
import { TypeMark } from './type-sign.tsx'
import { useEntityTypes } from './use-entity-types.ts'
import { useFoundByCode, useKept } from './use-found.ts'

/** Enough rows that no second page is loaded before the user scrolls, and few enough to load fast. */
const PAGE = 80

const columns: readonly Column<Entity>[] = [
  {
    name: 'Label',
    width: 'minmax(15rem, 2fr)',
    cell: ({ label }) => <Titled text={label} />,
    values: ({ label, id }) => ({ Label: label, ID: id }),
  },
  {
    name: 'Type',
    width: '10.5rem',
    cell: ({ type }) => <TypeMark type={type} />,
    values: ({ type }) => ({ Type: formatCode(type) }),
  },
  {
    name: 'State',
    width: '9rem',
    cell: ({ lifecycleState }) => formatCode(lifecycleState),
    values: ({ lifecycleState }) => ({ State: formatCode(lifecycleState) }),
  },
  {
    name: 'Season',
    width: '6rem',
    cell: ({ attributes }) => ('season' in attributes && attributes.season) || <Nothing />,
    values: ({ attributes }) => ({ Season: ('season' in attributes && attributes.season) || null }),
  },
  {
    name: 'Changed',
    width: '12rem',
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
    values: ({ updatedAt }) => ({ Changed: updatedAt }),
  },
]

const chipNames = {
  q: 'Words',
  type: (type: string) => `Type: ${formatCode(type)}`,
  lifecycleState: (state: string) => `State: ${formatCode(state)}`,
  season: 'Season',
}

interface SearchViewProps {
  search: GraphSearch
  onChange: (change: Partial<GraphSearch>, options?: { replace?: boolean }) => void
  onOpen: (id: string) => void
}

/** Searches entities by words, type, state, and season while the user types. Enter opens the first hit. */
export function SearchView({ search, onChange, onOpen }: SearchViewProps): ReactNode {
  const { q, type, lifecycleState, season } = search
  const addressOf = useAddressOf(graphSearch)
  const input = { q, type, lifecycleState, season }
  const byWords = useKept(useList('searchEntities', input, { limit: PAGE }))
  const list = useFoundByCode(byWords, search)
  // Only a list with more pages needs its count, which takes longer than its first page.
  const counted = useRead('searchEntities', { ...input, limit: 1, count: true }, { enabled: byWords.hasMore })
  const total = byWords.hasMore ? counted.data?.meta.count : undefined
  const types = useEntityTypes()
  const results = useRef<HTMLDivElement>(null)
  const [entered, setEntered] = useState<string | null>(null)
  const first = list.isStale || list.isPending ? undefined : list.rows[0]
  useEffect(() => {
    // The user can press Enter before the hits of the last input are loaded.
    if (entered !== (q ?? '') || list.isStale || list.isPending) return
    setEntered(null)
    if (first !== undefined) onOpen(first.id)
  }, [entered, q, list.isStale, list.isPending, first, onOpen])
  const chips = chipsOf(search, chipNames, (name) => onChange({ [name]: undefined }))
  const states = types.statesOf(type)
  return (
    <>
      <PageHead title="Graph" lead="Find a style, SKU, material, or supplier, and explore what it’s connected to.">
        <ExportButton request={{ kind: 'entities', parameters: input }} />
      </PageHead>
      <Filters
        chips={chips}
        onClear={() => onChange({ q: undefined, type: undefined, lifecycleState: undefined, season: undefined })}
      >
        <SearchField
          value={q}
          onChange={(text) => onChange({ q: text }, { replace: true })}
          onEnter={setEntered}
          onDown={() => results.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus()}
        />
        <SelectFilter
          label="Type"
          value={type}
          options={named(entityTypeValues)}
          onChange={(one) =>
            onChange({ type: one, lifecycleState: undefined, ...(one !== 'style' && one && { season: undefined }) })
          }
        />
        <SelectFilter
          label="State"
          value={lifecycleState}
          options={named(states)}
          onChange={(one) => onChange({ lifecycleState: one as GraphSearch['lifecycleState'] })}
        />
        {(type === undefined || type === 'style') && (
          <TextFilter label="Season" value={season} placeholder="SS27" onChange={(one) => onChange({ season: one })} />
        )}
      </Filters>
      <div className="results" ref={results} aria-busy={list.isStale}>
        {list.isByCode && <p className="notice">No label has these words. These entities have them as a code.</p>}
        <Table
          label="Entities"
          columns={columns}
          list={list}
          total={total}
          rowKey={({ id }) => id}
          openKey={q === undefined ? undefined : first?.id}
          empty={
            <NotFound
              suggestions={byWords.first?.meta.suggestions ?? []}
              isFiltered={chips.length > 0}
              onUse={(text) => onChange({ q: text })}
            />
          }
          onOpen={({ id }) => onOpen(id)}
          hrefOf={({ id }) => addressOf(walkTo(id))}
        />
      </div>
      {list.first?.meta.truncated && (
        <p className="notice">
          More than 10,000 entities match. The list covers only the first 10,000. Add a word or a filter.
        </p>
      )}
      <AsCode calls={[{ operationId: 'searchEntities', input }]} />
    </>
  )
}

interface NotFoundProps {
  /** Words or labels with a similar spelling. */
  suggestions: readonly string[]
  isFiltered: boolean
  onUse: (text: string) => void
}

function NotFound({ suggestions, isFiltered, onUse }: NotFoundProps): ReactNode {
  return (
    <Empty title="No entities found.">
      {suggestions.length > 0 && (
        <span className="suggested">
          Did you mean{' '}
          {suggestions.map((text) => (
            <button key={text} type="button" onClick={() => onUse(text)}>
              {text}
            </button>
          ))}
        </span>
      )}
      {isFiltered && suggestions.length === 0 && 'Use fewer words or another code, or clear the filters.'}
    </Empty>
  )
}
