import { hash } from 'node:crypto'
import type { LineAsSent, YieldAsSent } from '../../schemas/bom-events.ts'
import { withoutTrailingZeros } from '../../schemas/events.ts'

const MODULUS = 2n ** 256n

/** The content hash of a publication from the sum of the hashes of its rows. */
export function contentHashOf(sum: bigint): string {
  return `sha256sum:${sum.toString(16).padStart(64, '0')}`
}

/** Adds sums of row hashes; the order does not matter. */
export function addSums(a: bigint, b: bigint): bigint {
  return (a + b) % MODULUS
}

const text = (value: unknown) => JSON.stringify(value)
const decimal = (value: string | undefined) => (value === undefined ? 'null' : `"${withoutTrailingZeros(value)}"`)

/**
 * The SHA-256, as a number, of the RFC 8785 JSON of each row of a line. What the rows share is written once: the keys of
 * that form stand in the order of the alphabet, so the parts fit together.
 */
export function rowHasher(style: string, line: LineAsSent): (row: YieldAsSent) => bigint {
  const onNet = line.wastageBasis === 'on_net'
  const start = `{"bomLineRef":${text(line.bomLineRef)},"grossYield":`
  const afterGross = `,"isPrimary":${line.isPrimary},"lineNumber":${line.lineNumber},"material":${text(line.material.materialNumber)},"materialColorCode":`
  const afterColor = `,"mpn":${text(line.mpn)},"netYield":`
  const afterNet = `,"placement":${text(line.placement)},"section":${text(line.section)},"sku":`
  const afterSku = `,"style":${text(style)},"supplier":${text(line.supplier?.supplierCode ?? null)},"uom":"${line.uom}","wastageBasis":"${line.wastageBasis}","wastagePercent":`
  const end = `,"yieldPerUnits":${line.yieldPerUnits},"yieldStage":"${line.yieldStage}"}`
  return (row) => {
    const color = text(row.materialColorCode ?? line.materialColorCode)
    const gross = onNet ? 'null' : decimal(row.grossYield)
    const net = onNet ? decimal(row.netYield) : 'null'
    const json =
      start +
      gross +
      afterGross +
      color +
      afterColor +
      net +
      afterNet +
      text(row.sku) +
      afterSku +
      decimal(row.wastagePercent) +
      end
    return BigInt(`0x${hash('sha256', json, 'hex')}`)
  }
}
