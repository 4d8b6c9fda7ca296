import type { Brand } from '../../brand.ts'
import { materialKind } from '../../graph/materials/material.ts'
import { choose, type Weights, weights } from '../../graph/values/choose.ts'
import type { Hash } from '../../graph/values/hash.ts'
import type { MaterialType } from '../../graph/values/ranges.ts'

/** How steeply the use of a type's materials falls with their rank: cloth by rank^-0.75, all else by rank^-0.85. */
const cloth = { power: 3n, root: 4n }
const others = { power: 17n, root: 20n }
const clothTypes: readonly MaterialType[] = ['fabric', 'yarn', 'lining']

const SCALE = 1_000_000n
const known = new Map<string, Weights<number>>()

/** Which materials of a type are fit for a use. */
export type Fits = (material: number) => boolean

/** Only materials that are measured in a unit. */
export const measuredIn =
  (brand: Brand, uom: string): Fits =>
  (material) =>
    materialKind(brand, material).baseUom === uom

/** A material of a type, by index, drawn by how much it is used; null when none fits. */
export function usedMaterial(
  brand: Brand,
  type: MaterialType,
  [entity, item]: readonly [Hash, number],
  fits: Fits,
): number | null {
  const { start, size } = brand.materialRanges[type]
  if (size === 0) return null
  const first = choose(ranks(size, clothTypes.includes(type) ? cloth : others), entity, 'material', item)
  for (let step = 0; step < size; step += 1) {
    const material = start + ((first + step) % size)
    if (fits(material)) return material
  }
  return null
}

/** The weights of ranks 0 to size - 1. Integer roots, because no float decides what the demo is. */
function ranks(size: number, exponent: typeof cloth): Weights<number> {
  const name = `${size}/${exponent.root}`
  const found = known.get(name)
  if (found) return found
  const made = weights(Array.from({ length: size }, (_, rank) => [rank, weightOf(BigInt(rank + 1), exponent)] as const))
  known.set(name, made)
  return made
}

/** The largest w with w^root × rank^power at most 10^(6 root). */
function weightOf(rank: bigint, { power, root }: typeof cloth): number {
  const limit = SCALE ** root / rank ** power
  let [low, high] = [1n, SCALE]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (middle ** root <= limit) low = middle
    else high = middle - 1n
  }
  return Number(low)
}
