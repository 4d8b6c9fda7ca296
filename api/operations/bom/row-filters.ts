import { listValueIds } from '../../../cypher/bom/read-snapshots.ts'
import { type BomValue, escaped } from '../../../schemas/bom/bom-values.ts'
import type { Reader } from '../../context.ts'
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
}

/** Tests of rows, one for each filter that is given. */
export function createRowTests({ style, sku, material, supplier, mpn }: YieldFilters): ((row: Row) => boolean)[] {
  const tests: ((row: Row) => boolean)[] = []
  if (style !== undefined) tests.push(({ sku: own }) => isNamed(style, own.style, own.styleId))
  if (sku !== undefined) tests.push(({ sku: own }) => isNamed(sku, own.sku, own.skuId))
  if (material !== undefined) tests.push(({ group: { line } }) => isNamed(material, line.material, line.materialId))
  if (supplier !== undefined)
    tests.push(
      ({ group: { line } }) => line.supplier === supplier || isNamed(supplier, line.supplierCode, line.supplierId),
    )
  if (mpn !== undefined) tests.push(({ group: { line } }) => line.mpn === mpn)
  return tests
}

/** Canonical ids are in lower case, and taken in either. */
function isNamed(value: string, code: string | null, id: string | null): boolean {
  return code === value || id === value.toLowerCase()
}

type LineFilters = Pick<YieldFilters, 'material' | 'supplier' | 'mpn'>

/** The ids of the materials that lines with a value may have, for each filter of lines that is given. */
export async function materialsOf(
  context: Reader,
  { material, supplier, mpn }: LineFilters,
): Promise<ReadonlySet<string>[]> {
  const found = await Promise.all([
    material === undefined ? null : idsAndOwn(context, 'material', material),
    mpn === undefined ? null : idsOf(context, 'mpn', [escaped(mpn)]),
    supplier === undefined ? null : ofSupplier(context, supplier),
  ])
  return found.flatMap((ids) => (ids ? [new Set(ids)] : []))
}

async function ofSupplier(context: Reader, supplier: string): Promise<string[]> {
  return idsOf(context, 'supplierId', await idsAndOwn(context, 'supplier', supplier))
}

/** The ids that had a value as their code or name, and the value itself, which may be an id. */
async function idsAndOwn(context: Reader, kind: BomValue['kind'], value: string): Promise<string[]> {
  return [value.toLowerCase(), ...(await idsOf(context, kind, [escaped(value)]))]
}

async function idsOf(context: Reader, kind: BomValue['kind'], values: string[]): Promise<string[]> {
  return (await context.read(listValueIds, { kind, values })).map(({ id }) => id)
}
