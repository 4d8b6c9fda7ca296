import { z } from 'zod'
import type { StoredLine } from '../stored/bom.ts'

/**
 * A value by which rows of BOMs can be filtered, as a `BomValue` node of the graph. `material` is a material number,
 * and `supplier` is a code or name, each with the ID of the entity that had it. `mpn`, `supplierId`, `section`, and
 * `materialType` are values of lines, each with the ID of a material whose lines had it. A value may be from any
 * publication, so readers still check the lines that it leads to.
 */
export const BomValue = z.object({
  kind: z.enum(['material', 'mpn', 'supplier', 'supplierId', 'section', 'materialType']),
  value: z.string(),
  id: z.string(),
})
export type BomValue = z.infer<typeof BomValue>

/** A text as JSON documents contain it, without the quotes around it. */
export function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** The values by which a line can be found. */
export function valuesOf({
  materialId,
  material,
  mpn,
  supplierId,
  supplierCode,
  supplier,
  ...line
}: StoredLine): BomValue[] {
  const values: BomValue[] = [{ kind: 'material', value: escaped(material), id: materialId }]
  const { section, materialType } = line
  for (const [kind, value] of Object.entries({ mpn, section, materialType }) as [BomValue['kind'], string | null][])
    if (value !== null) values.push({ kind, value: escaped(value), id: materialId })
  if (supplierId === null) return values
  values.push({ kind: 'supplierId', value: supplierId, id: materialId })
  for (const name of [supplierCode, supplier])
    if (name !== null) values.push({ kind: 'supplier', value: escaped(name), id: supplierId })
  return values
}
