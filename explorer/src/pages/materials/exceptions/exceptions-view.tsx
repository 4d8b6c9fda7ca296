import { Link } from '@tanstack/react-router'
import { type ExceptionStatus, exceptionStatusValues, type PositionExceptionCounts } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { AsCode } from '../../../parts/as-code.tsx'
import { ExportButton } from '../../../parts/export-button.tsx'
import { Filters, named, SelectFilter } from '../../../parts/filters.tsx'
import { Empty } from '../../../parts/states.tsx'
import { Table } from '../../../parts/table.tsx'
import { useAddress } from '../../../use-address.ts'
import { type MaterialsSearch, materialsSearch, severities } from '../materials-search.ts'
import { RefPicker } from '../ref-picker.tsx'
import { exceptionColumns } from './exception-columns.tsx'
import { ExceptionPanel } from './exception-panel.tsx'
import { ExceptionSummary } from './exception-summary.tsx'
import { exceptionFilters } from './exceptions.ts'
import { useExceptions } from './use-exceptions.ts'
import './exceptions.css'

/** The exceptions: counted, listed, and each with its explanation. */
export function ExceptionsView(): ReactNode {
  const [search, setSearch] = useAddress(materialsSearch)
  const { list, summary, total, open, isMissing } = useExceptions(search)
  const filters = exceptionFilters(search)
  const { status = 'open' } = search
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
      {isMissing && <Missing status={status} onClose={close} />}
      <Table
        label="Exceptions"
        columns={exceptionColumns}
        list={list}
        rowKey={({ exceptionId }) => exceptionId}
        empty={<NoException status={status} />}
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

function NoException({ status }: { status: ExceptionStatus }): ReactNode {
  const other = otherThan(status)
  return (
    <Empty title={`No ${status} exceptions match these filters.`}>
      Clear a filter, or{' '}
      <Link to="/materials" search={withStatus(other)}>
        show {other} exceptions
      </Link>
      .
    </Empty>
  )
}

function Missing({ status, onClose }: { status: ExceptionStatus; onClose: () => void }): ReactNode {
  const other = otherThan(status)
  return (
    <p className="notice">
      The linked exception is not in the first rows of this list.{' '}
      <Link to="/materials" search={withStatus(other)}>
        Show {other} exceptions
      </Link>{' '}
      <button type="button" onClick={onClose}>
        Dismiss
      </button>
    </p>
  )
}

function otherThan(status: ExceptionStatus): ExceptionStatus {
  return status === 'open' ? 'resolved' : 'open'
}

const withStatus = (status: ExceptionStatus) => (before: Record<string, unknown>) => ({
  ...materialsSearch(before),
  status,
})

interface ExceptionFormProps {
  search: MaterialsSearch
  /** All codes, once they are loaded. */
  codes: PositionExceptionCounts['code'] | undefined
  onChange: (change: Partial<MaterialsSearch>) => void
  /** Rendered after the filters. */
  children: ReactNode
}

function ExceptionForm({ search, codes, onChange, children }: ExceptionFormProps): ReactNode {
  const { code, severity, status, material, factory, system } = search
  const known = codes ? (Object.keys(codes) as (keyof typeof codes)[]) : [code].filter((one) => one !== undefined)
  const none = { code: undefined, severity: undefined, status: undefined, material: undefined, factory: undefined }
  const isFiltered = [code, severity, status, material, factory, system].some((one) => one !== undefined)
  return (
    <Filters onClear={isFiltered ? () => onChange({ ...none, system: undefined }) : undefined}>
      <RefPicker kind="material" value={material} onChange={(ref) => onChange({ material: ref })} />
      <RefPicker kind="factory" value={factory} onChange={(ref) => onChange({ factory: ref })} />
      <SelectFilter label="Code" value={code} options={named(known)} onChange={(one) => onChange({ code: one })} />
      <SelectFilter
        label="Severity"
        value={severity}
        options={named(severities)}
        onChange={(one) => onChange({ severity: one })}
      />
      <SelectFilter
        label="Status"
        value={status ?? 'open'}
        options={named(exceptionStatusValues)}
        all={null}
        onChange={(one) => onChange({ status: one === 'open' ? undefined : one })}
      />
      {children}
    </Filters>
  )
}
