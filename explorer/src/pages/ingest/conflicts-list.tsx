import { Link } from '@tanstack/react-router'
import type { IngestConflict } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { Filters, TextFilter } from '../../parts/filters.tsx'
import { chipsOf } from '../../parts/find/chips.ts'
import { SidePanel } from '../../parts/layout.tsx'
import { Notices } from '../../parts/notices.tsx'
import { Empty } from '../../parts/states.tsx'
import { useList } from '../../parts/use-list.ts'
import { CopyId } from '../../parts/values.tsx'
import { WholeRecord } from '../../parts/whole-record.tsx'
import type { Column } from '../../table/column.ts'
import { useAddress } from '../../use-address.ts'
import { IngestList, NextStepText } from './ingest-list.tsx'
import { ingestSearch } from './ingest-search.ts'

const columns: readonly Column<IngestConflict>[] = [
  {
    name: 'Code',
    width: 'minmax(10rem, 1fr)',
    cell: ({ value }) => <code>{value}</code>,
    values: ({ value }) => ({ Code: value }),
  },
  { name: 'Kind', width: 'minmax(9rem, 1fr)', cell: ({ kind }) => kind, values: ({ kind }) => ({ Kind: kind }) },
  {
    name: 'System',
    width: 'minmax(8rem, 1fr)',
    cell: ({ system, instance }) => `${system} / ${instance}`,
    values: ({ system, instance }) => ({ System: system, Instance: instance }),
  },
  {
    name: 'Entity count',
    width: '8rem',
    align: 'right',
    cell: ({ entityCount }) => formatNumber(entityCount),
    values: ({ entityCount }) => ({ 'Entity count': entityCount }),
  },
  {
    name: 'Entities',
    width: 'minmax(18rem, 3fr)',
    cell: ({ entities }) => {
      const labels = entities.map(({ label }) => label).join(', ')
      return (
        <span className="long" title={labels}>
          {labels}
        </span>
      )
    },
    values: ({ entities }) => ({ Entities: entities.map(({ label }) => label).join(', ') }),
  },
]

const keyOf = ({ kind, value, system, instance }: IngestConflict) => [kind, value, system, instance].join('/')

/** Codes that several entities have. */
export function ConflictsList(): ReactNode {
  const [{ kind, system }, setSearch] = useAddress(ingestSearch)
  const list = useList('listIngestConflicts', { kind, system })
  const isFiltered = kind !== undefined || system !== undefined
  return (
    <>
      <p>Codes that several live entities share. Lookups by such a code are ambiguous until only one entity has it.</p>
      <Filters
        chips={chipsOf({ kind, system }, { kind: 'Kind of code', system: 'System' }, (name) =>
          setSearch({ [name]: undefined }),
        )}
        onClear={() => setSearch({ kind: undefined, system: undefined })}
      >
        <TextFilter
          label="Kind of code"
          value={kind}
          placeholder="material_number"
          onChange={(text) => setSearch({ kind: text })}
        />
        <TextFilter label="System" value={system} placeholder="erp" onChange={(text) => setSearch({ system: text })} />
      </Filters>
      <IngestList
        label="Conflicts"
        columns={columns}
        list={list}
        rowKey={keyOf}
        empty={
          isFiltered ? (
            <>
              <Notices
                notices={list.first?.meta.notices}
                onUse={(name, value, options) => setSearch({ [name]: value }, options)}
              />
              <Empty title="No duplicate codes match these filters.">Change or clear the filters.</Empty>
            </>
          ) : (
            <Empty title="No duplicate codes.">Every code belongs to one entity.</Empty>
          )
        }
        call={{ operationId: 'listIngestConflicts', input: { kind, system } }}
        panelOf={(row, onClose) => <ConflictPanel conflict={row} onClose={onClose} />}
      />
    </>
  )
}

const next = {
  step: 'Fix the source so that only one entity has the code. The conflict is resolved when the source sends the other entities without it.',
  docs: '/docs/reference/event-format#codes',
}

function ConflictPanel({ conflict, onClose }: { conflict: IngestConflict; onClose: () => void }): ReactNode {
  const { kind, value, entities, entityCount } = conflict
  const others = entityCount - entities.length
  return (
    <SidePanel title={`${formatCode(kind)} ${value}`} onClose={onClose}>
      <p>
        <CopyId id={value} /> belongs to {formatCount(entityCount, 'entity', 'entities')}:
      </p>
      <ul className="plain-list">
        {entities.map(({ id, type, label }) => (
          <li key={id}>
            <Link to="/graph" search={{ entity: id }}>
              {label}
            </Link>{' '}
            <span className="quiet">{formatCode(type)}</span>
          </li>
        ))}
        {others > 0 && <li className="quiet">and {formatNumber(others)} more</li>}
      </ul>
      <NextStepText next={next} />
      <WholeRecord value={conflict} />
    </SidePanel>
  )
}
