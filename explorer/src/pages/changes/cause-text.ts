import type { ChangeCause } from '@tenant-data/client'
import { fieldName } from '../../format/names.ts'
import { formatCount, formatDecimal, formatPercent } from '../../format/numbers.ts'

interface CauseText {
  /** What changed: the place and the material, or the SKUs. */
  what: string
  /** How it changed. */
  how: string
}

/** A cause in words, without its style. */
export function causeText(cause: ChangeCause): CauseText {
  const { before, after, changedFields, skus, rows } = cause
  const at = placeText(cause)
  const inSkus = `in ${formatCount(skus, 'SKU')}`
  const material = (after ?? before)?.materialLabel ?? ''
  switch (cause.cause) {
    case 'changed':
      return { what: `${at}${material}`, how: `${changedFields.map(fieldName).join(', ')}, ${inSkus}` }
    case 'replaced':
      return { what: `${at}${before?.materialLabel ?? ''} → ${after?.materialLabel ?? ''}`, how: `replaced ${inSkus}` }
    case 'added':
    case 'removed':
      return { what: `${at}${material}`, how: `${cause.cause} ${inSkus}` }
    case 'renamed':
      return { what: 'Style number or SKU codes', how: `changed, and nothing else, ${inSkus}` }
    case 'skus_added':
    case 'skus_removed': {
      const verb = cause.cause === 'skus_added' ? 'added' : 'removed'
      return { what: formatCount(skus, 'SKU'), how: `${verb}, with ${formatCount(rows, 'row')}` }
    }
    default: {
      const verb = cause.cause === 'style_added' ? 'added' : 'removed'
      return { what: 'Style', how: `${verb}, with ${formatCount(skus, 'SKU')} and ${formatCount(rows, 'row')}` }
    }
  }
}

function placeText({ section, placement }: ChangeCause): string {
  const place = placement ?? section
  return place === null ? '' : `${place}: `
}

/** The change of gross yield in percent, or its range over the rows. Null if no row has one other than 0. */
export function percentText({ grossPercent }: Pick<ChangeCause, 'grossPercent'>): string | null {
  if (grossPercent === null || (grossPercent.min === '0' && grossPercent.max === '0')) return null
  const { min, max } = grossPercent
  const most = formatPercent(max, { withSign: true })
  return min === max ? most : `${formatDecimal(min, { withSign: true })} to ${most}`
}
