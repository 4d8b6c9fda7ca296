import type { ExportJob } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatBytes, formatCount } from '../../format/numbers.ts'
import { formatAge } from '../../format/times.ts'
import { StatusMark } from '../../parts/marks.tsx'
import { Count, Nothing, Time } from '../../parts/values.tsx'
import type { Column } from '../../table/column.ts'
import { exportFormats } from './export-formats.ts'
import { exportKinds } from './export-kinds.ts'
import { parametersText } from './export-texts.ts'

/** The columns of the list. Ages are relative to `now`. */
export function exportColumns(now: number, actions: OfJob): readonly Column<ExportJob>[] {
  return [
    {
      name: 'Export',
      width: 'minmax(14rem, 2fr)',
      cell: (job) => <What job={job} />,
      values: (job) => ({
        Export: exportKinds[job.kind].name,
        Format: exportFormats[job.format].name,
        Parameters: parametersText(job),
      }),
    },
    {
      name: 'State',
      width: '10.5rem',
      cell: (job) => <State job={job} />,
      values: ({ status, errorCode }) => ({ State: formatCode(status), Error: errorCode }),
    },
    {
      name: 'Rows',
      width: '6.5rem',
      align: 'right',
      cell: ({ rowCount }) => <Count value={rowCount} />,
      values: ({ rowCount }) => ({ Rows: rowCount }),
    },
    {
      name: 'Size',
      width: '6rem',
      align: 'right',
      cell: ({ byteSize }) => (byteSize === null ? none : formatBytes(byteSize)),
      values: ({ byteSize }) => ({ 'Size in bytes': byteSize }),
    },
    {
      name: 'Created',
      width: '10.5rem',
      cell: ({ createdAt }) => (
        <>
          <Time value={createdAt} />
          <small>{formatAge(createdAt, now)}</small>
        </>
      ),
      values: ({ createdAt }) => ({ Created: createdAt }),
    },
    {
      name: 'File available until',
      width: '10.5rem',
      cell: (job) => <Until job={job} now={now} />,
      values: ({ expiresAt }) => ({ 'File available until': expiresAt }),
    },
    { name: 'Actions', width: '12.5rem', cell: (job) => <JobActions job={job} {...actions} />, values: null },
  ]
}

const none = <Nothing />

function What({ job }: { job: ExportJob }): ReactNode {
  const parameters = parametersText(job)
  return (
    <>
      {exportKinds[job.kind].name}, {exportFormats[job.format].name}
      <small className="long" title={parameters}>
        {parameters}
      </small>
    </>
  )
}

function State({ job }: { job: ExportJob }): ReactNode {
  const { status, progress, errorCode } = job
  return (
    <>
      <StatusMark status={status} />
      {status === 'running' && <small>{formatCount(progress.rows, 'row')} so far</small>}
      {errorCode !== null && <small title={errorCode}>{formatCode(errorCode)}</small>}
    </>
  )
}

function Until({ job: { status, expiresAt }, now }: { job: ExportJob; now: number }): ReactNode {
  if (status !== 'completed' || expiresAt === null) return none
  return (
    <>
      {formatAge(expiresAt, now)}
      <small>
        <Time value={expiresAt} />
      </small>
    </>
  )
}

/** The actions of an export in the list. */
export interface OfJob {
  /** True while another file is created or downloaded. */
  isBusy: boolean
  onDownload: (job: ExportJob) => void
  /** Fills the form with the parameters of the export. */
  onAgain: (job: ExportJob) => void
}

/** Buttons that download the file while it is available, and that repeat the export. */
export function JobActions({ job, isBusy, onDownload, onAgain }: OfJob & { job: ExportJob }): ReactNode {
  return (
    <span className="job-actions">
      {job.status === 'completed' && (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={(event) => {
            // A click on the row would open it.
            event.stopPropagation()
            if (!isBusy) onDownload(job)
          }}
        >
          Download
        </button>
      )}
      <button
        type="button"
        onClick={(event) => {
          event.stopPropagation()
          onAgain(job)
        }}
      >
        Again
      </button>
    </span>
  )
}
