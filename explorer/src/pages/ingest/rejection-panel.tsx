import { Link } from '@tanstack/react-router'
import type { IngestFault, IngestRejection } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { SidePanel } from '../../parts/layout.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { CopyId } from '../../parts/values.tsx'
import { WholeRecord } from '../../parts/whole-record.tsx'
import { NextStepText } from './ingest-list.tsx'
import { logPosition } from './ingest-rows.ts'
import { rejectionSteps } from './next-steps.ts'

/** All fields of a rejection: its errors, the position of the event, and what to do. */
export function RejectionPanel({ rejection, onClose }: { rejection: IngestRejection; onClose: () => void }): ReactNode {
  const { reason, detail, faults, subject, key } = rejection
  const isOfPublication = reason === 'publication_failed' || reason === 'no_open_publication'
  return (
    <SidePanel title="Rejected event" onClose={onClose}>
      <p>
        <StatusMark status="rejected" text={formatCode(reason)} />
      </p>
      {faults.length > 0 ? <Faults faults={faults} /> : <p>{detail}</p>}
      <NextStepText next={rejectionSteps[reason]} />
      {isOfPublication && subject !== null && (
        <p>
          <Link to="/ingest" search={{ list: 'publications', open: subject }}>
            Status of the publication
          </Link>
        </p>
      )}
      <p>
        Topic position: <CopyId id={logPosition(rejection)} />
      </p>
      {key !== null && (
        <p>
          Key: <CopyId id={key} />
        </p>
      )}
      <WholeRecord value={rejection} />
    </SidePanel>
  )
}

function Faults({ faults }: { faults: readonly IngestFault[] }): ReactNode {
  return (
    <table className="faults">
      <caption>Errors</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Error</th>
        </tr>
      </thead>
      <tbody>
        {faults.map(({ path, detail }) => (
          <tr key={`${path} ${detail}`}>
            <td>{path === '' ? 'the whole event' : <code>{path}</code>}</td>
            <td>{detail}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
