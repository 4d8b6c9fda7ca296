import { listStylesOfNames, listStylesOfSkuNames } from '../../../../cypher/bom/read-requirements.ts'
import { readStylesWithLines } from '../../../../cypher/bom/read-snapshots.ts'
import { type SkusOfStyle, skusOf } from '../../../../domain/bom/expand-rows.ts'
import { GrossByMaterial, type GrossOfMaterial } from '../../../../domain/requirements/gross-by-material.ts'
import { resolveItems } from '../../../../domain/requirements/resolve-items.ts'
import type { NotFoundItem, RequirementItem } from '../../../../schemas/bom/material-requirements.ts'
import { type StoredLine, storedLine, storedStyle } from '../../../../schemas/stored/bom.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'
import type { Context, Reader } from '../../../core/context.ts'
import { ApiError } from '../../../core/errors.ts'
import { createPause } from '../../../core/event-loop.ts'

/** The quantities of each material that an order needs. */
export interface NeedsOfOrder {
  gross: GrossOfMaterial[]
  /** Pieces of all items that were found. */
  pieces: number
  notFound: NotFoundItem[]
}

interface StyleOfOrder {
  skus: SkusOfStyle
  lines: readonly TextOf<StoredLine>[]
}

/**
 * Reads the styles of the items in a snapshot, and adds up what the items need of each line.
 * @throws ApiError query_timeout
 */
export async function readOrder(
  context: Context,
  seq: number,
  items: readonly RequirementItem[],
): Promise<NeedsOfOrder> {
  const styles = await readStyles(context, seq, items)
  const skus = [...styles.values()].map((style) => style.skus)
  const { wanted, pieces, notFound } = resolveItems(items, skus)
  const needs = new GrossByMaterial()
  const [pause, until] = [createPause(), performance.now() + context.respondWithinMs]
  for (const [styleId, ofStyle] of wanted) {
    for (const doc of styles.get(styleId)?.lines ?? []) needs.addLine(storedLine.read(doc), ofStyle)
    await pause()
    // The request has timed out and its response was sent, so the rest is not read.
    if (performance.now() > until) throw new ApiError('query_timeout')
  }
  return { gross: needs.list(), pieces, notFound }
}

async function readStyles(
  context: Reader,
  seq: number,
  items: readonly RequirementItem[],
): Promise<Map<string, StyleOfOrder>> {
  const numbers = distinct(items.flatMap((item) => ('style' in item ? item.style : [])))
  const skus = distinct(items.flatMap((item) => ('sku' in item ? item.sku : [])))
  const lowerCase = (names: string[]) => names.map((name) => name.toLowerCase())
  const found = await Promise.all([
    numbers.length > 0 ? context.read(listStylesOfNames, { seq, numbers, ids: lowerCase(numbers) }) : [],
    skus.length > 0 ? context.read(listStylesOfSkuNames, { skus, ids: lowerCase(skus) }) : [],
  ])
  const styleIds = distinct(found.flat().map(({ styleId }) => styleId))
  const rows = await context.read(readStylesWithLines, { seq, styleIds, materialIds: null })
  return new Map(
    rows.map(({ style, lines }) => {
      const stored = storedStyle.read(style)
      return [stored.styleId, { skus: skusOf(stored), lines }]
    }),
  )
}

const distinct = (names: readonly string[]) => [...new Set(names)]
