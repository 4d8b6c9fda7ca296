import {
  listChangedStyles,
  listStylesHavingMaterials,
  listStylesOfEither,
  listStylesOfNumber,
  listStylesOfSku,
} from '../../../../cypher/bom/read-snapshots.ts'
import { wantsUnchanged } from '../../../../domain/bom/change-filters.ts'
import type { Reader } from '../../../core/context.ts'
import { materialsOf } from '../reads/materials-of.ts'
import type { Comparison } from './select-compared.ts'

/** Ids of styles that may have what is asked for, by id, from `start` on: all that do, and some that do not. */
export type ListStyles = (start: string, limit: number) => Promise<string[]>

/** If a filter matches at most this many styles, these are compared. If it matches more, all changed styles are. */
const FEW_STYLES = 128

/**
 * Lists styles from where there are fewest. A material, supplier or article number that stands in few styles leads to
 * these; of one that stands in many, what changed is looked at, because the rest of them is as it was.
 */
export function createStyleLister(context: Reader, { from, to, filters }: Comparison): ListStyles {
  const { sku, style } = filters
  const range = { from: from.seq, to: to.seq }
  const withUnchanged = wantsUnchanged(filters)
  let materials: Promise<string[] | null> | undefined
  return async (start, limit) => {
    if (sku !== undefined) return idsOf(context.read(listStylesOfSku, { sku, start, limit }))
    if (style !== undefined) return idsOf(context.read(listStylesOfNumber, { ...range, style, start, limit }))
    materials ??= fewestMaterials(context, filters)
    const materialIds = await materials
    const having = (most: number) =>
      idsOf(context.read(listStylesHavingMaterials, { ...range, materialIds: materialIds ?? [], start, limit: most }))
    if (materialIds && withUnchanged) return having(limit)
    const few = materialIds && (await having(FEW_STYLES + 1))
    if (few && few.length <= FEW_STYLES) return few.slice(0, limit)
    return idsOf(context.read(withUnchanged ? listStylesOfEither : listChangedStyles, { ...range, start, limit }))
  }
}

/** Filters may be right on different sides of a change, with other materials, so one alone is a starting point. */
async function fewestMaterials(context: Reader, filters: Comparison['filters']): Promise<string[] | null> {
  const [fewest] = (await materialsOf(context, filters)).sort((a, b) => a.size - b.size)
  return fewest ? [...fewest] : null
}

async function idsOf(found: Promise<{ styleId: string }[]>): Promise<string[]> {
  return (await found).map(({ styleId }) => styleId)
}
