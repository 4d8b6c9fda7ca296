import {
  listNumberedStyles,
  listStylesOfMaterials,
  listStylesOfNumber,
  listStylesOfSku,
  listStylesOfSkuId,
  type NumberedStyle,
  readStylesWithLines,
} from '../../../../cypher/bom/read-snapshots.ts'
import { listStyleIdsOfSeason } from '../../../../cypher/graph/read-graph.ts'
import type { YieldFilters } from '../../../../domain/bom/row-filters.ts'
import { compareText } from '../../../../domain/text/compare-text.ts'
import { storedStyle } from '../../../../schemas/stored/bom.ts'
import type { Reader } from '../../../core/context.ts'
import { materialsOf } from './materials-of.ts'
import { type ReadNumbers, togetherByNumber } from './styles-of-number.ts'

const ALL = { start: '', limit: Number.MAX_SAFE_INTEGER }

/**
 * Reads the styles of a snapshot that may have matching rows. It finds them by the style number or the SKU if one is
 * given, otherwise by the materials that have the other values. It reads only the lines of these materials.
 */
export async function openFilteredStyles(context: Reader, seq: number, filters: YieldFilters): Promise<ReadNumbers> {
  const [styleIds, materialIds] = await Promise.all([
    stylesOf(context, seq, filters),
    commonMaterials(context, filters),
  ])
  const found = await (styleIds
    ? context.read(listNumberedStyles, { seq, styleIds })
    : context.read(listStylesOfMaterials, { seq, materialIds: materialIds ?? [] }))
  const numbered = found.sort(byNumber)
  const numbers = new Map(numbered.map(({ styleId, styleNumber }) => [styleId, styleNumber]))
  return async ({ styleId, start, limit }) => {
    const first = (styleId === null ? undefined : numbers.get(styleId)) ?? start
    const ahead = numbered.filter(({ styleNumber }) => compareText(styleNumber, first) >= 0)
    const last = ahead[limit - 1]?.styleNumber
    const isEnd = last === undefined
    const next = isEnd ? ahead : ahead.filter(({ styleNumber }) => compareText(styleNumber, last) <= 0)
    const ids = next.map((style) => style.styleId)
    const read = await context.read(readStylesWithLines, { seq, styleIds: ids, materialIds })
    const styles = new Map(
      read
        .map(({ style, lines }) => ({ style: storedStyle.read(style), lines }))
        .map((one) => [one.style.styleId, one]),
    )
    return { numbers: togetherByNumber(ids.flatMap((id) => styles.get(id) ?? [])), isEnd }
  }
}

function byNumber(a: NumberedStyle, b: NumberedStyle): number {
  return compareText(a.styleNumber, b.styleNumber) || (a.styleId < b.styleId ? -1 : 1)
}

/**
 * The IDs of the styles that the filters match, or null if no filter is about styles. Some may not be in the snapshot.
 * The season of a style is its current one in the graph.
 */
export async function stylesOf(
  context: Reader,
  seq: number,
  { style, sku, season }: Pick<YieldFilters, 'style' | 'sku' | 'season'>,
): Promise<string[] | null> {
  const found = await Promise.all([
    style === undefined ? null : stylesNamed(context, seq, style),
    sku === undefined ? null : stylesWithSku(context, sku),
    season === undefined ? null : stylesOfSeason(context, season),
  ])
  const [first, ...others] = found.flatMap((ids) => (ids ? [new Set(ids)] : []))
  return first ? [...first].filter((id) => others.every((ids) => ids.has(id))) : null
}

async function stylesOfSeason(context: Reader, season: string): Promise<string[]> {
  return (await context.read(listStyleIdsOfSeason, { season })).map(({ id }) => id)
}

async function stylesNamed(context: Reader, seq: number, style: string): Promise<string[]> {
  const found = await context.read(listStylesOfNumber, { ...ALL, from: seq, to: seq, style })
  return distinct([style.toLowerCase(), ...found.map(({ styleId }) => styleId)])
}

async function stylesWithSku(context: Reader, sku: string): Promise<string[]> {
  const found = await Promise.all([
    context.read(listStylesOfSku, { ...ALL, sku }),
    context.read(listStylesOfSkuId, { ...ALL, skuId: sku.toLowerCase() }),
  ])
  return distinct(found.flat().map(({ styleId }) => styleId))
}

/** The IDs of the materials that occur with every filtered value of lines; null if lines are not filtered. */
export async function commonMaterials(context: Reader, filters: YieldFilters): Promise<string[] | null> {
  const [first, ...others] = await materialsOf(context, filters)
  return first ? [...first].filter((id) => others.every((ids) => ids.has(id))) : null
}

const distinct = (ids: readonly string[]) => [...new Set(ids)]
