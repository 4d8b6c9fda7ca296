import { expect } from 'chai'
import { connectGraph, type Graph } from '../../../cypher/connect.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { migrations } from '../../../cypher/migrations.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { patient } from '../../support/graph/patience.ts'

describe('the schema of an empty store', () => {
  const stores: { own: OwnGraph; graph: Graph }[] = []
  before(async () => {
    for (const own of [await startOwnGraph(), await startOwnGraph()])
      stores.push({ own, graph: connectGraph(parseEnvironment({ ...process.env, ...own.variables }), patient) })
  })
  after(async () => {
    for (const { own, graph } of stores) {
      await graph.close()
      await own.remove()
    }
  })

  /** Every index and constraint, without the numbers that Neo4j assigns. */
  const schemaOf = async (graph: Graph) => ({
    indexes: await graph.execute(
      `SHOW INDEXES YIELD name, state, type, entityType, labelsOrTypes, properties, options, owningConstraint, indexProvider
       RETURN * ORDER BY name`,
    ),
    constraints: await graph.execute(
      `SHOW CONSTRAINTS YIELD name, type, entityType, labelsOrTypes, properties, ownedIndex, options
       RETURN * ORDER BY name`,
    ),
    applied: await graph.execute(
      "MATCH (m:Migration) WHERE m.name <> 'lease' RETURN m.name AS name, m.checksum AS checksum ORDER BY name",
    ),
  })
  /** A graph that records each statement it executes. */
  const watched = (graph: Graph) => {
    const texts: string[] = []
    const execute: Graph['execute'] = (text, params) => {
      texts.push(text)
      return graph.execute(text, params)
    }
    return { graph: { ...graph, execute }, created: () => texts.filter((text) => /CREATE .* FOR /.test(text)) }
  }

  it('is created in one step, and equals the schema that all migrations create one after the other', async () => {
    const [one, other] = stores
    if (!one || !other) throw new Error('two stores are needed')
    const names = migrations().map(({ name }) => name)
    const inOneStep = watched(one.graph)
    expect(await migrate(inOneStep.graph)).to.deep.equal(names)
    await other.graph.execute('CREATE (:Stranger)')
    const oneByOne = watched(other.graph)
    expect(await migrate(oneByOne.graph)).to.deep.equal(names)

    const found = await schemaOf(one.graph)
    expect(found).to.deep.equal(await schemaOf(other.graph))
    expect(found.indexes).to.have.length.above(100)
    expect(found.applied.map(({ name }) => name)).to.deep.equal(names)
    // Both ways first create the constraint of the migration lease, which is the one that is left here.
    expect(inOneStep.created()).to.have.length(1)
    expect(oneByOne.created()).to.have.length.above(100)
    expect(await migrate(one.graph)).to.deep.equal([])
  })

  it('is not created over an index that an interrupted migration left: that index is dropped', async () => {
    const [one] = stores
    if (!one) throw new Error('a store is needed')
    await one.graph.execute("MATCH (m:Migration) WHERE m.name <> 'lease' DELETE m")
    await one.graph.execute('CREATE INDEX requirement_sku_ref FOR (r:Requirement) ON (r.tenantKey, r.skuRef, r.id)')
    await migrate(one.graph)
    const left = await one.graph.execute("SHOW INDEXES YIELD name WHERE name = 'requirement_sku_ref' RETURN name")
    expect(left).to.deep.equal([])
  })
})
