import type { BomYield } from '@tenant-data/client'
import { compareSizes, compareText } from './compare-sizes.ts'

/** A SKU as a column of the matrix. */
export interface SkuColumn {
  skuId: string
  sku: string
  sizeCode: string | null
  /** Its size, with the end of its code where its colorway has the size several times. */
  label: string
}

/** The SKUs of a colorway, by size. */
export interface ColorwayColumns {
  colorwayCode: string | null
  skus: SkuColumn[]
}

type Sku = Pick<BomYield, 'skuId' | 'sku' | 'colorwayCode' | 'sizeCode'>

/** The SKUs of rows, each once: colorways by code, their sizes in their order. */
export function skuColumns(rows: readonly Sku[]): ColorwayColumns[] {
  const skus = [...new Map(rows.map((row) => [row.skuId, row])).values()]
  const byColorway = [...Map.groupBy(skus, ({ colorwayCode }) => colorwayCode)]
  return byColorway
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([colorwayCode, ofColorway]) => ({ colorwayCode, skus: labelled(ofColorway) }))
}

function labelled(skus: readonly Sku[]): SkuColumn[] {
  const bySize = [...Map.groupBy(skus, ({ sizeCode }) => sizeCode)].toSorted(([a], [b]) => compareSizes(a, b))
  return bySize.flatMap(([sizeCode, ofSize]) => {
    const start = commonStart(ofSize.map(({ sku }) => sku))
    const ends = ofSize.map(({ skuId, sku }) => ({ skuId, sku, sizeCode, end: sku.slice(start) }))
    return ends
      .toSorted((a, b) => compareSizes(a.end, b.end))
      .map(({ end, ...column }) => ({
        ...column,
        label: labelOf(sizeCode, column.sku, ofSize.length > 1 ? end : null),
      }))
  })
}

function labelOf(sizeCode: string | null, sku: string, end: string | null): string {
  if (sizeCode === null) return sku
  return end === null ? sizeCode : `${sizeCode} · ${end}`
}

/** Where codes begin to differ, at the last sign before that is neither letter nor digit: 5 of `A-32-30` and `A-32-32`. */
function commonStart(codes: readonly string[]): number {
  const [first = '', ...others] = codes
  let length = first.length
  while (!others.every((code) => code.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length).search(/[^\p{L}\p{N}][\p{L}\p{N}]*$/u) + 1
}
