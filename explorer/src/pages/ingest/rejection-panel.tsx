import { Link } from '@tanstack/react-router'
import type { IngestRejection } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatCount } from '../../format/numbers.ts'
import { SidePanel } from '../../parts/layout.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { CopyId } from '../../parts/values.tsx'
import { WholeRecord } from '../../parts/whole-record.tsx'
import { FaultsTable } from './faults-table.tsx'
import { NextStepText } from './ingest-list.tsx'
import { logPosition } from './ingest-rows.ts'
import { rejectionSteps } from './next-steps.ts'

/** All fields of a rejection: its errors, the position of the event, and what to do. */
export function RejectionPanel({ rejection, onClose }: { rejection: IngestRejection; onClose: () => void }): ReactNode {
  const { reason, detail, faults, subject, key, eventId, count } = rejection
  const isOfPublication = reason === 'publication_failed' || reason === 'no_open_publication'
  return (
    <SidePanel title="Rejected event" onClose={onClose}>
      <p>
        <StatusMark status="rejected" text={formatCode(reason)} />
      </p>
      {(faults.length === 0 || isOfPublication) && <p>{detail}</p>}
      {faults.length > 0 && <FaultsTable faults={faults} caption="Errors" />}
      {count > 1 && <p>{formatCount(count, 'event')} of this snapshot arrived after its publication had failed.</p>}
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
      {eventId !== null && (
        <p>
          Event ID: <CopyId id={eventId} />
        </p>
      )}
      <WholeRecord value={rejection} />
    </SidePanel>
  )
}
