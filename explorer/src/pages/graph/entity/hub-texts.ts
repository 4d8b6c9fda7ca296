import type {
  BomYieldChangeSummary,
  BomYieldSummary,
  Entity,
  PositionExceptionCounts,
  SummarizeBomYieldsInput,
} from '@tenant-data/client'
import { formatCount, formatNumber } from '../../../format/numbers.ts'

/** The filter by which other pages show what is about one entity. */
export interface HubFilter {
  style?: string
  sku?: string
  material?: string
  supplier?: string
}

/** Null for types that are in no BOM. */
export function hubFilter({ type, attributes }: Entity): HubFilter | null {
  if (type === 'style') return { style: attributes.styleNumber }
  if (type === 'sku') return { sku: attributes.skuCode }
  if (type === 'material') return { material: attributes.materialNumber }
  return type === 'supplier' ? { supplier: attributes.supplierCode } : null
}

/** The number of entities in the ranking of uses. */
const RANKED = 12

/**
 * The request for the uses of an entity: of a material by style, of a supplier by material. Everything on its page that
 * counts or ranks uses shares it.
 */
export function usesInput(filter: HubFilter): SummarizeBomYieldsInput {
  const by = filter.supplier === undefined ? 'style' : 'material'
  return { ...filter, groupBy: [by], order: by === 'style' ? 'rows' : 'styles', top: RANKED }
}

/** Where the newest snapshot contains the entity. */
export function usedText(
  filter: HubFilter,
  { styles, skus, materials, lines, rows }: BomYieldSummary['counts'],
): string {
  if (rows === 0) return 'none in the newest BOM'
  if (filter.material !== undefined) return `in ${formatCount(styles, 'style')}, ${formatCount(skus, 'SKU')}`
  if (filter.supplier !== undefined)
    return `${formatCount(materials, 'material')} in ${formatCount(styles, 'style')}, ${formatCount(skus, 'SKU')}`
  const ofSkus = filter.style === undefined ? '' : `, ${formatCount(skus, 'SKU')}`
  return `${formatCount(lines, 'line')}, ${formatCount(materials, 'material')}${ofSkus}`
}

/** What changed of the entity in the newest snapshot. */
export function changedText({ rows }: BomYieldChangeSummary['counts']): string {
  return rows === 0 ? 'none in the newest snapshot' : `${formatCount(rows, 'row')} in the newest snapshot`
}

export function exceptionsText({ exceptions, severity }: PositionExceptionCounts): string {
  if (exceptions === 0) return 'none open'
  const open = `${formatNumber(exceptions)} open`
  return severity.critical === 0 ? open : `${open}, ${formatNumber(severity.critical)} critical`
}
