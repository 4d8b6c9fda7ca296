import { Link } from '@tanstack/react-router'
import type { SourceInspection } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode, formatCount } from '../../../format/format-count.ts'

interface SourceContentsProps {
  inspection: SourceInspection
  datasetId: string
}

/** What a source sent for a dataset, where that is not what was declared, and the other datasets of the source. */
export function SourceContents({ inspection, datasetId }: SourceContentsProps): ReactNode {
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
