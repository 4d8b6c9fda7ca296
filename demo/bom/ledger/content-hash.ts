import { hash } from 'node:crypto'
import { withoutTrailingZeros } from '../../../schemas/values/as-sent.ts'
import type { SnapshotRow } from './snapshot-rows.ts'

const MODULUS = 2n ** 256n

/** The `contentHash` of rows, from the sum of their digests. */
export function contentHash(sum: bigint): string {
  return `sha256sum:${(sum % MODULUS).toString(16).padStart(64, '0')}`
}

/** The sum of the digests of rows, as sources compute it; their order makes no difference. */
export function digestSum(rows: readonly SnapshotRow[]): bigint {
  return rows.reduce((sum, row) => sum + BigInt(`0x${hash('sha256', canonicalJson(row), 'hex')}`), 0n) % MODULUS
}

/** RFC 8785: the names in alphabetical order, no spaces; the numbers here are integers. */
function canonicalJson(row: SnapshotRow): string {
  return JSON.stringify({
    bomLineRef: row.bomLineRef,
    grossYield: row.grossYield === null ? null : withoutTrailingZeros(row.grossYield),
    isPrimary: row.isPrimary,
    lineNumber: row.lineNumber,
    material: row.material,
    materialColorCode: row.materialColorCode,
    mpn: row.mpn,
    netYield: row.netYield === null ? null : withoutTrailingZeros(row.netYield),
    placement: row.placement,
    section: row.section,
    sku: row.sku,
    style: row.style,
    supplier: row.supplierCode,
    uom: row.uom,
    wastageBasis: row.wastageBasis,
    wastagePercent: withoutTrailingZeros(row.wastagePercent),
    yieldPerUnits: row.yieldPerUnits,
    yieldStage: row.yieldStage,
  })
}
