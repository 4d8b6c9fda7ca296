import {
  listChangedStyles,
  listStylesHavingMaterials,
  listStylesOfEither,
  listStylesOfNumber,
  listStylesOfSku,
} from '../../../../cypher/bom/read-snapshots.ts'
import { wantsUnchanged } from '../../../../domain/bom/changes/change-filters.ts'
import type { Reader } from '../../../core/context.ts'
import { materialsOf } from '../reads/materials-of.ts'
import type { Comparison } from './select-compared.ts'

/**
 * Lists up to `limit` style IDs from `start` on, in their order. The list has all styles with rows that match, and may
 * have others.
 */
export type ListStyles = (start: string, limit: number) => Promise<string[]>

/** If a filter matches at most this many styles, these are compared. If it matches more, all changed styles are. */
const FEW_STYLES = 128

/**
 * Lists the styles that may have matching changes, from the index with the fewest. If few styles have the material,
 * supplier, or supplier article number of a filter, it lists these. If many styles have it, it lists the changed styles
 * instead, because unchanged ones have no changes to return.
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

/**
 * Returns the materials of the filter that matches the fewest. The filters are not combined, because one may match
 * before a change and another after it, with different materials.
 */
async function fewestMaterials(context: Reader, filters: Comparison['filters']): Promise<string[] | null> {
  const [fewest] = (await materialsOf(context, filters)).sort((a, b) => a.size - b.size)
  return fewest ? [...fewest] : null
}

async function idsOf(found: Promise<{ styleId: string }[]>): Promise<string[]> {
  return (await found).map(({ styleId }) => styleId)
}
