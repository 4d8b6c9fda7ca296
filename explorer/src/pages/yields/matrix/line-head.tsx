import type { BomYield } from '@tenant-data/client'
import type { ReactNode } from 'react'

/** What a line is: where it is placed, of which material, from whom. */
export function LineHead({ line }: { line: BomYield }): ReactNode {
  const { section, placement, material, materialName, supplier, supplierCode, mpn, yieldPerUnits, isPrimary } = line
  const source = [supplier ?? supplierCode, mpn].filter((part) => part !== null).join(' · ')
  return (
    <th scope="row" className="line-cell">
      <div className="line-head">
        <span className="line-placement" title={placement ?? undefined}>
          {placement ?? section ?? `Line ${line.lineNumber}`}
        </span>
        <span className="line-material" title={materialName ?? undefined}>
          <b>{material}</b> {materialName}
        </span>
        <span className="line-section quiet">
          {[placement !== null && section, isPrimary && 'primary', yieldPerUnits !== 1 && `for ${yieldPerUnits}`]
            .filter(Boolean)
            .join(', ')}
        </span>
        <span className="line-source quiet" title={source}>
          {source}
        </span>
      </div>
    </th>
  )
}
