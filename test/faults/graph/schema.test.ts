import { expect } from 'chai'
import { operations } from '../../../api/operations/index.ts'
import { connectGraph, type Graph } from '../../../cypher/connect.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { wantedSchema } from '../../../cypher/migrations.ts'
import { schemaFaults } from '../../../cypher/schema.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { startApi, type TestApi } from '../../support/api/api.ts'
import { assertProblemCode } from '../../support/api/contract.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { patient } from '../../support/graph/patience.ts'
import { mintOrganization } from '../../support/organization.ts'
import { prepareTopics } from '../../support/processes/kafka.ts'
import { startProjectorHere } from '../../support/processes/projector-here.ts'
import { freshInstallation, tda } from '../../support/processes/tda.ts'
import { until } from '../../support/until.ts'

describe('the schema of the graph', () => {
  let own: OwnGraph
  let graph: Graph
  let api: TestApi
  let settings: Record<string, string>
  let token: string

  before(async () => {
    own = await startOwnGraph()
    settings = { ...freshInstallation(), ...own.variables }
    await prepareTopics(settings)
    graph = connectGraph(parseEnvironment({ ...process.env, ...settings }), patient)
    await migrate(graph)
    token = (await (await mintOrganization(graph)).issue()).text
    api = await startApi({ operations, variables: settings })
  })
  after(async () => {
    await api.close()
    await graph.close()
    await own.remove()
  })

  const check = (...args: string[]) => tda(settings, ['check', ...args])
  const found = (stdout: string) =>
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  const ready = async () => {
    const answer = await fetch(`${api.adminUrl}/readyz`)
    return { status: answer.status, body: await answer.text() }
  }

  it('passes the check after the migrations', async () => {
    expect(await schemaFaults(graph)).to.deep.equal([])
    expect(wantedSchema().size).to.be.above(90)
    const { code, stdout, stderr } = await check()
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: '' })
    expect(stderr).to.equal('No problems found.\n')
  })

  it('without one index returns 503 only where that index is needed, is reported, and is fixed', async () => {
    await graph.execute('DROP INDEX entity_words')
    await graph.execute('DROP INDEX listed_type')
    await graph.execute('CALL db.clearQueryCaches()')
    for (const path of ['/v1/entities?q=poplin', '/v1/entities?type=material']) {
      const answer = await api.get(path, token)
      expect(answer.status, path).to.equal(503)
      await assertProblemCode(answer, 'dependency_unavailable')
    }
    expect((await api.get('/v1/token', token)).status).to.equal(200)
    const { status, body } = await until('the readiness to say so', async () => {
      const now = await ready()
      return now.body.includes('entity_words') && now
    })
    expect(status).to.equal(200)
    expect(JSON.parse(body)).to.deep.include({
      graph: true,
      schema: false,
      indexes: ['listed_type is missing', 'entity_words is missing'],
    })
    const metrics = await (await fetch(`${api.adminUrl}/metrics`)).text()
    expect(metrics).to.match(/^tda_schema_faults 2$/m)

    const seen = await check('--json')
    expect(seen.code).to.equal(1)
    expect(found(seen.stdout).map(({ detail, repaired }) => [detail, repaired])).to.deep.equal([
      ['the index listed_type is missing', false],
      ['the index entity_words is missing', false],
    ])
    const repaired = await check('--repair', '--json')
    expect(repaired.code).to.equal(0)
    expect(found(repaired.stdout).every(({ repaired }) => repaired)).to.equal(true)
    for (const path of ['/v1/entities?q=poplin', '/v1/entities?type=material'])
      expect((await api.get(path, token)).status, path).to.equal(200)
    await until('the readiness', async () => (await ready()).body.includes('"schema":true'))
  })

  it('without any one of its indexes or constraints is reported and fixed', async () => {
    for (const [name, { kind }] of wantedSchema()) {
      await graph.execute(`DROP ${kind} ${name}`)
      expect(await schemaFaults(graph), name).to.deep.equal([{ name, kind, state: 'missing' }])
      expect((await check('--repair')).code, name).to.equal(0)
      expect(await schemaFaults(graph), name).to.deep.equal([])
    }
  })

  it('with a failed index is reported to operators and the projector until the cause is removed', async () => {
    const projector = await startProjectorHere({ ...settings, PROJECTOR_GROUP: 'schema' })
    await projector.untilReady()
    const { statement = '' } = wantedSchema().get('listed_season') ?? {}
    await graph.execute('DROP INDEX listed_season')
    await graph.execute("CREATE (:Listed {tenantKey: 'huge', id: 'huge', season: $season})", {
      season: 'x'.repeat(20_000),
    })
    await graph.execute(statement)
    await until('the failure', async () => (await schemaFaults(graph))[0]?.state === 'failed')
    expect(await schemaFaults(graph)).to.deep.equal([{ name: 'listed_season', kind: 'INDEX', state: 'failed' }])
    await until('the projector to say so', () => projector.unreadyBecause() !== null)
    expect(projector.unreadyBecause()).to.equal('the schema of the graph has a fault: listed_season has failed')
    expect(projector.lines('graph schema has faults, run tda check --repair')[0]?.faults).to.deep.equal([
      'listed_season has failed',
    ])
    const answer = await api.get('/v1/entities?season=SS27', token)
    await assertProblemCode(answer, 'dependency_unavailable')
    expect((await check('--repair')).stdout).to.contain('the index listed_season has failed; not repaired: ')
    await graph.execute("MATCH (n:Listed {tenantKey: 'huge'}) DELETE n")
    expect((await check('--repair')).code).to.equal(0)
    expect((await api.get('/v1/entities?season=SS27', token)).status).to.equal(200)
    await projector.untilReady()
    expect(projector.lines('graph schema faults resolved').length).to.be.above(0)
    await projector.stop()
  })

  it('reports why a constraint cannot be created', async () => {
    await graph.execute('DROP CONSTRAINT organization_key')
    await graph.execute(
      "UNWIND [1, 2] AS n CREATE (:Organization {key: 'twice', name: 'x', createdAt: '2026-01-01T00:00:00.000Z'})",
    )
    const { code, stdout, stderr } = await check('--repair')
    expect(code).to.equal(1)
    expect(stdout).to.contain('the constraint organization_key is missing; not repaired: ')
    expect(stderr).to.contain('1 problem was found and is not repaired')
    await graph.execute("MATCH (o:Organization {key: 'twice'}) DELETE o")
    expect((await check('--repair')).code).to.equal(0)
  })
})
