import { ApiProblem, type ExportJob } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatBytes, formatCount } from '../../format/numbers.ts'
import { Problem } from '../../parts/states.tsx'
import type { ExportWork } from '../../parts/use-export-work.ts'
import { exportKinds } from './export-kinds.ts'
import { tookText } from './export-texts.ts'

/** The progress of the requested file, then its size and duration, or the reason why it failed. */
export function ExportProgress({ work }: { work: ExportWork }): ReactNode {
  const { phase, isBusy, job, error, download, stop } = work
  return (
    <div className="export-progress">
      <p role="status">{phase === 'saved' && job !== null ? <Saved job={job} /> : isBusy && busyText(work)}</p>
      {isBusy && (
        <>
          <progress aria-label="Export in progress" />
          {phase === 'waiting' && (
            <button type="button" onClick={stop}>
              Stop waiting
            </button>
          )}
        </>
      )}
      {phase === 'failed' && (
        <Failed job={job} error={error} onRetry={job === null ? undefined : () => download(job)} />
      )}
    </div>
  )
}

function busyText({ phase, job }: ExportWork): string {
  if (phase === 'creating') return 'Creating the export …'
  if (phase === 'saving') return 'Downloading and checking the file …'
  if (job === null || job.status === 'queued') return 'The export is queued …'
  return `The file is being written: ${formatCount(job.progress.rows, 'row')} so far …`
}

function Saved({ job }: { job: ExportJob }): ReactNode {
  const { kind, rowCount, byteSize, sha256 } = job
  return (
    <>
      <span aria-hidden="true">✓</span> <b>{exportKinds[kind].name}</b> downloaded: {formatCount(rowCount ?? 0, 'row')},{' '}
      {formatBytes(byteSize ?? 0)}, created in {tookText(job)}. Checksum verified
      {sha256 !== null && (
        <>
          {' '}
          (SHA-256 <code>{sha256.slice(0, 12)}…</code>)
        </>
      )}
      .
    </>
  )
}

function Failed({
  job,
  error,
  onRetry,
}: {
  job: ExportJob | null
  error: Error | null
  onRetry: (() => void) | undefined
}): ReactNode {
  if (job?.status === 'failed') return <FailureReason job={job} />
  return (
    <>
      <Problem isOwn error={error} {...(onRetry && { onRetry })} />
      {job === null && !(error instanceof ApiProblem) && (
        <p className="notice">The export might have been created anyway. Check the list before you retry.</p>
      )}
    </>
  )
}

/** The reason why an export failed, and what to do. */
export function FailureReason({ job: { errorCode } }: { job: ExportJob }): ReactNode {
  return (
    <div className="problem" role="alert">
      <h2>The export failed{errorCode !== null && `: ${formatCode(errorCode)}`}</h2>
      <p>No file was created. Fix the cause, and create the export again.</p>
      {errorCode !== null && (
        <p className="problem-foot">
          <a href={`/docs/problems/${errorCode}`}>
            About <code>{errorCode}</code>
          </a>
        </p>
      )}
    </div>
  )
}
