import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { listEntities } from '../../cypher/graph/read-graph.ts'
import { EntityWrite, publishEntities, unpublishEntities } from '../../cypher/graph/write-graph.ts'
import { material } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { readNodes } from '../support/graph/stored-nodes.ts'

/** Enough that readers meet some of them half committed, which happens to about 4 in 100. */
const DELETIONS = 300
const READERS = 4

describe('a list of entities that is read while one of them is deleted and restored repeatedly', () => {
  let graph: Graph
  const organization = freshOrganization()
  const codes = ['M-1', 'M-2', 'M-3', 'M-4', 'M-5']
  const entities = codes.map((code) => material(organization, code))
  before(async () => {
    graph = connectTestGraph()
    await fill(graph, organization, { entities })
  })
  after(() => graph.close())

  async function storedAs(id: string | undefined): Promise<EntityWrite> {
    const words = ['label', 'words', 'codeWords', 'foundBy']
    const fields = ['id', ...words, 'doc', 'state', 'lifecycleState', 'season', 'updatedAt']
    const [row] = await readNodes(graph, 'Entity', { tenantKey: organization, id }, fields)
    return EntityWrite.parse(row)
  }

  it('contains all other entities in each read', async () => {
    const [gone] = entities
    const others = entities.slice(1).map(({ id }) => id)
    let isDone = false
    const write = async () => {
      const rows = [await storedAs(gone?.id)]
      for (let round = 0; round < DELETIONS; round += 1) {
        await graph.write((run) => run(unpublishEntities, organization, { rows }))
        await graph.write((run) => run(publishEntities, organization, { rows }))
      }
    }
    const read = async () => {
      for (let reads = 0; ; reads += 1) {
        const found = await graph.read(listEntities, organization, { after: '', limit: 10 })
        const ids = found.map(({ id }) => id)
        expect(ids).to.include.members(others)
        if (isDone) return reads
      }
    }
    const [reads] = await Promise.all([
      Promise.all(Array.from({ length: READERS }, read)),
      write().finally(() => {
        isDone = true
      }),
    ])
    for (const count of reads) expect(count).to.be.above(0)
  })
})
