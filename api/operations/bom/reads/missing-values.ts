import {
  findLineWith,
  listNumberedStyles,
  listStylesOfNumber,
  listStylesOfSku,
  listStylesOfSkuId,
  listStyleVersions,
} from '../../../../cypher/bom/read-snapshots.ts'
import { listStyleIdsOfSeason } from '../../../../cypher/graph/read-graph.ts'
import type { YieldFilters } from '../../../../domain/bom/row-filters.ts'
import { fieldsOf } from '../../../../domain/text/json-text.ts'
import type { ListNotice } from '../../../../schemas/common.ts'
import { type StoredSku, storedStyle } from '../../../../schemas/stored/bom.ts'
import type { Reader } from '../../../core/context.ts'
import { similarCodes } from '../../graph/search/coded-filters.ts'
import { similarValues } from '../../graph/search/find-similar.ts'
import { typesWith } from '../../graph/search/read-entities.ts'
import { materialsOf } from './materials-of.ts'

/** Two snapshots by their sequence numbers. For one snapshot, both numbers are the same. */
export interface Range {
  from: number
  to: number
}
export type Name = keyof YieldFilters

/** The notice for a filter value that does not occur. */
export type NoSuchValue = ListNotice & { code: 'no_such_value' }

/**
 * Notices for filter values that a snapshot does not contain. `given` has the values as the caller wrote them,
 * `filters` has them resolved.
 */
export async function missingValues(
  context: Reader,
  { seq }: { seq: number },
  given: YieldFilters,
  filters: YieldFilters,
): Promise<NoSuchValue[]> {
  const missing = await namesMissing(context, { from: seq, to: seq }, filters, true)
  return Promise.all(
    missing.map((name) => noSuchValue(context, name, given[name] ?? '', 'The snapshot does not contain')),
  )
}

/**
 * The filters whose values occur in neither of two snapshots.
 * @param withIds whether styles and SKUs may also be given by their IDs
 */
export async function namesMissing(
  context: Reader,
  range: Range,
  filters: YieldFilters,
  withIds: boolean,
): Promise<Name[]> {
  const given = names.flatMap((name) => (filters[name] === undefined ? [] : [{ name, value: filters[name] }]))
  const isThere = await Promise.all(
    given.map(
      async ({ name, value }) =>
        (await occurs[name](context, range, value)) ||
        (withIds && ((await occursAsId[name]?.(context, range, value)) ?? false)),
    ),
  )
  return given.flatMap(({ name }, at) => (isThere[at] ? [] : [name]))
}

/** A notice for one value, with similar values as suggestions. */
export async function noSuchValue(context: Reader, name: Name, value: string, beginning: string): Promise<NoSuchValue> {
  const suggestions = await similar(context, name, value)
  const advice =
    suggestions.length > 0
      ? 'Use one of the suggestions.'
      : 'Filter values are case-sensitive and must match exactly. Omit the filter, or use a value that rows show.'
  return { code: 'no_such_value', name, value, suggestions, detail: `${beginning} this ${name}. ${advice}` }
}

function similar(context: Reader, name: Name, value: string): Promise<string[]> {
  if (name === 'section') return Promise.resolve([])
  if (name === 'season' || name === 'materialType') return similarValues(context, name, value, [...typesWith[name]])
  return similarCodes(context, name, value)
}

const names = ['sku', 'style', 'mpn', 'supplier', 'material', 'section', 'season', 'materialType'] as const

type Occurs = (context: Reader, range: Range, value: string) => Promise<boolean>

/** For each filter, whether a value occurs in one of two snapshots. */
const occurs: Record<Name, Occurs> = {
  async style(context, range, style) {
    return (await context.read(listStylesOfNumber, { ...range, style, start: '', limit: 1 })).length > 0
  },
  async sku(context, range, sku) {
    const seen = await context.read(listStylesOfSku, { sku, start: '', limit: Number.MAX_SAFE_INTEGER })
    return hasSku(context, range, seen, ([, code]) => code === sku)
  },
  mpn: (context, range, mpn) => lineHas(context, range, { mpn }, [fieldsOf({ mpn })]),
  supplier: (context, range, supplier) =>
    lineHas(context, range, { supplier }, [fieldsOf({ supplier }), fieldsOf({ supplierCode: supplier })]),
  material: (context, range, material) =>
    lineHas(context, range, { material }, [fieldsOf({ material }), fieldsOf({ materialId: material.toLowerCase() })]),
  section: (context, range, section) => lineHas(context, range, { section }, [fieldsOf({ section })]),
  materialType: (context, range, materialType) =>
    lineHas(context, range, { materialType }, [fieldsOf({ materialType })]),
  async season(context, { to }, season) {
    const styleIds = (await context.read(listStyleIdsOfSeason, { season })).map(({ id }) => id)
    return (await context.read(listNumberedStyles, { seq: to, styleIds })).length > 0
  },
}

/** For filters that accept IDs, whether a value is an ID that occurs in one of two snapshots. */
const occursAsId: Partial<Record<Name, Occurs>> = {
  async style(context, { to }, id) {
    return (await context.read(listNumberedStyles, { seq: to, styleIds: [id.toLowerCase()] })).length > 0
  },
  async sku(context, range, id) {
    const skuId = id.toLowerCase()
    const seen = await context.read(listStylesOfSkuId, { skuId, start: '', limit: Number.MAX_SAFE_INTEGER })
    return hasSku(context, range, seen, ([own]) => own === skuId)
  },
  supplier: (context, range, id) =>
    lineHas(context, range, { supplier: id }, [fieldsOf({ supplierId: id.toLowerCase() })]),
}

async function hasSku(
  context: Reader,
  range: Range,
  seen: readonly { styleId: string }[],
  isWanted: (sku: StoredSku) => boolean,
): Promise<boolean> {
  const styleIds = [...new Set(seen.map(({ styleId }) => styleId))]
  const versions = await context.read(listStyleVersions, { ...range, styleIds, isUnchangedWanted: false })
  const documents = versions.flatMap(({ before, after }) => [before, after].filter((doc) => doc !== null))
  return documents.some((doc) => storedStyle.read(doc).skus.some(isWanted))
}

/** @param texts fields in the JSON text of a stored line */
async function lineHas(
  context: Reader,
  range: Range,
  filter: Parameters<typeof materialsOf>[1],
  texts: string[],
): Promise<boolean> {
  const [materials = new Set<string>()] = await materialsOf(context, filter)
  return (await context.read(findLineWith, { ...range, materialIds: [...materials], texts })).length > 0
}
