import type { IngestConflict } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { useList } from '../../../parts/data/use-list.ts'
import { Filters, TextFilter } from '../../../parts/forms/filters.tsx'
import { AsCode } from '../../../parts/page/as-code.tsx'
import { Empty } from '../../../parts/page/empty.tsx'
import { type Column, Table } from '../../../parts/table/table.tsx'
import { useAddress } from '../../../use-address.ts'
import { ingestSearch } from '../ingest-search.ts'
import { NotRead } from '../not-read.tsx'
import { ConflictPanel } from './conflict-panel.tsx'

const columns: readonly Column<IngestConflict>[] = [
  { name: 'Code', width: 'minmax(10rem, 1fr)', cell: ({ value }) => <code>{value}</code> },
  { name: 'Kind', width: 'minmax(9rem, 1fr)', cell: ({ kind }) => kind },
  { name: 'System', width: 'minmax(8rem, 1fr)', cell: ({ system, instance }) => `${system} / ${instance}` },
  {
    name: 'Entity count',
    width: '8rem',
    align: 'right',
    cell: ({ entityCount }) => entityCount.toLocaleString('en-GB'),
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
  },
]

const keyOf = ({ kind, value, system, instance }: IngestConflict) => [kind, value, system, instance].join('/')

/** Codes that several entities claim. */
export function ConflictsList(): ReactNode {
  const [{ kind, system, open }, setSearch] = useAddress(ingestSearch)
  const list = useList('listIngestConflicts', { kind, system })
  const row = list.rows.find((one) => keyOf(one) === open)
  const isFiltered = kind !== undefined || system !== undefined
  return (
    <>
      <p>Codes that several live entities share. Lookups by such a code are ambiguous until only one entity has it.</p>
      <Filters onClear={isFiltered ? () => setSearch({ kind: undefined, system: undefined }) : undefined}>
        <TextFilter
          label="Kind of code"
          value={kind}
          placeholder="material_number"
          onChange={(text) => setSearch({ kind: text })}
        />
        <TextFilter label="System" value={system} placeholder="erp" onChange={(text) => setSearch({ system: text })} />
      </Filters>
      <Table
        label="Conflicts"
        columns={columns}
        list={list}
        rowKey={keyOf}
        empty={
          isFiltered ? (
            <Empty title="No duplicate codes match these filters.">
              Kind and system must match exactly. Change or clear the filters.
            </Empty>
          ) : (
            <Empty title="No duplicate codes.">Every code belongs to one entity.</Empty>
          )
        }
        onOpen={(one) => setSearch({ open: keyOf(one) })}
        openKey={open}
      />
      {open !== undefined && row === undefined && <NotRead isPending={list.isFetching} />}
      <AsCode calls={[{ operationId: 'listIngestConflicts', input: { kind, system } }]} />
      {row && <ConflictPanel conflict={row} onClose={() => setSearch({ open: undefined })} />}
    </>
  )
}
