import { memo, type ReactNode } from 'react'
import { Nothing } from '../../../parts/marks/time.tsx'
import { YieldAmount } from '../yield-amount.tsx'
import { LineHead } from './line-head.tsx'
import type { ColorwayColumns } from './sku-columns.ts'
import type { MatrixLine } from './yield-matrix.ts'

interface MatrixRowProps {
  line: MatrixLine
  colorways: readonly ColorwayColumns[]
  /** The column that Tab leads to, if it is in this row. */
  current: number | null
  openKey: string | undefined
}

/** A line with a cell for each SKU. It is drawn again only when something of it changed: there may be thousands of cells. */
export const MatrixRow = memo(function MatrixRow({ line, colorways, current, openKey }: MatrixRowProps): ReactNode {
  const skus = colorways.flatMap((colorway) =>
    colorway.skus.map(({ skuId }, place) => ({ skuId, isFirst: place === 0 })),
  )
  return (
    <tr>
      <LineHead line={line.line} />
      {skus.map(({ skuId, isFirst }, column) => {
        const row = line.cells.get(skuId)
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the td of a grid is a gridcell
          <td
            key={skuId}
            tabIndex={column === current ? 0 : -1}
            className={[isFirst && 'first', row && 'opens'].filter(Boolean).join(' ')}
            aria-selected={row !== undefined && row.matchKey === openKey}
          >
            {row ? <YieldAmount value={row.grossYield} of={row} /> : <Nothing />}
          </td>
        )
      })}
    </tr>
  )
})
