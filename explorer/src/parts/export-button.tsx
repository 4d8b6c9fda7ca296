import type { CreateExportInput } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../format/numbers.ts'
import { useHasScope } from '../session/session-context.tsx'
import { Problem } from './states.tsx'
import { type ExportWork, useExportWork } from './use-export-work.ts'

/** Exports what a page shows as CSV, with the same filters, and downloads the file when it is completed. */
export function ExportButton({ request, text = 'CSV' }: { request: CreateExportInput; text?: string }): ReactNode {
  const canExport = useHasScope('exports:create')
  const work = useExportWork()
  if (!canExport) {
    return (
      <button type="button" aria-disabled="true" title="Requires the scope exports:create">
        {text} <span className="lacking">requires exports:create</span>
      </button>
    )
  }
  return (
    <span className="export-button">
      <button type="button" aria-disabled={work.isBusy} onClick={() => !work.isBusy && work.create(request)}>
        {text}
      </button>
      <span role="status">{progressText(work)}</span>
      {work.phase === 'failed' && <Problem isOwn error={work.error} onRetry={() => work.create(request)} />}
    </span>
  )
}

function progressText({ phase, isBusy, job }: ExportWork): string {
  const rows = job?.progress.rows ?? 0
  if (isBusy) return rows === 0 ? ' Preparing …' : ` ${formatCount(rows, 'row')} …`
  return phase === 'saved' ? ` Downloaded, ${formatCount(job?.rowCount ?? 0, 'row')}` : ''
}
