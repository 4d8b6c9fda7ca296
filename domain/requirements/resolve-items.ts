import type { NotFoundItem, NotFoundReason, RequirementItem } from '../../schemas/bom/material-requirements.ts'
import type { SkuOfStyle, SkusOfStyle } from '../bom/expand-rows.ts'
import { isNamed } from '../bom/row-filters.ts'

/** Pieces of one SKU that an item of the request contains. */
export interface WantedPieces {
  item: number
  pieces: number
}

/** The requested pieces by style and SKU, and the items that match no style of the snapshot. */
export interface ResolvedItems {
  wanted: ReadonlyMap<string, ReadonlyMap<string, readonly WantedPieces[]>>
  /** Number of pieces of all items that were found. */
  pieces: number
  notFound: NotFoundItem[]
}

type Finding = readonly SkuOfStyle[] | NotFoundReason

/** Finds the SKUs of items among the styles of a snapshot. An item that matches several SKUs or styles is not found. */
export function resolveItems(items: readonly RequirementItem[], styles: readonly SkusOfStyle[]): ResolvedItems {
  const wanted = new Map<string, Map<string, WantedPieces[]>>()
  const notFound: NotFoundItem[] = []
  let total = 0
  const index = indexOf(styles)
  for (const [item, asked] of items.entries()) {
    const code = 'sku' in asked ? asked.sku : asked.style
    for (const { size, pieces, found } of findingsOf(asked, index)) {
      if (typeof found === 'string') notFound.push({ item, code, size, reason: found })
      else if (pieces > 0) {
        total += pieces
        for (const { styleId, skuId } of found) addWanted(wanted, styleId, skuId, { item, pieces })
      }
    }
  }
  return { wanted, pieces: total, notFound }
}

function addWanted(
  wanted: Map<string, Map<string, WantedPieces[]>>,
  styleId: string,
  skuId: string,
  pieces: WantedPieces,
): void {
  const ofStyle = wanted.get(styleId) ?? new Map<string, WantedPieces[]>()
  wanted.set(styleId, ofStyle)
  const ofSku = ofStyle.get(skuId) ?? []
  ofSku.push(pieces)
  ofStyle.set(skuId, ofSku)
}

/** SKUs by code and ID, and the SKUs of each style by its number and ID. */
interface Index {
  bySku: ReadonlyMap<string, SkuOfStyle[]>
  byStyle: ReadonlyMap<string, SkuOfStyle[]>
}

function indexOf(styles: readonly SkusOfStyle[]): Index {
  const bySku = new Map<string, SkuOfStyle[]>()
  const byStyle = new Map<string, SkuOfStyle[]>()
  const put = (into: Map<string, SkuOfStyle[]>, name: string, sku: SkuOfStyle) => {
    const known = into.get(name)
    if (known) known.push(sku)
    else into.set(name, [sku])
  }
  for (const sku of styles.flatMap((skus) => [...skus.values()])) {
    for (const name of new Set([sku.sku, sku.skuId])) put(bySku, name, sku)
    for (const name of new Set([sku.style, sku.styleId])) put(byStyle, name, sku)
  }
  return { bySku, byStyle }
}

/** Looks up by exact text, or by ID in any case. */
function named(by: ReadonlyMap<string, SkuOfStyle[]>, name: string): SkuOfStyle[] {
  const exact = by.get(name) ?? []
  const other = name === name.toLowerCase() ? [] : (by.get(name.toLowerCase()) ?? [])
  return [...exact, ...other.filter(({ skuId, styleId }) => isNamed(name, null, skuId) || isNamed(name, null, styleId))]
}

function findingsOf(
  asked: RequirementItem,
  { bySku, byStyle }: Index,
): { size: string | null; pieces: number; found: Finding }[] {
  if ('sku' in asked)
    return [{ size: null, pieces: asked.pieces, found: oneSku(named(bySku, asked.sku), 'no_such_sku') }]
  const whole = (found: NotFoundReason) => [{ size: null, pieces: 0, found }]
  const ofStyle = named(byStyle, asked.style)
  if (ofStyle.length === 0) return whole('no_such_style')
  if (new Set(ofStyle.map(({ styleId }) => styleId)).size > 1) return whole('several_styles')
  const { colorway } = asked
  const inColorway = colorway === undefined ? ofStyle : ofStyle.filter(({ colorwayCode }) => colorwayCode === colorway)
  if (inColorway.length === 0) return whole('no_such_colorway')
  const sizes = 'size' in asked ? { [asked.size]: asked.pieces } : asked.sizes
  return Object.entries(sizes).map(([size, pieces]) => {
    const inSize = inColorway.filter(({ sizeCode }) => sizeCode === size)
    return { size, pieces, found: oneSku(inSize, 'no_such_size') }
  })
}

/** Usually one style has the SKU. If several do, the SKU needs the lines of each. */
function oneSku(found: readonly SkuOfStyle[], missing: NotFoundReason): Finding {
  if (found.length === 0) return missing
  return new Set(found.map(({ skuId }) => skuId)).size > 1 ? 'several_skus' : found
}
