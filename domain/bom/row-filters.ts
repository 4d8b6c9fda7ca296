import type { StoredLine } from '../../schemas/stored/bom.ts'
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
export function createRowTests({ style, sku, ...ofLines }: YieldFilters): ((row: Row) => boolean)[] {
  const tests: ((row: Row) => boolean)[] = []
  if (style !== undefined) tests.push(({ sku: own }) => isNamed(style, own.style, own.styleId))
  if (sku !== undefined) tests.push(({ sku: own }) => isNamed(sku, own.sku, own.skuId))
  for (const test of createLineTests(ofLines)) tests.push(({ group: { line } }) => test(line))
  return tests
}

/** Tests of lines, one for each filter of lines that is given. */
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

/** Canonical ids are in lower case, and taken in either. */
export function isNamed(value: string, code: string | null, id: string | null): boolean {
  return code === value || id === value.toLowerCase()
}
