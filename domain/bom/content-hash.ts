import { hash } from 'node:crypto'
import type { BomData, LineAsSent, YieldAsSent } from '../../schemas/records/bom-events.ts'
import { withoutTrailingZeros } from '../../schemas/values/as-sent.ts'

const MODULUS = 2n ** 256n

/** Formats the sum of all row hashes as the content hash of a publication. */
export function contentHashOf(sum: bigint): string {
  return `sha256sum:${sum.toString(16).padStart(64, '0')}`
}

/** The sum of row hashes that a content hash contains. */
export function sumOfContentHash(contentHash: string): bigint {
  return BigInt(`0x${contentHash.slice(contentHash.indexOf(':') + 1)}`)
}

/** Takes a sum of hashes out of another one. */
export function subtractSums(a: bigint, b: bigint): bigint {
  return (a + MODULUS - b) % MODULUS
}

/** Adds sums of hashes. The order does not matter. */
export function addSums(a: bigint, b: bigint): bigint {
  return (a + b) % MODULUS
}

/** The sum of the hashes of the rows that a style event carries. */
export function sumOfRows({ style, lines }: BomData['style']): bigint {
  let sum = 0n
  for (const line of lines) {
    const hashOf = rowHasher(style.styleNumber, line)
    for (const row of line.yields) sum += hashOf(row)
  }
  return sum % MODULUS
}

const json = (value: unknown) => JSON.stringify(value)
const decimal = (value: string | undefined) => (value === undefined ? 'null' : `"${withoutTrailingZeros(value)}"`)

/**
 * Returns a function that hashes rows of a line: the SHA-256, as a number, of the row's RFC 8785 JSON. That form sorts
 * its keys, so the text that all rows of the line share can be computed once.
 */
function rowHasher(style: string, line: LineAsSent): (row: YieldAsSent) => bigint {
  const { bomLineRef, isPrimary, lineNumber, material, mpn, placement, section, supplier, uom, wastageBasis } = line
  const onNet = wastageBasis === 'on_net'
  const start = `{"bomLineRef":${json(bomLineRef)},"grossYield":`
  const toColor = `,"isPrimary":${isPrimary},"lineNumber":${lineNumber},"material":${json(material.materialNumber)},"materialColorCode":`
  const toNet = `,"mpn":${json(mpn)},"netYield":`
  const toSku = `,"placement":${json(placement)},"section":${json(section)},"sku":`
  const toPercent =
    `,"style":${json(style)},"supplier":${json(supplier?.supplierCode ?? null)},"uom":"${uom}"` +
    `,"wastageBasis":"${wastageBasis}","wastagePercent":`
  const end = `,"yieldPerUnits":${line.yieldPerUnits},"yieldStage":"${line.yieldStage}"}`
  return ({ sku, netYield, grossYield, wastagePercent, materialColorCode }) => {
    const color = json(materialColorCode ?? line.materialColorCode)
    const [net, gross] = onNet ? [decimal(netYield), 'null'] : ['null', decimal(grossYield)]
    const row =
      start + gross + toColor + color + toNet + net + toSku + json(sku) + toPercent + decimal(wastagePercent) + end
    return BigInt(`0x${hash('sha256', row, 'hex')}`)
  }
}
