import { hash } from 'node:crypto'
import { withoutTrailingZeros } from '../../schemas/as-sent.ts'
import type { BomData, LineAsSent, YieldAsSent } from '../../schemas/records/bom-events.ts'
import { canonicalJson } from '../identity/canonical-json.ts'

const MODULUS = 2n ** 256n

/** Adds the digest of a text to a sum, which does not depend on the order of its texts. */
export function addDigest(sum: bigint, text: string): bigint {
  return (sum + BigInt(`0x${hash('sha256', text, 'hex')}`)) % MODULUS
}

/** Formats the sum of the digests of all rows as the content hash of a publication. */
export function contentHashText(sum: bigint): string {
  return `sha256sum:${sum.toString(16).padStart(64, '0')}`
}

/** Adds the digests of the rows of a style event, as docs/send/publish-a-bom.md describes them. */
export function addRows(sum: bigint, { style, lines }: BomData['style']): bigint {
  const rows = lines.flatMap((line) => line.yields.map((row) => canonicalJson(rowOf(style.styleNumber, line, row))))
  return rows.reduce(addDigest, sum)
}

const decimal = (text: string | undefined) => (text === undefined ? null : withoutTrailingZeros(text))

function rowOf(style: string, line: LineAsSent, row: YieldAsSent): object {
  const isNet = line.wastageBasis === 'on_net'
  return {
    bomLineRef: line.bomLineRef,
    grossYield: isNet ? null : decimal(row.grossYield),
    isPrimary: line.isPrimary,
    lineNumber: line.lineNumber,
    material: line.material.materialNumber,
    materialColorCode: row.materialColorCode ?? line.materialColorCode,
    mpn: line.mpn,
    netYield: isNet ? decimal(row.netYield) : null,
    placement: line.placement,
    section: line.section,
    sku: row.sku,
    style,
    supplier: line.supplier?.supplierCode ?? null,
    uom: line.uom,
    wastageBasis: line.wastageBasis,
    wastagePercent: decimal(row.wastagePercent),
    yieldPerUnits: line.yieldPerUnits,
    yieldStage: line.yieldStage,
  }
}
