import type { ComparisonNotice } from '../../../../schemas/bom/yields.ts'
import type { Reader } from '../../../core/context.ts'
import { namesMissing, noSuchValue } from '../reads/missing-values.ts'
import type { Comparison, Given } from './select-compared.ts'

/**
 * The notices about a comparison. Whether the values of filters occur is only checked if no row was found. `given` has
 * the values as the caller wrote them, the comparison has them resolved.
 */
export async function noticesOf(
  context: Reader,
  { from, to, filters }: Comparison,
  given: Given,
  isEmpty: boolean,
): Promise<ComparisonNotice[]> {
  const notices: ComparisonNotice[] = []
  const detail = 'Both sides are the same snapshot, so nothing changed.'
  if (from.seq === to.seq) notices.push({ code: 'same_snapshot', name: null, value: null, suggestions: [], detail })
  if (!isEmpty) return notices
  const { sku, style, mpn, supplier, material } = filters
  const range = { from: from.seq, to: to.seq }
  const missing = await namesMissing(context, range, { sku, style, mpn, supplier, material }, false)
  const written = (name: (typeof missing)[number]) => (name in given ? given[name as keyof Given] : undefined)
  const values = await Promise.all(
    missing.map((name) => noSuchValue(context, name, String(written(name)), 'Neither snapshot contains')),
  )
  return [...notices, ...values]
}
