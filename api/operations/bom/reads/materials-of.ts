import { listValueIds } from '../../../../cypher/bom/read-snapshots.ts'
import type { YieldFilters } from '../../../../domain/bom/row-filters.ts'
import { type BomValue, escaped } from '../../../../schemas/bom/bom-values.ts'
import type { Reader } from '../../../core/context.ts'

type LineFilters = Pick<YieldFilters, 'material' | 'supplier' | 'mpn' | 'section' | 'materialType'>

/** For each given filter of lines, the IDs of the materials whose lines may have its value. */
export async function materialsOf(
  context: Reader,
  { material, supplier, mpn, section, materialType }: LineFilters,
): Promise<ReadonlySet<string>[]> {
  const found = await Promise.all([
    material === undefined ? null : idsAndOwn(context, 'material', material),
    mpn === undefined ? null : idsOf(context, 'mpn', [escaped(mpn)]),
    supplier === undefined ? null : ofSupplier(context, supplier),
    section === undefined ? null : idsOf(context, 'section', [escaped(section)]),
    materialType === undefined ? null : idsOf(context, 'materialType', [escaped(materialType)]),
  ])
  return found.flatMap((ids) => (ids ? [new Set(ids)] : []))
}

async function ofSupplier(context: Reader, supplier: string): Promise<string[]> {
  return idsOf(context, 'supplierId', await idsAndOwn(context, 'supplier', supplier))
}

/** The IDs of the entities that had a value as their code or name, and the value itself, because it may be an ID. */
async function idsAndOwn(context: Reader, kind: BomValue['kind'], value: string): Promise<string[]> {
  return [value.toLowerCase(), ...(await idsOf(context, kind, [escaped(value)]))]
}

async function idsOf(context: Reader, kind: BomValue['kind'], values: string[]): Promise<string[]> {
  return (await context.read(listValueIds, { kind, values })).map(({ id }) => id)
}
