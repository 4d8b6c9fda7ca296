import neo4j from 'neo4j-driver'
import { type LinkFilters, linkRanges } from '../../api/operations/graph/link-ranges.ts'
import { listLinks } from '../../cypher/graph/read-graph.ts'
import { newOrganization } from '../report/sizes.ts'
import { median } from '../report/stats.ts'
import type { World } from '../world.ts'
import { boundTo, openDriver, statementOf } from './bare-driver.ts'
import { writeDenseNode } from './dense-node.ts'
import { profileStatement } from './profile-statement.ts'

/** The cost of one page at one node. The time is a median in milliseconds. */
export interface DensePage {
  links: number
  /** Rows that the statement returned: it reads up to one more than the page in each direction. */
  rows: number
  dbHits: number
  p50: number
}

export interface DenseResult {
  filters: LinkFilters
  limit: number
  sparse: DensePage
  dense: DensePage
}

interface Plan {
  links: { sparse: number; dense: number }
  repeats: number
  onProgress(line: string): void
}

const filterSets: readonly LinkFilters[] = [
  {},
  { direction: 'incoming' },
  { direction: 'outgoing' },
  { relationshipType: ['PRODUCED_BY'] },
  { relationshipType: ['OWNED_BY'], direction: 'incoming' },
]

/** Both nodes have more than 20 links for each filter, so 20 compares equal reads. 100 is the usual page size. */
const limits = [20, 100]

/** Compares pages of a node with many links and of one with few, for each filter: database hits and times. */
export async function measureDense(world: World, { links, repeats, onProgress }: Plan): Promise<DenseResult[]> {
  const organization = await newOrganization(world.graph)
  onProgress(`Dense node: writing ${links.dense} links.`)
  const sparseId = await writeDenseNode(world.graph, organization, links.sparse)
  const denseId = await writeDenseNode(world.graph, organization, links.dense)
  const reader = openReader(world, organization)
  const results: DenseResult[] = []
  for (const [limit, filters] of limits.flatMap((one) => filterSets.map((set) => [one, set] as const))) {
    const sparse = await reader.profile(sparseId, filters, limit)
    const dense = await reader.profile(denseId, filters, limit)
    const times = { sparse: [] as number[], dense: [] as number[] }
    for (let turn = 0; turn < repeats; turn += 1) {
      times.sparse.push(await reader.milliseconds(sparseId, filters, limit))
      times.dense.push(await reader.milliseconds(denseId, filters, limit))
    }
    results.push({
      filters,
      limit,
      sparse: { links: links.sparse, ...sparse, p50: median(times.sparse) },
      dense: { links: links.dense, ...dense, p50: median(times.dense) },
    })
  }
  await reader.close()
  return results
}

function openReader(world: World, organization: string) {
  const { driver, database } = openDriver(world.variables)
  const statementFor = (nodeId: string, filters: LinkFilters, limit: number) =>
    statementOf(listLinks, { ...linkRanges(nodeId, filters), limit: limit + 1 })
  return {
    profile: (nodeId: string, filters: LinkFilters, limit: number) =>
      profileStatement({ driver, database }, organization, statementFor(nodeId, filters, limit)),
    async milliseconds(nodeId: string, filters: LinkFilters, limit: number) {
      const begun = performance.now()
      const statement = statementFor(nodeId, filters, limit)
      const session = driver.session({ database, defaultAccessMode: neo4j.session.READ })
      await session.run(statement.text, boundTo(organization, statement))
      await session.close()
      return performance.now() - begun
    },
    close: () => driver.close(),
  }
}
