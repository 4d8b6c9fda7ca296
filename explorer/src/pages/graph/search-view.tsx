import { type Entity, entityTypeValues } from '@tenant-data/client'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatCode } from '../../format/names.ts'
import { AsCode } from '../../parts/as-code.tsx'
import { ExportButton } from '../../parts/export-button.tsx'
import { Filters, named, SelectFilter, TextFilter } from '../../parts/filters.tsx'
import { PageHead } from '../../parts/layout.tsx'
import { Empty } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { type ListState, useList } from '../../parts/use-list.ts'
import { REST_MS } from '../../parts/use-paced.ts'
import { Nothing, Time, Titled } from '../../parts/values.tsx'
import type { GraphSearch } from './graph-search.ts'
import { useEntityTypes } from './use-entity-types.ts'

/** Enough rows that no second page is loaded before the user scrolls, and few enough to load fast. */
const PAGE = 80

const columns: readonly Column<Entity>[] = [
  { name: 'Label', width: 'minmax(15rem, 2fr)', cell: ({ label }) => <Titled text={label} /> },
  { name: 'Type', width: '9rem', cell: ({ type }) => formatCode(type) },
  { name: 'State', width: '9rem', cell: ({ lifecycleState }) => formatCode(lifecycleState) },
  {
    name: 'Season',
    width: '6rem',
    cell: ({ attributes }) => ('season' in attributes && attributes.season) || <Nothing />,
  },
  { name: 'Changed', width: '12rem', cell: ({ updatedAt }) => <Time value={updatedAt} /> },
]

interface SearchViewProps {
  search: GraphSearch
  onChange: (change: Partial<GraphSearch>, options?: { replace?: boolean }) => void
  onOpen: (id: string) => void
}

/** Searches entities by words, type, state, and season while the user types. Enter opens the first hit. */
export function SearchView({ search, onChange, onOpen }: SearchViewProps): ReactNode {
  const { q, type, lifecycleState, season } = search
  const input = { q, type, lifecycleState, season }
  const list = useKept(useList('searchEntities', input, { limit: PAGE }))
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
  const isSet = q !== undefined || type !== undefined || lifecycleState !== undefined || season !== undefined
  const states = types.statesOf(type)
  return (
    <>
      <PageHead title="Graph" lead="Find a style, SKU, material, or supplier, and explore what it’s connected to.">
        <ExportButton request={{ kind: 'entities', parameters: input }} />
      </PageHead>
      <Filters
        onClear={
          isSet
            ? () => onChange({ q: undefined, type: undefined, lifecycleState: undefined, season: undefined })
            : undefined
        }
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
        <Table
          label="Entities"
          columns={columns}
          list={list}
          rowKey={({ id }) => id}
          openKey={q === undefined ? undefined : first?.id}
          empty={
            <Empty title="No entities found.">
              {isSet
                ? 'Each search word must match the beginning of a word in the label. Use fewer words, or clear the filters.'
                : null}
            </Empty>
          }
          onOpen={({ id }) => onOpen(id)}
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

/** The maximum length of the API. */
const MAX_LENGTH = 500

interface SearchFieldProps {
  value: string | undefined
  /** Called while the user types. */
  onChange: (value: string | undefined) => void
  /** Opens the best hit. */
  onEnter: (text: string) => void
  /** Moves the focus to the hits. */
  onDown: () => void
}

/** A text field that searches while the user types. */
function SearchField({ value = '', onChange, onEnter, onDown }: SearchFieldProps): ReactNode {
  const [draft, setDraft] = useState(value)
  const sent = useRef(value)
  const sentAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  useEffect(() => {
    // The URL changed without typing, for example by Back. Text that was typed since is kept.
    if (value !== sent.current) setDraft(value)
    sent.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (text: string) => {
    clearTimeout(timer.current)
    if (text === sent.current) return
    sent.current = text
    sentAt.current = performance.now()
    onChange(text === '' ? undefined : text)
  }
  return (
    <div className="filter search-field">
      <label htmlFor={id}>Search</label>
      <input
        id={id}
        type="search"
        value={draft}
        maxLength={MAX_LENGTH}
        placeholder="Code or name"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setDraft(target.value)
          clearTimeout(timer.current)
          const rest = sentAt.current + REST_MS - performance.now()
          if (rest <= 0) send(target.value.trim())
          else timer.current = setTimeout(() => send(target.value.trim()), rest)
        }}
        onBlur={() => send(draft.trim())}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          send(draft.trim())
          if (event.key === 'Enter') onEnter(draft.trim())
          else onDown()
        }}
      />
    </div>
  )
}

/** A list that keeps its rows until the next are loaded. While `isStale` is true, it must not load another page. */
function useKept<Row, First>(list: ListState<Row, First>): ListState<Row, First> & { isStale: boolean } {
  const kept = useRef(list)
  useEffect(() => {
    if (!list.isPending) kept.current = list
  })
  const isStale = list.isPending && !kept.current.isPending
  return isStale ? { ...kept.current, isFetching: true, hasMore: false, isStale } : { ...list, isStale }
}
