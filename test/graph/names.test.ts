import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { connectGraph, type Graph } from '../../cypher/connect.ts'
import { migrate } from '../../cypher/migrate.ts'
import { queries } from '../../cypher/query.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { type OwnGraph, startOwnGraph } from '../support/graph/own-graph.ts'
import { patient } from '../support/graph/patience.ts'
import { unknownNamesOf } from '../support/graph/unknown-names.ts'

const cypher = new URL('../../cypher/', import.meta.url)

describe('the names in statements', () => {
  let own: OwnGraph
  let graph: Graph

  before(async () => {
    const modules = readdirSync(cypher, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    for (const file of modules) await import(new URL(file, cypher).href)
    own = await startOwnGraph()
    graph = connectGraph(parseEnvironment({ ...process.env, ...own.variables }), patient)
  })
  after(async () => {
    await graph.close()
    await own.remove()
  })

  it('are known to a store after its migration, so that no later write makes Neo4j plan a statement again', async () => {
    await migrate(graph)
    await migrate(graph)
    expect(queries.length).to.be.above(200)
    expect(
      await unknownNamesOf(
        queries.map(({ sentText }) => sentText),
        own.variables,
      ),
    ).to.deep.equal([])
  })

  it('are reported by Neo4j as long as they are unknown', async () => {
    const text = 'MATCH (n:Absent)-[r:ABSENT]->() RETURN n.absent'
    expect(await unknownNamesOf([text], own.variables)).to.have.length(3)
  })
})
