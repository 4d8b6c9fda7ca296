import type { StoredLine } from '../../schemas/stored/bom.ts'
import type { Row } from './expand-rows.ts'

/** Filters of rows. Codes and canonical IDs must match exactly. A row must match all given filters. */
export interface YieldFilters {
  /** Number or id. */
  style?: string | undefined
  /** Code or id. */
  sku?: string | undefined
  /** Number or id. */
  material?: string | undefined
  /** Code, name or id. */
  supplier?: string | undefined
  mpn?: string | undefined
  section?: string | undefined
  materialType?: string | undefined
  /**
   * The current season of the style in the graph. BOMs do not contain the season, so this filter is not applied to
   * rows.
   */
  season?: string | undefined
}

/** Returns one test of rows for each given filter. */
export function createRowTests({ style, sku, ...ofLines }: YieldFilters): ((row: Row) => boolean)[] {
  const tests: ((row: Row) => boolean)[] = []
  if (style !== undefined) tests.push(({ sku: own }) => isNamed(style, own.style, own.styleId))
  if (sku !== undefined) tests.push(({ sku: own }) => isNamed(sku, own.sku, own.skuId))
  for (const test of createLineTests(ofLines)) tests.push(({ group: { line } }) => test(line))
  return tests
}

/** Returns one test of lines for each given filter that concerns lines. */
export function createLineTests(filters: YieldFilters): ((line: StoredLine) => boolean)[] {
  const { material, supplier, mpn, section, materialType } = filters
  const tests: ((line: StoredLine) => boolean)[] = []
  if (material !== undefined) tests.push((line) => isNamed(material, line.material, line.materialId))
  if (supplier !== undefined)
    tests.push((line) => line.supplier === supplier || isNamed(supplier, line.supplierCode, line.supplierId))
  if (mpn !== undefined) tests.push((line) => line.mpn === mpn)
  if (section !== undefined) tests.push((line) => line.section === section)
  if (materialType !== undefined) tests.push((line) => line.materialType === materialType)
  return tests
}

/**
 * Whether a filter value matches a code or an ID. IDs are stored in lower case, but filters accept them in any case.
 */
export function isNamed(value: string, code: string | null, id: string | null): boolean {
  return code === value || id === value.toLowerCase()
}
