import { useQueries } from '@tanstack/react-query'
import type { Relationship, RelationshipEnd, RelationshipOption, RelationshipPage } from '@tenant-data/client'
import { type ReactNode, useState } from 'react'
import { hidesContent } from '../../../failures/passing-cause.ts'
import { formatCode } from '../../../format/names.ts'
import { ExportButton } from '../../../parts/export-button.tsx'
import { SidePanel } from '../../../parts/layout.tsx'
import { Problem, Skeleton } from '../../../parts/states.tsx'
import { useList, wholeList } from '../../../parts/use-list.ts'
import { readQuery, useRead } from '../../../parts/use-read.ts'
import { Titled } from '../../../parts/values.tsx'
import { WholeRecord } from '../../../parts/whole-record.tsx'
import { useClient } from '../../../session/session-context.tsx'
import type { Column } from '../../../table/column.ts'
import { Table } from '../../../table/table.tsx'
import { useAddressOf } from '../../../use-address.ts'
import { graphSearch, walkTo } from '../graph-search.ts'
import { propertyText, relationshipText } from '../graph-text.ts'
import { TypeMark } from '../type-sign.tsx'
import { countRelationships, countText, optionOf, type RelationshipCount } from './relationship-counts.ts'

const other = ({ direction, from, to }: Relationship): RelationshipEnd => (direction === 'outgoing' ? to : from)

const columnsWith = (onRecord: (row: Relationship) => void): readonly Column<Relationship>[] => [
  {
    name: 'Relationship',
    width: '12rem',
    cell: ({ type, direction }) => relationshipText(type, direction),
    values: ({ type, direction }) => ({ Relationship: relationshipText(type, direction) }),
  },
  {
    name: 'Entity',
    width: 'minmax(14rem, 2fr)',
    cell: (row) => <End end={other(row)} />,
    values: (row) => ({ Entity: other(row).label, ID: other(row).id }),
  },
  {
    name: 'Type',
    width: '8rem',
    cell: (row) => <TypeMark type={other(row).type} />,
    values: (row) => ({ Type: formatCode(other(row).type) }),
  },
  {
    name: 'Details',
    width: 'minmax(14rem, 3fr)',
    cell: ({ properties }) => <Titled text={propertyText(properties)} />,
    values: ({ properties }) => ({ Details: propertyText(properties) }),
  },
  {
    name: 'Source',
    width: '5rem',
    cell: ({ source }) => source.system,
    values: ({ source }) => ({ Source: source.system }),
  },
  {
    name: 'Record',
    width: '6.5rem',
    cell: (row) => (
      <button
        type="button"
        onClick={(event) => {
          event.stopPropagation()
          onRecord(row)
        }}
      >
        Record
      </button>
    ),
    values: null,
  },
]

function End({ end: { label, listed } }: { end: RelationshipEnd }): ReactNode {
  const text = label ?? 'No name'
  return (
    <span title={text} className={listed ? undefined : 'quiet'}>
      {text}
      {!listed && ' (not published)'}
    </span>
  )
}

interface RelationshipsCardProps {
  entityId: string
  options: readonly RelationshipOption[]
  /** The type that is listed, as in the URL. */
  relationship: string | undefined
  onChoose: (relationship: string | undefined) => void
  onOpen: (id: string) => void
}

/**
 * The relationships of an entity, counted by type and direction, and listed. Enter opens the entity at the other end.
 */
export function RelationshipsCard(props: RelationshipsCardProps): ReactNode {
  const { entityId, options, relationship, onChoose, onOpen } = props
  const { first, counts, error, refetch } = useRelationshipCounts(entityId, options)
  const chosen = optionOf(relationship, options)
  const addressOf = useAddressOf(graphSearch)
  const filter = chosen ? { relationshipType: [chosen.type], direction: chosen.direction } : {}
  // A list that the counts have loaded completely is not requested again.
  const isLoaded = first !== undefined && first.links.next === null
  const paged = useList(
    'listEntityRelationships',
    { entityId, ...filter },
    { enabled: first !== undefined && !isLoaded },
  )
  const list = isLoaded ? loaded(first.data, chosen) : { ...paged, error: error ?? paged.error }
  const [record, setRecord] = useState<Relationship | null>(null)
  const total = counts?.reduce((sum, { count }) => sum + count, 0) ?? 0
  const isWhole = counts?.every((one) => one.isWhole) ?? false
  const own = counts?.find(({ key }) => key === relationship)
  return (
    <section className="relationships" aria-labelledby="relationships">
      <header>
        <h2 id="relationships">Relationships</h2>
        <ExportButton request={{ kind: 'relationships', parameters: { entityId, ...filter } }} />
      </header>
      {hidesContent(error, counts !== undefined) && <Problem error={error} onRetry={refetch} />}
      {counts === undefined && error === null && <Skeleton lines={1} />}
      {counts && counts.length > 0 && (
        <fieldset className="kinds">
          <legend className="visually-hidden">Relationships by type</legend>
          <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(undefined)}>
            All <b>{countText({ count: total, isWhole })}</b>
          </button>
          {counts.map(({ key, type, direction, ...count }) => (
            <button type="button" key={key} aria-pressed={key === relationship} onClick={() => onChoose(key)}>
              {relationshipText(type, direction)} <b>{countText(count)}</b>
            </button>
          ))}
        </fieldset>
      )}
      <Table
        label="Relationships"
        columns={columnsWith(setRecord)}
        list={list}
        rowKey={({ id, direction }) => `${id} ${direction}`}
        total={own?.isWhole ? own.count : isWhole && chosen === null ? total : undefined}
        empty="No relationships match."
        onOpen={(row) => (other(row).listed ? onOpen(other(row).id) : setRecord(row))}
        hrefOf={(row) => (other(row).listed ? addressOf(walkTo(other(row).id)) : undefined)}
      />
      {record && (
        <SidePanel title={relationshipText(record.type, record.direction)} onClose={() => setRecord(null)}>
          <WholeRecord value={record} />
        </SidePanel>
      )}
    </section>
  )
}

/** The state of a list that is loaded completely: its rows of one type and direction, or all. */
function loaded(rows: readonly Relationship[], chosen: Pick<RelationshipOption, 'type' | 'direction'> | null) {
  const isOf = ({ type, direction }: Relationship) =>
    chosen === null || (type === chosen.type && direction === chosen.direction)
  return wholeList(rows.filter(isOf))
}

const MOST = 1000

/**
 * The number of relationships of each type of an entity. It takes one request, and if the entity has more than one
 * page, one more for each type that the page did not contain completely.
 */
function useRelationshipCounts(
  entityId: string,
  options: readonly RelationshipOption[],
): {
  /** The first page of all relationships. */
  first: RelationshipPage | undefined
  counts: RelationshipCount[] | undefined
  error: Error | null
  refetch: () => void
} {
  const client = useClient()
  const first = useRead('listEntityRelationships', { entityId, limit: MOST })
  const counts = first.data && countRelationships(first.data.data, first.data.links.next !== null, options)
  const open = counts?.filter(({ isWhole }) => !isWhole) ?? []
  const rests = useQueries({
    queries: open.map(({ type, direction }) => {
      const input = { entityId, relationshipType: [type], direction, limit: MOST }
      return readQuery(client, 'listEntityRelationships', input)
    }),
  })
  const counted = counts?.map((count) => {
    const page = rests[open.indexOf(count)]?.data
    return page ? { ...count, count: page.data.length, isWhole: page.links.next === null } : count
  })
  return {
    first: first.data,
    counts: counted?.filter(({ count, isWhole }) => count > 0 || !isWhole),
    error: first.error ?? rests.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => {
      void first.refetch()
      for (const { isError, refetch } of rests) if (isError) void refetch()
    },
  }
}
