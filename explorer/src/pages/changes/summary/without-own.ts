import type { Comparison } from '../changes-search.ts'

/** The lists of the summary whose lines filter the table. */
export type SummaryList = 'changeType' | 'style' | 'material' | 'supplier' | 'largest'

/**
 * What a list of the summary counts: the rows of all filters but those that its own lines set, so that what was chosen
 * stands among the others and can be undone or changed for one of them.
 */
export function withoutOwn<Given extends Comparison>(list: SummaryList, comparison: Given): Given {
  if (list === 'changeType') return { ...comparison, changeType: undefined }
  if (list !== 'largest') return { ...comparison, [list]: undefined }
  const { style, sku, material } = comparison
  const isOfLine = style !== undefined && sku !== undefined && material !== undefined
  return isOfLine ? { ...comparison, style: undefined, sku: undefined, material: undefined } : comparison
}
