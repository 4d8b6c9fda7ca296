import {
  findLineWith,
  listStylesOfNumber,
  listStylesOfSku,
  listStyleVersions,
} from '../../../../cypher/bom/read-snapshots.ts'
import { fieldsOf } from '../../../../domain/text/json-text.ts'
import type { ComparisonNotice } from '../../../../schemas/bom/yields.ts'
import { storedStyle } from '../../../../schemas/stored/bom.ts'
import type { Reader } from '../../../core/context.ts'
import { materialsOf } from '../reads/materials-of.ts'
import type { Comparison } from './select-compared.ts'

const names = ['sku', 'style', 'mpn', 'supplier', 'material'] as const
type Name = (typeof names)[number]

/**
 * What is worth knowing of a comparison beside its rows. A row that was found has all values, so that these are only looked
 * for when there is none.
 */
export async function noticesOf(
  context: Reader,
  comparison: Comparison,
  isEmpty: boolean,
): Promise<ComparisonNotice[]> {
  const { from, to, filters } = comparison
  const notices: ComparisonNotice[] = []
  if (from.seq === to.seq)
    notices.push({ code: 'same_snapshot', name: null, detail: 'Both sides are the same snapshot, so nothing changed.' })
  if (!isEmpty) return notices
  const range = { from: from.seq, to: to.seq }
  const given = names.flatMap((name) => (filters[name] === undefined ? [] : [{ name, value: filters[name] }]))
  const isThere = await Promise.all(given.map(({ name, value }) => occurs[name](context, range, value)))
  const missing = given.filter((_, at) => !isThere[at])
  return [...notices, ...missing.map(({ name }) => noSuchValue(name))]
}

function noSuchValue(name: Name): ComparisonNotice {
  const detail = `Neither snapshot contains this ${name}. Filter values are case-sensitive and must match exactly.`
  return { code: 'no_such_value', name, detail }
}

interface Range {
  from: number
  to: number
}
type Occurs = (context: Reader, range: Range, value: string) => Promise<boolean>

/** Whether a value is in one of two snapshots. */
const occurs: Record<Name, Occurs> = {
  async style(context, range, style) {
    return (await context.read(listStylesOfNumber, { ...range, style, start: '', limit: 1 })).length > 0
  },
  async sku(context, range, sku) {
    const seen = await context.read(listStylesOfSku, { sku, start: '', limit: Number.MAX_SAFE_INTEGER })
    const styleIds = seen.map(({ styleId }) => styleId)
    const versions = await context.read(listStyleVersions, { ...range, styleIds, isUnchangedWanted: false })
    const documents = versions.flatMap(({ before, after }) => [before, after].filter((doc) => doc !== null))
    return documents.some((doc) => storedStyle.read(doc).skus.some(([, code]) => code === sku))
  },
  mpn: (context, range, mpn) => lineHas(context, range, { mpn }, [fieldsOf({ mpn })]),
  supplier: (context, range, supplier) =>
    lineHas(context, range, { supplier }, [fieldsOf({ supplier }), fieldsOf({ supplierCode: supplier })]),
  material: (context, range, material) =>
    lineHas(context, range, { material }, [fieldsOf({ material }), fieldsOf({ materialId: material.toLowerCase() })]),
}

/** @param texts fields as the document of a line holds them */
async function lineHas(
  context: Reader,
  range: Range,
  filter: Parameters<typeof materialsOf>[1],
  texts: string[],
): Promise<boolean> {
  const [materials = new Set<string>()] = await materialsOf(context, filter)
  return (await context.read(findLineWith, { ...range, materialIds: [...materials], texts })).length > 0
}
