import { findArticles } from '../../../../cypher/graph/read-graph.ts'
import { formOf, keyOf, labelForm, looseForm } from '../../../../domain/search/found-by.ts'
import { compareText } from '../../../../domain/text/compare-text.ts'
import { editsBetween } from '../../../../schemas/checking/nearest-name.ts'
import type { Entity } from '../../../../schemas/graph/entities.ts'
import { type EntityType, entityTypes } from '../../../../schemas/graph/entity-types.ts'
import type { Reader } from '../../../core/context.ts'
import { nearClause, nearestFirst, readNear } from './find-similar.ts'
import { entityOf } from './read-entities.ts'

/** Filters that name an entity by its code. */
export interface CodedFilters {
  style?: string | undefined
  sku?: string | undefined
  material?: string | undefined
  supplier?: string | undefined
}

const codedTypes = ['style', 'sku', 'material', 'supplier'] as const satisfies readonly EntityType[]
type CodedType = (typeof codedTypes)[number]

/** A value with a space may be a label. Codes rarely have spaces. */
const SPACE = /\s/

/** Replaces labels in filters, such as `Zelnetova Mills (SUP-24)`, with the codes of the entities that have them. */
export async function withCodes<F extends CodedFilters>(reader: Reader, filters: F): Promise<F> {
  const labels = codedTypes.flatMap((type) => {
    const value = filters[type]
    return value !== undefined && SPACE.test(value) ? [{ type, value }] : []
  })
  const codes = await Promise.all(labels.map(({ type, value }) => codeOfLabel(reader, type, value)))
  return { ...filters, ...Object.fromEntries(labels.map(({ type, value }, at) => [type, codes[at] ?? value])) }
}

async function codeOfLabel(reader: Reader, type: CodedType, label: string): Promise<string | null> {
  const clauses = [`+foundBy:${keyOf(reader.organization, 'label', labelForm(label))}`]
  const [only, ...others] = await readNear(reader, clauses, [type], 2)
  return only && others.length === 0 ? codeOf(entityOf(only)) : null
}

function codeOf({ type, attributes }: Entity): string {
  return String((attributes as Record<string, unknown>)[entityTypes[type].naturalKey])
}

/** The filters that accept codes. */
export type CodedName = CodedType | 'mpn'

/**
 * Codes that are similar to the value of a filter: equal except for case and separators, or with at most two different
 * characters.
 */
export async function similarCodes(reader: Reader, name: CodedName, value: string): Promise<string[]> {
  if (name === 'mpn') {
    const found = await reader.read(findArticles, { mpnForm: looseForm(value), limit: ENTITIES })
    return found
      .map(({ mpn }) => mpn)
      .sort(compareText)
      .slice(0, MOST)
  }
  return similarNaturalKeys(reader, [name], value)
}

/** Natural keys of entities of some types that have a code similar to a value. */
export async function similarNaturalKeys(reader: Reader, types: EntityType[], value: string): Promise<string[]> {
  const own = formOf(reader.organization, 'code', value)
  for (const clause of [`foundBy:${own}`, nearClause(own, looseForm(value))]) {
    const rows = await readNear(reader, [`+${clause}`], types)
    const codes = [...new Set(rows.map((row) => codeOf(entityOf(row))))].filter((code) => code !== value)
    if (codes.length > 0) return nearestFirst(codes, (code) => editsBetween(looseForm(value), looseForm(code)))
  }
  return []
}

const ENTITIES = 50
const MOST = 5
