import type { DatasetLoad } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../../format/format-count.ts'
import { StatusMark } from '../../../parts/marks/status-mark.tsx'
import { Time } from '../../../parts/marks/time.tsx'
import { exactSpan } from '../lag/exact-span.ts'

/** The loads of a dataset, newest first: what became of each, how long it took, what it brought, and its error. */
export function LoadList({ loads }: { loads: readonly DatasetLoad[] }): ReactNode {
  if (loads.length === 0) return <p className="quiet">No loads yet.</p>
  return (
    <ol className="lines load-list">
      {loads.map((load) => (
        <li key={load.runId}>
          <span>
            <Time value={load.startedAt} /> <span className="quiet">{tookText(load)}</span>
          </span>
          <StatusMark status={load.status} />
          <small>{rowsText(load)}</small>
          {load.error !== null && <p className="load-error">{load.error}</p>}
        </li>
      ))}
    </ol>
  )
}

function tookText({ startedAt, endedAt }: DatasetLoad): string {
  return endedAt === null ? 'still running' : `took ${exactSpan((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)}`
}

function rowsText({ rowsRead, rowsWritten, rowsRejected }: DatasetLoad): string {
  const parts = [
    rowsRead !== null && `${formatCount(rowsRead, 'row')} read`,
    rowsWritten !== null && `${rowsWritten.toLocaleString('en-GB')} written`,
    rowsRejected !== null && `${rowsRejected.toLocaleString('en-GB')} rejected`,
  ]
  return parts.filter((part) => part !== false).join(', ') || 'The load reported no row counts.'
}
