import type { Row } from './expand-rows.ts'

/** What rows are filtered by: codes or canonical ids, exactly; all that are given must be right. */
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
  /** Of the style as it is in the graph now. BOMs do not name it, so that no test of a row is made of it. */
  season?: string | undefined
}

/** Tests of rows, one for each filter that is given. */
export function createRowTests(filters: YieldFilters): ((row: Row) => boolean)[] {
  const { style, sku, material, supplier, mpn, section, materialType } = filters
  const tests: ((row: Row) => boolean)[] = []
  if (style !== undefined) tests.push(({ sku: own }) => isNamed(style, own.style, own.styleId))
  if (sku !== undefined) tests.push(({ sku: own }) => isNamed(sku, own.sku, own.skuId))
  if (material !== undefined) tests.push(({ group: { line } }) => isNamed(material, line.material, line.materialId))
  if (supplier !== undefined)
    tests.push(
      ({ group: { line } }) => line.supplier === supplier || isNamed(supplier, line.supplierCode, line.supplierId),
    )
  if (mpn !== undefined) tests.push(({ group: { line } }) => line.mpn === mpn)
  if (section !== undefined) tests.push(({ group: { line } }) => line.section === section)
  if (materialType !== undefined) tests.push(({ group: { line } }) => line.materialType === materialType)
  return tests
}

/** Canonical ids are in lower case, and taken in either. */
function isNamed(value: string, code: string | null, id: string | null): boolean {
  return code === value || id === value.toLowerCase()
}
