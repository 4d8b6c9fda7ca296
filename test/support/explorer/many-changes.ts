import type { Page } from 'playwright-core'
import type { z } from 'zod'
import type { BomYieldChangePage } from '../../../schemas/bom/yields.ts'

type ChangePage = z.infer<typeof BomYieldChangePage>

/** The SKU of a row of `serveManyChanges`. */
export function manySku(place: number): string {
  return `SKU-${String(place).padStart(6, '0')}`
}

/** Serves a page `count` changes that are copies of the API's first one, in pages of the requested size. */
export async function serveManyChanges(page: Page, count: number): Promise<void> {
  let first: ChangePage | undefined
  await page.route(/\/v1\/bom\/yield-changes\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams
    const [start, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))]
    first ??= (await (await route.fetch()).json()) as ChangePage
    const end = Math.min(count, start + limit)
    const [row] = first.data
    const data = Array.from({ length: end - start }, (_, at) => ({
      ...row,
      sku: manySku(start + at),
      matchKey: `${start + at}`,
    }))
    await route.fulfill({ json: { ...first, data, links: { next: end < count ? String(end) : null } } })
  })
  await page.route(/\/v1\/bom\/yield-changes\/summary/, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.data.counts.rows = count
    await route.fulfill({ response, json })
  })
}
