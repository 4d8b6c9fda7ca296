import { Link } from '@tanstack/react-router'
import type { DatasetLoad, Freshness, SourceInspection } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { formatElapsed } from '../../format/times.ts'
import { SidePanel } from '../../parts/layout.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useRead } from '../../parts/use-read.ts'
import { Time } from '../../parts/values.tsx'
import { WholeRecord } from '../../parts/whole-record.tsx'
import { basisText, pastText, reasonText } from './dataset-lag.ts'
import { LagBar } from './freshness-columns.tsx'

/** A dataset with its source: how its age is measured, its last loads with errors, and the records of these loads. */
export function InspectionPanel({ row, onClose }: { row: Freshness; onClose: () => void }): ReactNode {
  const { datasetId, sourceSystem } = row
  const inspection = useRead('inspectServiceSource', { system: sourceSystem })
  const datasets = useRead('listServiceDatasets', { system: sourceSystem, limit: 1000 })
  const dataset = datasets.data?.data.find((one) => one.datasetId === datasetId)
  const reason = reasonText(row.reason)
  const counted = [basisText(row.basis) && `Counted ${basisText(row.basis)}`, pastText(row)].filter(Boolean).join('; ')
  return (
    <SidePanel title={datasetId} onClose={onClose}>
      <p className="quiet dataset-line">
        {dataset &&
          [dataset.name, dataset.steward && `kept by ${dataset.steward}`, formatCount(dataset.rowCount, 'live row')]
            .filter(Boolean)
            .join(', ')}
      </p>
      <LagBar row={row} />
      {counted !== '' && <p>{counted}.</p>}
      {reason !== null && <p className="notice">{reason}</p>}
      <Loaded query={inspection} lines={12}>
        {({ data }) => (
          <>
            <h3>Last loads</h3>
            <LoadList loads={data.lastLoads.filter((load) => load.datasetId === datasetId)} />
            <SourceContents inspection={data} datasetId={datasetId} />
          </>
        )}
      </Loaded>
      <h3>Full record</h3>
      <WholeRecord value={row} />
    </SidePanel>
  )
}

/** The loads of a dataset, newest first: status, duration, counts, and error. */
function LoadList({ loads }: { loads: readonly DatasetLoad[] }): ReactNode {
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
  return endedAt === null ? 'still running' : `took ${formatElapsed(startedAt, endedAt)}`
}

function rowsText({ rowsRead, rowsWritten, rowsRejected }: DatasetLoad): string {
  const parts = [
    rowsRead !== null && `${formatCount(rowsRead, 'row')} read`,
    rowsWritten !== null && `${formatNumber(rowsWritten)} written`,
    rowsRejected !== null && `${formatNumber(rowsRejected)} rejected`,
  ]
  return parts.filter((part) => part !== false).join(', ') || 'The load reported no row counts.'
}

interface SourceContentsProps {
  inspection: SourceInspection
  datasetId: string
}

/** What the source sent for the dataset but did not declare, and the other datasets of the source. */
function SourceContents({ inspection, datasetId }: SourceContentsProps): ReactNode {
  const { system, instances, recordTypes, schemaDrift, lastLoads } = inspection
  const types = recordTypes.filter((type) => type.datasetId === datasetId)
  const drift = schemaDrift.filter((one) => one.datasetId === datasetId)
  const others = [...new Set(lastLoads.map((load) => load.datasetId))].filter((one) => one !== datasetId)
  return (
    <>
      <h3>Contents</h3>
      {types.length === 0 && <p className="quiet">This dataset has no source records to inspect.</p>}
      <ul className="lines">
        {types.map(({ name, rowCount, fields }) => (
          <li key={name}>
            <span>{name}</span>
            <span>{formatCount(rowCount, 'record')}</span>
            <small title={fields.map((field) => field.name).join(', ')}>
              {formatCount(fields.length, 'field')}: {fields.map((field) => field.name).join(', ')}
            </small>
          </li>
        ))}
      </ul>
      {drift.length > 0 && (
        <>
          <h3>Unexpected contents</h3>
          <ul className="lines">
            {drift.map(({ recordType, field, change, declared, observed }) => (
              <li key={`${recordType} ${field}`}>
                <span>
                  {recordType} <code>{field}</code>
                </span>
                <span>{formatCode(change)}</span>
                <small>
                  declared {declared ?? 'not'}, observed {observed ?? 'not'}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="quiet">
        {system} {instances.length > 0 && `(${instances.join(', ')})`}
        {others.length > 0 && ' also has '}
        {others.map((other, place) => (
          <span key={other}>
            {place > 0 && ', '}
            <Link to="/freshness" search={{ inspect: other }} replace>
              {other}
            </Link>
          </span>
        ))}
        .
      </p>
    </>
  )
}
