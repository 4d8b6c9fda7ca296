import type { BomData } from '../../../schemas/records/bom-events.ts'
import { MAX_EVENT_BYTES } from '../../../schemas/records/record-events.ts'
import type { AssembledStyle } from './assemble-style.ts'

/** The most bytes of the data of a part. The rest of an event has less than 10 KiB. */
const MAX_BYTES = MAX_EVENT_BYTES - 10 * 1024

type Part = Omit<BomData['style'], 'snapshotId'>

/** Divides a style into as few parts as events can contain, each with some of its SKUs and their yields. */
export function partsOf(style: AssembledStyle): Part[] {
  for (let parts = 1; parts < style.skus.length; parts *= 2) {
    const divided = divide(style, parts)
    if (divided.every((part) => Buffer.byteLength(JSON.stringify(part)) <= MAX_BYTES)) return divided
  }
  return divide(style, Math.max(1, style.skus.length))
}

function divide(style: AssembledStyle, parts: number): Part[] {
  const size = Math.ceil(style.skus.length / parts)
  const count = Math.ceil(style.skus.length / size)
  return Array.from({ length: count }, (_, at) => {
    const skus = style.skus.slice(at * size, (at + 1) * size)
    const codes = new Set(skus.map(({ skuCode }) => skuCode))
    const lines = style.lines.flatMap((line) => {
      const yields = line.yields.filter(({ sku }) => codes.has(sku))
      return yields.length > 0 ? [{ ...line, yields }] : []
    })
    return { ...style, part: at + 1, parts: count, skus, lines }
  })
}
