import { Link } from '@tanstack/react-router'
import type { ExceptionStatus, PositionException } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { AsCode } from '../../../parts/as-code.tsx'
import { ExportButton } from '../../../parts/export-button.tsx'
import { Notices } from '../../../parts/notices.tsx'
import { Empty, Problem } from '../../../parts/states.tsx'
import { Table } from '../../../table/table.tsx'
import { useAddress, useAddressOf } from '../../../use-address.ts'
import { materialsSearch } from '../materials-search.ts'
import { exceptionColumns } from './exception-columns.tsx'
import { ExceptionFilters } from './exception-filters.tsx'
import { ExceptionPanel } from './exception-panel.tsx'
import { ExceptionSummary } from './exception-summary.tsx'
import { exceptionFilters } from './exceptions.ts'
import { useExceptions } from './use-exceptions.ts'
import './exceptions.css'

/** The exceptions: counted, listed, and each with its explanation. */
export function ExceptionsView(): ReactNode {
  const [search, setSearch] = useAddress(materialsSearch)
  const addressOf = useAddressOf(materialsSearch)
  const { list, summary, open, openError } = useExceptions(search)
  const filters = exceptionFilters(search)
  const { status = 'open' } = search
  const close = () => setSearch({ exception: undefined })
  return (
    <>
      <ExceptionFilters search={search} codes={summary?.counts.code} onChange={setSearch}>
        <ExportButton request={{ kind: 'position_exceptions', parameters: filters }} />
      </ExceptionFilters>
      <ExceptionSummary search={search} onChange={setSearch} />
      {openError !== null && (
        <div>
          <Problem error={openError} />
          <button type="button" onClick={close}>
            Dismiss
          </button>
        </div>
      )}
      <Table
        label="Exceptions"
        columns={exceptionColumns}
        list={list}
        rowKey={({ exceptionId }) => exceptionId}
        empty={
          <>
            <Notices
              notices={list.first?.meta.notices}
              onUse={(name, value, options) => setSearch({ [name]: value }, options)}
            />
            <NoException status={status} />
          </>
        }
        onOpen={({ exceptionId }) => setSearch({ exception: exceptionId })}
        hrefOf={({ exceptionId }) => addressOf({ exception: exceptionId })}
        openKey={open?.exceptionId}
        total={summary?.counts.exceptions}
        rowHeight={56}
      />
      <AsCode
        calls={[
          { operationId: 'summarizeMaterialPositionExceptions', input: filters },
          { operationId: 'listMaterialPositionExceptions', input: filters },
          ...(open ? [{ operationId: 'getMaterialPositionException' as const, input: idOf(open) }] : []),
        ]}
      />
      {open && <ExceptionPanel key={open.exceptionId} exception={open} onClose={close} />}
    </>
  )
}

const idOf = ({ exceptionId }: PositionException) => ({ exceptionId })

function NoException({ status }: { status: ExceptionStatus }): ReactNode {
  const other = status === 'open' ? 'resolved' : 'open'
  return (
    <Empty title={`No ${status} exceptions match these filters.`}>
      Clear a filter, or{' '}
      <Link to="/materials" search={withFilter({ status: other })}>
        show {other} exceptions
      </Link>
      .
    </Empty>
  )
}

const withFilter = (filter: object) => (before: Record<string, unknown>) => ({ ...materialsSearch(before), ...filter })
