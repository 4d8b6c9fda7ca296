import type { EntityType } from '@tenant-data/client'
import { formatCode } from './names.ts'
import { formatCount } from './numbers.ts'

/** What an organization has, within a sentence, in the singular and the plural. */
export const nouns = {
  style: ['style', 'styles'],
  sku: ['SKU', 'SKUs'],
  material: ['material', 'materials'],
  supplier: ['supplier', 'suppliers'],
  bom_publication: ['BOM publication', 'BOM publications'],
  factory: ['factory', 'factories'],
  entity: ['entity', 'entities'],
} as const satisfies Record<EntityType | 'factory' | 'entity', readonly [string, string]>

const isNamed = (type: string): type is keyof typeof nouns => Object.hasOwn(nouns, type)

/** The name of a type within a sentence. The API can add types. */
export function typeName(type: EntityType): string {
  return isNamed(type) ? nouns[type][0] : formatCode(type)
}

/** A number of entities with their type, as `14 SKUs`. If their types differ, as `14 entities`. */
export function countOfType(count: number, types: readonly EntityType[], before = ''): string {
  const [type, ...others] = new Set(types)
  const [one, many] = nouns[type !== undefined && others.length === 0 && isNamed(type) ? type : 'entity']
  return formatCount(count, before + one, before + many)
}
