import { Link } from '@tanstack/react-router'
import type { Entity } from '@tenant-data/client'
import { type ReactNode, useState } from 'react'
import { formatCode } from '../../../format/format-count.ts'
import { CopyId } from '../../../parts/marks/copy-id.tsx'
import { StatusMark } from '../../../parts/marks/status-mark.tsx'
import { Time } from '../../../parts/marks/time.tsx'
import { WholeRecord } from '../../../parts/marks/whole-record.tsx'
import { SidePanel } from '../../../parts/page/side-panel.tsx'

/** What an entity is: its code, type, state, canonical id and last changes, with the ways to other pages. */
export function Identity({ entity, code }: { entity: Entity; code: string | undefined }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { id, type, lifecycleState, revision, createdAt, updatedAt, label } = entity
  return (
    <>
      <dl className="identity">
        {code !== undefined && <Fact name="Code" value={<CopyId id={code} />} />}
        <Fact name="Type" value={formatCode(type)} />
        <Fact name="State" value={<StatusMark status={lifecycleState} />} />
        <Fact name="Changed" value={<Time value={updatedAt} />} />
        <Fact name="Changes" value={revision.toLocaleString('en-GB')} />
        <Fact name="First seen" value={<Time value={createdAt} />} />
        <Fact name="Entity ID" value={<CopyId id={id} />} />
      </dl>
      <p className="ways">
        <Ways entity={entity} />
        <button type="button" onClick={() => setOpen(true)}>
          Whole record
        </button>
      </p>
      {isOpen && (
        <SidePanel title={label} onClose={() => setOpen(false)}>
          <WholeRecord value={entity} />
        </SidePanel>
      )}
    </>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Where other pages have more about an entity of that type. */
function Ways({ entity: { type, attributes } }: { entity: Entity }): ReactNode {
  switch (type) {
    case 'style':
      return (
        <>
          <Link to="/yields" search={{ style: attributes.styleNumber }}>
            Yields
          </Link>
          <Link to="/changes" search={{ style: attributes.styleNumber }}>
            BOM changes
          </Link>
        </>
      )
    case 'sku':
      return (
        <Link to="/changes" search={{ sku: attributes.skuCode }}>
          BOM changes
        </Link>
      )
    case 'material':
      return (
        <>
          <Link to="/materials" search={{ material: attributes.materialNumber }}>
            Positions
          </Link>
          <Link to="/changes" search={{ material: attributes.materialNumber }}>
            BOM changes
          </Link>
        </>
      )
    case 'supplier':
      return (
        <Link to="/changes" search={{ supplier: attributes.supplierCode }}>
          BOM changes
        </Link>
      )
    case 'bom_publication':
      return (
        <Link to="/yields" search={{ snapshotId: attributes.snapshotId }}>
          Yields
        </Link>
      )
  }
}
