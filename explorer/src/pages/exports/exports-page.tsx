import type { ExportJob } from '@tenant-data/client'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { AsCode } from '../../parts/as-code.tsx'
import { PageHead } from '../../parts/layout.tsx'
import { Empty } from '../../parts/states.tsx'
import { useExportWork } from '../../parts/use-export-work.ts'
import { useList } from '../../parts/use-list.ts'
import { Table } from '../../table/table.tsx'
import { useAddress, useAddressOf } from '../../use-address.ts'
import { exportColumns } from './export-columns.tsx'
import { ExportForm } from './export-form.tsx'
import { ExportPanel } from './export-panel.tsx'
import { ExportProgress } from './export-progress.tsx'
import {
  changedFilters,
  exportsSearch,
  FIRST_FORMAT,
  FIRST_KIND,
  filtersOf,
  formatInUrl,
  fromUrl,
  requestOf,
  toUrl,
} from './exports-search.ts'
import { useFollowed, useNow } from './use-exports.ts'
import './exports.css'

/** Exports: a form for a new one, its progress, and the list of all exports. */
export function ExportsPage(): ReactNode {
  const [search, setSearch] = useAddress(exportsSearch)
  const addressOf = useAddressOf(exportsSearch)
  const { exportId, kind = FIRST_KIND, format = FIRST_FORMAT } = search
  const filters = useMemo(() => fromUrl(kind, { ...search }), [kind, search])
  const work = useExportWork()
  const { isBusy } = work
  const list = useList('listExports', {})
  const rows = useFollowed(list.rows, work.job)
  const now = useNow()
  const submit = useRef<HTMLButtonElement>(null)
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    if (!isFilled || exportId !== undefined) return
    submit.current?.focus()
    setFilled(false)
  }, [isFilled, exportId])
  const again = (job: ExportJob) => {
    const same = filtersOf(job.kind, job.parameters)
    setSearch({
      ...toUrl(changedFilters(filters, same)),
      kind: job.kind,
      format: formatInUrl(job.format),
      exportId: undefined,
    })
    setFilled(true)
  }
  const actions = { isBusy, onDownload: work.download, onAgain: again }
  return (
    <>
      <PageHead title="Exports" lead="Download all matching rows as one file." />
      <ExportForm
        kind={kind}
        format={format}
        filters={filters}
        isBusy={isBusy}
        error={work.error}
        onKind={(chosen) => {
          if (!isBusy) work.stop()
          setSearch({ kind: chosen })
        }}
        onFormat={(chosen) => setSearch({ format: formatInUrl(chosen) }, { replace: true })}
        onFilters={(changed) => setSearch(toUrl(changed), { replace: true })}
        onCreate={work.create}
        submit={submit}
      />
      <ExportProgress work={work} />
      <h2>Recent exports of the organization</h2>
      <div className="export-list">
        <Table
          label="Exports"
          columns={exportColumns(now, actions)}
          list={{ ...list, rows }}
          rowKey={(job) => job.exportId}
          rowHeight={56}
          empty={<Empty title="No exports yet.">Choose a kind of export above.</Empty>}
          onOpen={(job) => setSearch({ exportId: job.exportId })}
          hrefOf={(job) => addressOf({ exportId: job.exportId })}
          openKey={exportId}
        />
      </div>
      <AsCode
        calls={[
          { operationId: 'createExport', input: requestOf(kind, format, filters) },
          { operationId: 'listExports', input: {} },
        ]}
      />
      {exportId !== undefined && (
        <ExportPanel
          key={exportId}
          exportId={exportId}
          listed={rows.find((job) => job.exportId === exportId)}
          actions={actions}
          onClose={() => setSearch({ exportId: undefined })}
        />
      )}
    </>
  )
}
