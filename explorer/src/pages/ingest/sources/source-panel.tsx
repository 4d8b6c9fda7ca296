import { Link } from '@tanstack/react-router'
import type { IngestSource } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../../format/format-count.ts'
import { WholeRecord } from '../../../parts/marks/whole-record.tsx'
import { SidePanel } from '../../../parts/page/side-panel.tsx'

/** A whole source, with the types of events that it sends. */
export function SourcePanel({ source: row, onClose }: { source: IngestSource; onClose: () => void }): ReactNode {
  const { source, types, rejected } = row
  return (
    <SidePanel title={source} onClose={onClose}>
      <p>
        {rejected === 0 ? (
          'No rejected events from this source.'
        ) : (
          <Link to="/ingest" search={{ list: 'rejections', source }}>
            {formatCount(rejected, 'event')} rejected: view them
          </Link>
        )}
      </p>
      {types.length > 0 && <h3>Event types</h3>}
      <ul className="plain-list">
        {types.map((type) => (
          <li key={type}>
            <code>{type}</code>
          </li>
        ))}
      </ul>
      <WholeRecord value={row} />
    </SidePanel>
  )
}
