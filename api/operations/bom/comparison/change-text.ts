import type { RowChange } from '../../../../domain/bom/changes/changes-of-style.ts'
import type { Row } from '../../../../domain/bom/expand-rows.ts'
import { fieldOf, fieldsOf, objectText } from '../../../../domain/text/json-text.ts'
import type { BomYieldChange } from '../../../../schemas/bom/yields.ts'
import type { RowTexts } from '../reads/row-text.ts'

/** A change as the JSON text of a BomYieldChange. */
export function changeText(change: RowChange, texts: RowTexts): string {
  const { changeType, changedFields, yieldDirection, delta, row, before, after } = change
  const { matchKey, sku, group } = row
  const compared: Omit<BomYieldChange, 'before' | 'after' | 'delta'> = {
    changeType,
    changedFields,
    yieldDirection,
    matchKey,
    style: sku.style,
    sku: sku.sku,
    placement: group.line.placement,
  }
  const sideOf = (name: string, side: Row | null) => fieldOf(name, side && texts.row(side))
  return objectText([fieldsOf(compared), sideOf('before', before), sideOf('after', after), fieldsOf({ delta })])
}
