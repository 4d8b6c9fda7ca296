import { Link } from '@tanstack/react-router'
import type { BomYield } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount, unitText } from '../../format/numbers.ts'
import { SidePanel } from '../../parts/layout.tsx'
import { Amount, Fact } from '../../parts/values.tsx'
import { WholeRecord } from '../../parts/whole-record.tsx'
import { YieldHistory } from '../../parts/yield-history/yield-history.tsx'

/** The yield of one SKU and line: how gross or net was calculated, links, and every field. */
export function YieldPanel({ row, onClose }: { row: BomYield; onClose: () => void }): ReactNode {
  return (
    <SidePanel title={`${row.sku}: ${row.placement ?? row.section ?? row.material}`} onClose={onClose}>
      <Amounts row={row} />
      <YieldHistory matchKey={row.matchKey} styleId={row.styleId} />
      <Links row={row} />
      <h3>Full record</h3>
      <WholeRecord value={row} />
    </SidePanel>
  )
}

function Amounts({ row }: { row: BomYield }): ReactNode {
  const { netYield, grossYield, wastagePercent, wastageBasis, yieldPerUnits, grossYieldBase, baseUom } = row
  const garments = yieldPerUnits === 1 ? 'one garment' : formatCount(yieldPerUnits, 'garment')
  return (
    <dl className="record yield-amounts">
      <Fact name="Net yield">
        <YieldAmount value={netYield} of={row} />
      </Fact>
      <Fact name="Wastage">
        <Amount value={wastagePercent} unit="%" /> {wastageBasis === 'on_net' ? 'of net' : 'of gross'}
      </Fact>
      <Fact name="Gross yield">
        <b>
          <YieldAmount value={grossYield} of={row} />
        </b>{' '}
        for {garments}
      </Fact>
      <Fact name="In base unit">
        {grossYieldBase === null ? (
          'No exact value'
        ) : (
          <>
            <Amount value={grossYieldBase} unit={baseUom} /> for one garment
          </>
        )}
      </Fact>
    </dl>
  )
}

function Links({ row }: { row: BomYield }): ReactNode {
  const { snapshotId, style, sku, material, materialId } = row
  return (
    <ul className="plain-list">
      <li>
        <Link to="/yields" search={{ snapshotId, material }}>
          Where {material} is used
        </Link>
      </li>
      <li>
        <Link to="/yields" search={{ snapshotId, style }}>
          Full BOM of {style}
        </Link>
      </li>
      <li>
        <Link to="/changes" search={{ sku, material }}>
          Latest changes
        </Link>
      </li>
      <li>
        <Link to="/graph" search={{ entity: materialId }}>
          {material} in the graph
        </Link>
      </li>
    </ul>
  )
}

/** A yield with its unit. `KGM/12` means kilograms per twelve garments. */
export function YieldAmount({ value, of }: { value: string; of: Parameters<typeof unitText>[0] }): ReactNode {
  return <Amount value={value} unit={unitText(of)} />
}
