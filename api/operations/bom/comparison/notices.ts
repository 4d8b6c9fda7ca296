import type { ComparisonNotice } from '../../../../schemas/bom/yields.ts'
import type { Reader } from '../../../core/context.ts'
import { namesMissing, noSuchValue } from '../reads/missing-values.ts'
import type { Comparison, Given } from './select-compared.ts'

/**
 * What is worth knowing of a comparison beside its rows. A row that was found has all values, so that these are only looked
 * for when there is none. `given` is what the caller wrote, the comparison has what it means.
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
