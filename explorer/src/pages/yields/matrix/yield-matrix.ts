import type { BomYield } from '@tenant-data/client'
import { type ColorwayColumns, skuColumns } from './sku-columns.ts'

/** A line of a BOM, with what each SKU takes of it. */
export interface MatrixLine {
  key: string
  /** What all rows of the line have in common stands in any of them. */
  line: BomYield
  /** By the id of the SKU; one that does not take of the line has none. */
  cells: ReadonlyMap<string, BomYield>
}

export interface YieldMatrix {
  lines: MatrixLine[]
  colorways: ColorwayColumns[]
}

/** The rows of a style as lines by line number and SKUs by colorway and size. Every row is in one cell, and no two in the same. */
export function yieldMatrix(rows: readonly BomYield[]): YieldMatrix {
  const cellsOf = new Map<string, Map<string, BomYield>>()
  for (const row of rows) {
    const name = lineName(row)
    // A table without line ids may have the same line several times.
    for (let place = 1; ; place += 1) {
      const key = `${name} ${place}`
      const cells = cellsOf.get(key) ?? new Map<string, BomYield>()
      if (cells.has(row.skuId)) continue
      cellsOf.set(key, cells.set(row.skuId, row))
      break
    }
  }
  const lines = [...cellsOf].flatMap(([key, cells]) => {
    const [line] = cells.values()
    return line === undefined ? [] : [{ key, line, cells }]
  })
  return { lines: lines.toSorted((a, b) => a.line.lineNumber - b.line.lineNumber), colorways: skuColumns(rows) }
}

/** Of several styles with one number each has lines of its own. */
function lineName({ styleId, bomLineRef, lineNumber, section, placement, materialId }: BomYield): string {
  return JSON.stringify([styleId, bomLineRef ?? [lineNumber, section, placement, materialId]])
}
