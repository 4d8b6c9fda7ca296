import { Link } from '@tanstack/react-router'
import type { IngestConflict } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode, formatCount } from '../../../format/format-count.ts'
import { CopyId } from '../../../parts/marks/copy-id.tsx'
import { WholeRecord } from '../../../parts/marks/whole-record.tsx'
import { SidePanel } from '../../../parts/page/side-panel.tsx'
import { NextStepText } from '../next-step.tsx'

const next = {
  step: 'Fix the source so that only one entity has the code. The conflict is resolved when the source sends the other entities without it.',
  docs: '/docs/reference/event-format#codes',
}

/** A whole conflict, with the entities that claim the code. */
export function ConflictPanel({ conflict, onClose }: { conflict: IngestConflict; onClose: () => void }): ReactNode {
  const { kind, value, entities, entityCount } = conflict
  const others = entityCount - entities.length
  return (
    <SidePanel title={`${formatCode(kind)} ${value}`} onClose={onClose}>
      <p>
        <CopyId id={value} /> belongs to {formatCount(entityCount, 'entity', 'entities')}:
      </p>
      <ul className="plain-list">
        {entities.map(({ id, type, label }) => (
          <li key={id}>
            <Link to="/graph" search={{ entity: id }}>
              {label}
            </Link>{' '}
            <span className="quiet">{formatCode(type)}</span>
          </li>
        ))}
        {others > 0 && <li className="quiet">and {others.toLocaleString('en-GB')} more</li>}
      </ul>
      <NextStepText next={next} />
      <WholeRecord value={conflict} />
    </SidePanel>
  )
}
