import type { BomYieldChange } from '../../../schemas/bom/yields.ts'
import type { Brand } from '../../brand.ts'
import { type Style, styleAt, styleId } from '../../graph/styles/style.ts'
import type { Edit } from '../edits/edits.ts'
import type { BomLine } from '../lines/bom-line.ts'
import type { BomManner } from '../lines/manner.ts'
import { bomAt } from '../style-bom.ts'
import { lineData, type Variant, variantsOf } from '../style-data.ts'
import { rowsOf, type SnapshotRow } from './snapshot-rows.ts'

/**
 * What one edit did to one row. `changedFields` are in the order of the contract, empty for added and removed rows;
 * `before` is null for an added row, `after` for a removed one.
 */
export type LedgerRow = {
  readonly kind: Edit['kind']
  readonly changeType: 'added' | 'removed' | 'changed'
  readonly changedFields: readonly BomYieldChange['changedFields'][number][]
  readonly yieldDirection: BomYieldChange['yieldDirection']
  readonly before: SnapshotRow | null
  readonly after: SnapshotRow | null
}

/**
 * The changes of a publication, row by row, as the edits define them instead of a comparison. Other rows are unchanged.
 * The first publication has no ledger.
 */
export function* ledgerOf(brand: Brand, number: number): Generator<LedgerRow, void> {
  for (let index = 0; index < brand.profile.styles; index += 1) yield* styleLedger(brand, styleAt(brand, index), number)
}

/** The ledger of one style. */
export function styleLedger(brand: Brand, style: Style, number: number): LedgerRow[] {
  const { manner, edits } = bomAt(brand, style, number)
  if (edits.length === 0) return []
  const variants = variantsOf(brand, style)
  return edits.flatMap((edit) => rowsOfEdit(brand, { style, manner, variants }, edit))
}

type OfStyle = { readonly style: Style; readonly manner: BomManner; readonly variants: readonly Variant[] }

function rowsOfEdit(brand: Brand, ofStyle: OfStyle, edit: Edit): LedgerRow[] {
  const { kind, before, after, sizes } = edit
  const touched = ofStyle.variants.filter(({ size }) => sizes === null || sizes.includes(size))
  const [earlier, later] = [before, after].map((line) => lineRows(brand, ofStyle, line, touched))
  const gone = (earlier ?? []).map((row) => only('removed', kind, row))
  const come = (later ?? []).map((row) => only('added', kind, row))
  if (before === null || after === null) return [...gone, ...come]
  if (kind === 'swap' && !ofStyle.manner.hasLineRefs) return [...gone, ...come]
  const changedFields = fieldsOf(kind, before, after, ofStyle.manner)
  const yieldDirection = directionOf(kind, before, after, ofStyle.manner)
  return (earlier ?? []).map((row, place) => {
    return { kind, changeType: 'changed', changedFields, yieldDirection, before: row, after: later?.[place] ?? null }
  })
}

function only(changeType: 'added' | 'removed', kind: Edit['kind'], row: SnapshotRow): LedgerRow {
  const [before, after] = changeType === 'added' ? [null, row] : [row, null]
  return { kind, changeType, changedFields: [], yieldDirection: null, before, after }
}

/** The rows of one line, by SKU. */
function lineRows(
  brand: Brand,
  { style, manner }: OfStyle,
  line: BomLine | null,
  variants: readonly Variant[],
): SnapshotRow[] {
  if (line === null) return []
  const lines = [lineData(brand, { style, manner }, line, variants)]
  return rowsOf({
    style: { recordId: styleId(style.index), styleNumber: style.styleNumber },
    skus: variants.map(({ recordId, skuCode, colorwayCode, sizeCode }) => {
      return { recordId, skuCode, colorwayCode, sizeCode }
    }),
    lines,
  })
}

/**
 * The fields that a kind of edit changes. The calculated yield changes with the waste allowance and the other yield.
 */
function fieldsOf(
  kind: Edit['kind'],
  before: BomLine,
  after: BomLine,
  { basis }: BomManner,
): LedgerRow['changedFields'] {
  const terms: readonly LedgerRow['changedFields'][number][] = [
    ...(before.mpn === after.mpn ? [] : ['mpn' as const]),
    ...(before.supplier === after.supplier ? [] : ['supplierCode' as const]),
  ]
  if (kind === 'yield_up' || kind === 'yield_down') return ['netYield', 'grossYield']
  if (kind === 'wastage') return basis === 'on_net' ? ['wastagePercent', 'grossYield'] : ['netYield', 'wastagePercent']
  if (kind === 'uom') return ['uom']
  if (kind === 'uom_other_dimension') return ['netYield', 'grossYield', 'uom']
  return kind === 'swap' ? ['material', ...terms] : terms
}

/** The direction of the gross yield. A changed waste allowance changes it only if it is calculated. */
function directionOf(
  kind: Edit['kind'],
  before: BomLine,
  after: BomLine,
  { basis }: BomManner,
): LedgerRow['yieldDirection'] {
  if (kind === 'yield_up') return 'increased'
  if (kind === 'yield_down') return 'decreased'
  if (kind === 'uom_other_dimension') return 'not_comparable'
  if (kind !== 'wastage' || basis === 'on_gross') return 'equal'
  return after.wastage > before.wastage ? 'increased' : 'decreased'
}
