import type { EntityType } from '@tenant-data/client'
import { formatCode } from '../../format/names.ts'
import { formatCount } from '../../format/numbers.ts'

/** The types of entities within a sentence, in the singular and the plural. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  style: ['style', 'styles'],
  sku: ['SKU', 'SKUs'],
  material: ['material', 'materials'],
  supplier: ['supplier', 'suppliers'],
  bom_publication: ['BOM publication', 'BOM publications'],
} satisfies Record<EntityType, readonly [string, string]>

/** The name of a type within a sentence. The API can add types. */
export function typeName(type: EntityType): string {
  return names[type]?.[0] ?? formatCode(type)
}

/** A number of entities with their type, as `14 SKUs`. If their types differ, as `14 entities`. */
export function countOfType(count: number, types: readonly EntityType[], before = ''): string {
  const [type, ...others] = new Set(types)
  const [one, many] = (others.length === 0 && type && names[type]) || ['entity', 'entities']
  return formatCount(count, before + one, before + many)
}
