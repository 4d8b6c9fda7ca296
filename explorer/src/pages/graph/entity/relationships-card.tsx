import type { Relationship, RelationshipEnd, RelationshipOption } from '@tenant-data/client'
import { type ReactNode, useState } from 'react'
import { formatCode } from '../../../format/format-count.ts'
import { useList } from '../../../parts/data/use-list.ts'
import { ExportButton } from '../../../parts/forms/export-button.tsx'
import { WholeRecord } from '../../../parts/marks/whole-record.tsx'
import { Problem } from '../../../parts/page/problem.tsx'
import { SidePanel } from '../../../parts/page/side-panel.tsx'
import { Skeleton } from '../../../parts/page/skeleton.tsx'
import { type Column, Table } from '../../../parts/table/table.tsx'
import { relationshipText } from '../relationship-text.ts'
import { propertyText } from './property-text.ts'
import { countText, optionOf } from './relationship-counts.ts'
import { useRelationshipCounts } from './use-relationship-counts.ts'

const other = ({ direction, from, to }: Relationship): RelationshipEnd => (direction === 'outgoing' ? to : from)

const columnsWith = (onRecord: (row: Relationship) => void): readonly Column<Relationship>[] => [
  { name: 'Relationship', width: '12rem', cell: ({ type, direction }) => relationshipText(type, direction) },
  { name: 'Entity', width: 'minmax(14rem, 2fr)', cell: (row) => <End end={other(row)} /> },
  { name: 'Type', width: '8rem', cell: (row) => formatCode(other(row).type) },
  {
    name: 'Details',
    width: 'minmax(14rem, 3fr)',
    cell: ({ properties }) => <Said text={propertyText(properties)} />,
  },
  { name: 'Source', width: '5rem', cell: ({ source }) => source.system },
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

const Said = ({ text }: { text: string }): ReactNode => <span title={text}>{text}</span>

interface RelationshipsCardProps {
  entityId: string
  options: readonly RelationshipOption[]
  /** The type that is listed, as in the address. */
  relationship: string | undefined
  onChoose: (relationship: string | undefined) => void
  onOpen: (id: string) => void
}

/** The relationships of an entity, counted by type and direction, and listed; Enter walks on to the other end. */
export function RelationshipsCard(props: RelationshipsCardProps): ReactNode {
  const { entityId, options, relationship, onChoose, onOpen } = props
  const { counts, error, refetch } = useRelationshipCounts(entityId, options)
  const chosen = optionOf(relationship, options)
  const filter = chosen ? { relationshipType: [chosen.type], direction: chosen.direction } : {}
  const list = useList('listEntityRelationships', { entityId, ...filter })
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
      {error && <Problem error={error} onRetry={refetch} />}
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
      />
      {record && (
        <SidePanel title={relationshipText(record.type, record.direction)} onClose={() => setRecord(null)}>
          <WholeRecord value={record} />
        </SidePanel>
      )}
    </section>
  )
}
