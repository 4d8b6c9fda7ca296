import { hash } from 'node:crypto'
import { canonicalId } from '../../../domain/identity/identity.ts'

/** A BOM as a source has it, without derived values. */
export interface TestStyle {
  record: string
  number: string
  skus: TestSku[]
  lines: TestLine[]
}

export interface TestSku {
  record: string
  code: string
  colorway: string | null
  size: string | null
}

export interface TestLine {
  /** The ID of the line in its source; either all lines of a style have one, or none. */
  ref: string | null
  lineNumber: number
  section: string | null
  placement: string | null
  material: { record: string; number: string; name: string | null; baseUom: Unit | null }
  supplier: { code: string; name: string | null } | null
  mpn: string | null
  uom: Unit
  basis: 'on_net' | 'on_gross'
  perUnits: 1 | 12
  stage: 'costing' | 'booking' | 'bulk' | 'actual'
  isPrimary: boolean
  rows: TestRow[]
}

export interface TestRow {
  /** The record ID of the SKU. */
  sku: string
  amount: string
  wastage: string
  color: string | null
}

export type Unit = 'MTR' | 'YRD' | 'CMT' | 'INH' | 'KGM' | 'GRM' | 'LBR' | 'MTK' | 'EA' | 'DZN' | 'GRO' | 'PR' | 'SET'
export type TestBom = readonly TestStyle[]

export const idOf = (organization: string, type: string, recordId: string) =>
  canonicalId(organization, type, { system: 'plm', instance: 'main', recordId })

/** The part of a match key that identifies a line; callers append the rank of lines without an ID. */
export function lineKeyOf(organization: string, { ref, section, placement, material }: TestLine): string {
  const words = ref === null ? [section, placement, idOf(organization, 'material', material.record)] : [ref]
  return (ref === null ? 'P' : 'R') + hash('sha256', JSON.stringify(words), 'base64url').slice(0, 16)
}

/** A pseudorandom generator (mulberry32), which returns the same numbers for the same seed. */
export function createChance(seed: number) {
  let state = seed
  const below = (end: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
  return { below, pick: <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0] }
}
export type Chance = ReturnType<typeof createChance>
