import { calculateMaterialRequirements } from '../../api/operations/bom/calculate-material-requirements.ts'
import { summarizeBomYields } from '../../api/operations/bom/summarize-bom-yields.ts'
import type { RequirementItem } from '../../schemas/bom/material-requirements.ts'
import type { BomYieldSummary, YieldGrouping } from '../../schemas/bom/yield-summary.ts'
import { type StoredSku, storedStyle } from '../../schemas/stored/bom.ts'
import { type Page, type Reader, walkAll } from '../reads/walk.ts'

/** A question about a snapshot: the one request for it, and the number of rows that are read for its response. */
export interface AnswerCase {
  name: string
  kind: 'summary' | 'requirements'
  page: Page
}

const ITEMS = 500
const PIECES = 120

/**
 * The questions of an organization, each sent once: summaries of the supplier, material, and season with the most rows,
 * and requirements of orders.
 */
export async function answerCases(reader: Reader): Promise<{ snapshotRows: number; cases: AnswerCase[] }> {
  const { counts } = summaryIn(await ask(reader, summarizeBomYields, {}))
  const { bySku, bySize } = await ordersOf(reader)
  const cases = [
    await summaryCase(reader, 'supplier', 'material'),
    await summaryCase(reader, 'material', 'style'),
    await summaryCase(reader, 'season', 'supplier'),
    await requirementsCase(reader, `${bySku.length} SKUs`, bySku),
    await requirementsCase(reader, `${bySize.length} colorways by size`, bySize),
  ]
  return { snapshotRows: counts.rows, cases }
}

async function summaryCase(
  reader: Reader,
  filter: 'supplier' | 'material' | 'season',
  groupBy: YieldGrouping,
): Promise<AnswerCase> {
  const { groups } = summaryIn(await ask(reader, summarizeBomYields, { groupBy: [filter], top: 1 }))
  const value = groups[0]?.keys[0]?.key
  if (!value) throw new Error(`The snapshot has no ${filter}`)
  const page = await ask(reader, summarizeBomYields, { [filter]: value, groupBy: [groupBy] })
  return { name: `summary of one ${filter}`, kind: 'summary', page }
}

async function requirementsCase(reader: Reader, name: string, items: RequirementItem[]): Promise<AnswerCase> {
  const page = await ask(reader, calculateMaterialRequirements, { items })
  return { name: `requirements of ${name}`, kind: 'requirements', page }
}

async function ask(reader: Reader, operation: Parameters<typeof walkAll>[1], input: object): Promise<Page> {
  const [page] = await walkAll(reader, operation, { ...input })
  if (!page) throw new Error(`${operation.operationId} answered nothing`)
  return page
}

/** Parses without validation, because the response was validated when it was created. */
export function summaryIn({ text }: Page): BomYieldSummary {
  return JSON.parse(text).data
}

/**
 * Orders with the maximum number of items and as many styles as exist, by SKU, and by colorway with all of its sizes.
 */
async function ordersOf({ graph, credential: { organization } }: Reader) {
  const rows = await graph.execute(
    'MATCH (s:BomStyle {tenantKey: $organization}) RETURN s.doc AS doc ORDER BY s.styleId',
    { organization },
  )
  const styles = rows.map(({ doc }) => storedStyle.readChecked(doc as Parameters<typeof storedStyle.read>[0]))
  const bySku = styles.flatMap(({ skus }) => skus.map(([, sku]) => ({ sku, pieces: PIECES })))
  const bySize = styles.flatMap(({ styleId, skus }) =>
    [...Map.groupBy(skus, colorwayOf)].flatMap(([colorway, own]) => {
      const sizes = Object.fromEntries(own.flatMap(([, , , size]) => (size === null ? [] : [[size, PIECES]])))
      return colorway === null ? [] : [{ style: styleId, colorway, sizes }]
    }),
  )
  return { bySku: spread(bySku), bySize: spread(bySize) }
}

const colorwayOf = ([, , colorway]: StoredSku) => colorway

/** Up to the maximum number of items of an order, spread evenly over a list. */
function spread<T>(all: readonly T[]): T[] {
  const step = Math.max(1, all.length / ITEMS)
  return Array.from({ length: Math.min(ITEMS, all.length) }, (_, at) => all[Math.floor(at * step)] as T)
}
