import type { RowChange } from '../../../../domain/bom/changes-of-style.ts'
import type { BomYieldChange } from '../../../../schemas/bom/yields.ts'
import type { RowTexts } from '../row-text.ts'

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
  const [textBefore, textAfter] = [before && texts.row(before), after && texts.row(after)]
  const sides = `"before":${textBefore},"after":${textAfter},"delta":${JSON.stringify(delta)}`
  return `${JSON.stringify(compared).slice(0, -1)},${sides}}`
}
