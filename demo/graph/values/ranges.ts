import type { Profile } from '../../profile.ts'
import { at } from './choose.ts'

/** Consecutive indexes: start to start + size - 1. */
export type Range = { readonly start: number; readonly size: number }

/** Cuts the indexes from start to end into ranges in proportion to weights, each within one index of its share. */
function cut<Name extends string>(start: number, end: number, weights: Record<Name, number>): Record<Name, Range> {
  const entries = Object.entries<number>(weights)
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  const edge = (weight: number) => {
    const product = (end - start) * weight
    return start + (product - (product % total)) / total
  }
  let sum = 0
  const ranges = entries.map(([name, weight]) => {
    const from = edge(sum)
    sum += weight
    return [name, { start: from, size: edge(sum) - from }]
  })
  return named<Name>(ranges)
}

/** The entries come from a record with exactly these names, so that the result has each of them. */
function named<Name extends string>(entries: unknown[][]): Record<Name, Range> {
  return Object.fromEntries(entries) as Record<Name, Range>
}

const roleWeights = { mill: 38, trim_supplier: 30, converter: 10, packaging: 10, agent: 6, laundry: 6 }

/** What a supplier does; the first factories of a profile are its suppliers of role factory. */
export type SupplierRole = 'factory' | keyof typeof roleWeights

/** Where the suppliers of each role are. */
export function supplierRanges({ factories, suppliers }: Profile): Record<SupplierRole, Range> {
  return { factory: { start: 0, size: factories }, ...cut(factories, suppliers, roleWeights) }
}

/** What every garment needs: the first materials of every brand. */
export const staples = [
  ['Main label', 'label'],
  ['Size label', 'label'],
  ['Care label', 'label'],
  ['Sewing thread', 'thread'],
  ['Hangtag', 'label'],
  ['Polybag', 'packaging'],
  ['Carton', 'packaging'],
] as const

const typeWeights = {
  fabric: 300,
  trim: 350,
  yarn: 80,
  label: 60,
  lining: 50,
  interlining: 40,
  packaging: 40,
  thread: 30,
  artwork: 30,
  leather: 20,
}

export type MaterialType = keyof typeof typeWeights

/** Where the materials of each type are, staples apart. */
export function materialRanges(materials: number): Record<MaterialType, Range> {
  return cut(staples.length, materials, typeWeights)
}

/** The name of the range that an index is in. */
export function rangeAt<Name extends string>(ranges: Readonly<Record<Name, Range>>, index: number): Name {
  const names = Object.keys(ranges) as Name[]
  return at(
    names.filter((name) => index >= ranges[name].start && index < ranges[name].start + ranges[name].size),
    0,
  )
}
