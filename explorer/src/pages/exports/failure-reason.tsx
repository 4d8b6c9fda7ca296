import type { ExportJob } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/format-count.ts'

/** Why an export has no file, and what to do. */
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
