import type { Entity } from '../../../client/src/contract.ts'
import type { DemoWorld } from '../docs/demo-world.ts'

/**
 * The first row with an MPN that the graph has, too. A BOM can contain an MPN that PLM has not sent as a link to the
 * supplier, and then no search finds it.
 */
export async function rowWithArticle<Row>(
  demo: DemoWorld,
  rows: readonly Row[],
  mpnOf: (row: Row) => string | null | undefined,
): Promise<{ row: Row; mpn: string }> {
  for (const row of rows) {
    const mpn = mpnOf(row)
    if (!mpn) continue
    const query = new URLSearchParams({ type: 'material', code: mpn })
    const { data } = await demo.get<{ data: Entity[] }>(`/v1/entities?${query}`)
    if (data.length > 0) return { row, mpn }
  }
  throw new Error('No row has an MPN that the graph has')
}
