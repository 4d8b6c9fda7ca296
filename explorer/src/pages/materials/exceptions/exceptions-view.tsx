import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ExportButton } from '../../../parts/forms/export-button.tsx'
import { AsCode } from '../../../parts/page/as-code.tsx'
import { Empty } from '../../../parts/page/empty.tsx'
import { Table } from '../../../parts/table/table.tsx'
import { useAddress } from '../../../use-address.ts'
import { materialsSearch } from '../materials-search.ts'
import { exceptionColumns } from './exception-columns.tsx'
import { exceptionFilters } from './exception-filters.ts'
import { ExceptionForm } from './exception-form.tsx'
import { ExceptionPanel } from './exception-panel.tsx'
import { ExceptionSummary } from './exception-summary.tsx'
import './exceptions.css'
import { useExceptions } from './use-exceptions.ts'

/** Where systems disagree, or what they say cannot be right: counted, listed, and each with why. */
export function ExceptionsView(): ReactNode {
  const [search, setSearch] = useAddress(materialsSearch)
  const { list, summary, total, open, isMissing } = useExceptions(search)
  const filters = exceptionFilters(search)
  const close = () => setSearch({ exception: undefined })
  return (
    <>
      <ExceptionForm search={search} codes={summary?.counts.code} onChange={setSearch}>
        <ExportButton request={{ kind: 'position_exceptions', parameters: filters }} />
        {search.system !== undefined && (
          <span className="quiet">The CSV file contains the exceptions of all systems.</span>
        )}
      </ExceptionForm>
      <ExceptionSummary search={search} onChange={setSearch} />
      {isMissing && <Missing isResolved={search.status === 'resolved'} onClose={close} />}
      <Table
        label="Exceptions"
        columns={exceptionColumns}
        list={list}
        rowKey={({ exceptionId }) => exceptionId}
        empty={<NoException status={search.status ?? 'open'} />}
        onOpen={({ exceptionId }) => setSearch({ exception: exceptionId })}
        openKey={open?.exceptionId}
        total={total}
        rowHeight={56}
      />
      <AsCode
        calls={[
          { operationId: 'summarizeMaterialPositionExceptions', input: filters },
          { operationId: 'listMaterialPositionExceptions', input: filters },
        ]}
      />
      {open && <ExceptionPanel key={open.exceptionId} exception={open} onClose={close} />}
    </>
  )
}

function NoException({ status }: { status: 'open' | 'resolved' }): ReactNode {
  const other = status === 'open' ? 'resolved' : 'open'
  return (
    <Empty title={`No ${status} exceptions match these filters.`}>
      Clear a filter, or{' '}
      <Link
        to="/materials"
        search={(before: Record<string, unknown>) => ({ ...materialsSearch(before), status: other })}
      >
        show {other} exceptions
      </Link>
      .
    </Empty>
  )
}

function Missing({ isResolved, onClose }: { isResolved: boolean; onClose: () => void }): ReactNode {
  const status = isResolved ? 'open' : 'resolved'
  return (
    <p className="notice">
      The linked exception is not in the first rows of this list.{' '}
      <Link to="/materials" search={(before: Record<string, unknown>) => ({ ...materialsSearch(before), status })}>
        Show {status} exceptions
      </Link>{' '}
      <button type="button" onClick={onClose}>
        Dismiss
      </button>
    </p>
  )
}
