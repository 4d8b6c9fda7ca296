import type { ReactNode } from 'react'
import type { ColorwayColumns } from './sku-columns.ts'

/** Colorways, and below each its sizes. */
export function MatrixColumnHeads({ colorways }: { colorways: readonly ColorwayColumns[] }): ReactNode {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} className="matrix-corner">
          Line
        </th>
        {colorways.map(({ colorwayCode, skus }) => (
          <th key={colorwayCode} scope="colgroup" colSpan={skus.length} className="colorway-head first">
            <span>{colorwayCode ?? 'No colorway'}</span>
          </th>
        ))}
      </tr>
      <tr>
        {colorways.flatMap(({ skus }) =>
          skus.map(({ skuId, sku, label }, place) => (
            <th key={skuId} scope="col" title={sku} className={place === 0 ? 'size-head first' : 'size-head'}>
              {label}
            </th>
          )),
        )}
      </tr>
    </thead>
  )
}
