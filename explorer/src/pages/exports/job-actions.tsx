import type { ExportJob } from '@tenant-data/client'
import type { ReactNode } from 'react'

/** What can be done with an export of the list. */
export interface OfJob {
  /** While another file is made or downloaded. */
  isBusy: boolean
  onDownload: (job: ExportJob) => void
  /** Fills the form with its parameters. */
  onAgain: (job: ExportJob) => void
}

/** Downloads the file while it is there, and asks for the same once more. */
export function JobActions({ job, isBusy, onDownload, onAgain }: OfJob & { job: ExportJob }): ReactNode {
  return (
    <span className="job-actions">
      {job.status === 'completed' && (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={(event) => {
            // A click on the row opens it.
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
