import type { ReactNode } from 'react'
import { AsCode } from '../../parts/as-code.tsx'
import type { Call } from '../../parts/call-text.ts'
import { Table, type TableProps } from '../../table/table.tsx'
import { useAddress, useAddressOf } from '../../use-address.ts'
import { ingestSearch } from './ingest-search.ts'
import type { NextStep } from './next-steps.ts'

interface IngestListProps<Row> extends Omit<TableProps<Row>, 'onOpen' | 'openKey'> {
  call: Call
  /** Renders the open row in the panel. */
  panelOf: (row: Row, onClose: () => void) => ReactNode
}

/** A table whose open row is in the URL by its key, and in a panel next to the table. */
export function IngestList<Row>({ call, panelOf, ...table }: IngestListProps<Row>): ReactNode {
  const [{ open }, setSearch] = useAddress(ingestSearch)
  const addressOf = useAddressOf(ingestSearch)
  const { list, rowKey } = table
  const row = list.rows.find((one) => rowKey(one) === open)
  return (
    <>
      <Table
        {...table}
        onOpen={(one) => setSearch({ open: rowKey(one) })}
        hrefOf={(one) => addressOf({ open: rowKey(one) })}
        openKey={open}
      />
      {open !== undefined && row === undefined && !list.isFetching && (
        <p className="notice">
          The linked row is not in the loaded rows. Scroll to load more rows, or narrow the filters.
        </p>
      )}
      <AsCode calls={[call]} />
      {row && panelOf(row, () => setSearch({ open: undefined }))}
    </>
  )
}

/** The recommended step, with a link to the docs. */
export function NextStepText({ next: { step, docs } }: { next: NextStep }): ReactNode {
  return (
    <p className="next-step">
      <b>Next step:</b> {step} <a href={docs}>Read the docs</a>
    </p>
  )
}
