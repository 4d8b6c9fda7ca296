import { Link } from '@tanstack/react-router'
import type { IngestPublication } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { SidePanel } from '../../parts/layout.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { Count, Nothing } from '../../parts/values.tsx'
import { WholeRecord } from '../../parts/whole-record.tsx'
import { FaultsTable } from './faults-table.tsx'
import { NextStepText } from './ingest-list.tsx'
import { comparedCounts } from './ingest-rows.ts'
import { publicationSteps } from './next-steps.ts'

/** All fields of a publication: its result, why it failed, and what to do. */
export function PublicationPanel({
  publication,
  onClose,
}: {
  publication: IngestPublication
  onClose: () => void
}): ReactNode {
  const { state, reason, detail, faults, faultCount, snapshotId, publicationNumber } = publication
  return (
    <SidePanel title={publicationNumber === null ? 'Publication' : `Snapshot ${publicationNumber}`} onClose={onClose}>
      <p>
        <StatusMark status={state} />{' '}
        {state === 'completed' && (
          <Link to="/yields" search={{ snapshotId }}>
            View yields
          </Link>
        )}
      </p>
      {reason !== null && (
        <>
          <p>
            <b>{formatCode(reason)}</b>: {detail}
          </p>
          <NextStepText next={publicationSteps[reason]} />
          <p>
            <Link to="/ingest" search={{ list: 'rejections', subject: snapshotId }}>
              Rejected events of this publication
            </Link>
          </p>
          {faults.length > 0 && <FaultsTable faults={faults} caption={captionOf(faults.length, faultCount)} />}
        </>
      )}
      <Counts publication={publication} />
      <WholeRecord value={publication} />
    </SidePanel>
  )
}

function captionOf(shown: number, all: number): string {
  return shown < all ? `The first ${formatNumber(shown)} of ${formatCount(all, 'error')}` : 'Errors'
}

function Counts({ publication }: { publication: IngestPublication }): ReactNode {
  return (
    <table className="counts">
      <caption>Announced and received counts</caption>
      <thead>
        <tr>
          <th scope="col">Count of</th>
          <th scope="col">Expected</th>
          <th scope="col">Seen</th>
          <th scope="col">Same</th>
        </tr>
      </thead>
      <tbody>
        {comparedCounts(publication).map(({ name, expected, seen, isSame }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Count value={expected} />
            </td>
            <td>
              <Count value={seen} />
            </td>
            <td>{isSame === null ? <Nothing /> : isSame ? 'yes' : <b className="differs">no</b>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
