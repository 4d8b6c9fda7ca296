import { expect } from 'chai'
import { createOrganization } from '../../cli/organizations.ts'
import type { Graph } from '../../cypher/connect.ts'
import { published, writeHistory } from '../support/bom/bom-graph.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { supplierOf } from '../support/events/source-event.ts'
import { material, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { propertiesOf } from '../support/graph/link-properties.ts'
import { readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { fillIngested } from '../support/ingest/fill-ingested.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../support/materials/connected.ts'
import { connectedRecord, dataset, exception, load, position } from '../support/materials/connected-rows.ts'
import { documents, freshInstallation, tda } from '../support/processes/tda.ts'

describe('tda check', () => {
  const [organization, neighbour] = [freshOrganization(), freshOrganization()]
  const variables = freshInstallation()
  const entity = material(organization, 'M-1')
  const mill = supplier(organization, 'V-1')
  const ends = {
    material: { id: entity.id, code: 'M-1', label: 'M-1' },
    factory: { id: factoryIdOf(organization, 'F-1'), code: 'F-1', label: 'F-1' },
  }
  /** Rows with a document that cannot be fixed automatically: one of each kind, and its field with an invalid value. */
  const spoilt: [kind: string, match: string, field: string][] = [
    ['entity', `(n:Listed {id: '${entity.id}'})`, 'lifecycleState'],
    ['relationship', '()-[n:LINK]->()', 'extractedAt'],
    ['dataset', '(n:Dataset)', 'loadMode'],
    ['dataset_load', '(n:DatasetLoad)', 'startedAt'],
    ['connected_record', '(n:ConnectedRecord)', 'label'],
    ['position', '(n:Position)', 'asOf'],
    ['change', '(n:Change)', 'appliedAt'],
    ['exception', "(n:PositionException {status: 'open'})", 'firstSeenAt'],
    ['exception', "(n:PositionException {status: 'resolved'})", 'firstSeenAt'],
  ]
  const left = spoilt.map(([kind, _, field]) => [kind, kind === 'relationship' ? `source.${field}` : field, false])
  let graph: Graph

  const check = (...more: string[]) => tda(variables, ['check', '--organization', organization, '--json', ...more])

  before(async () => {
    graph = connectTestGraph()
    for (const key of [organization, neighbour]) await createOrganization(graph, { key, name: key, now: new Date() })
    await fill(graph, organization, {
      entities: [entity, mill],
      links: [
        {
          type: 'SUPPLIED_BY',
          from: { id: entity.id, type: 'material' },
          to: { id: mill.id, type: 'supplier' },
          properties: propertiesOf('SUPPLIED_BY'),
        },
      ],
    })
    await fillConnected(graph, organization, {
      datasets: [dataset('erp.a')],
      loads: [load('erp.a', -1)],
      records: [connectedRecord({ id: materialIdOf(organization, 'M-1'), label: 'M-1' }, ['erp'])],
      positions: [position(organization, 'erp', ends)],
      exceptions: (['open', 'resolved'] as const).map((status) => exception(organization, status, { ...ends, status })),
    })
    await applyLog(graph, organization, [supplierOf('2', 1)])
    const [bom = []] = randomBoms(3, { styles: 2, publications: 1 })
    await writeHistory(graph, organization, [published(bom, 1)])
    await fillIngested(graph, organization, Date.parse('2027-03-14T06:00:00.000Z'), [])
    const late = `"effectiveAt":"+010000-01-01T04:59:59.000Z","was":"`
    const own = { tenantKey: organization }
    const spoil = (text: unknown) => (text === null ? null : String(text).replaceAll('"effectiveAt":"', late))
    const publications = await readNodes(graph, 'Publication', own, ['snapshotId', 'status', 'doc', 'started'])
    for (const { snapshotId, status, doc, started } of publications) {
      const times = { doc: spoil(doc), started: status === 'failed' ? spoil(started) : started }
      await updateNodes(graph, 'Publication', { ...own, snapshotId }, times)
    }
    for (const [kind, match, field] of spoilt) {
      const [done] = await graph.execute(
        `MATCH ${match} WHERE n.tenantKey = $organization AND n.doc CONTAINS $was
         WITH n LIMIT 1 SET n.doc = replace(n.doc, $was, $now) RETURN count(n) AS count`,
        { organization, was: `"${field}":"`, now: `"${field}":["teapot"],"was":"` },
      )
      expect(done?.count, kind).to.equal(1)
    }
  })
  after(() => graph.close())

  const shown = (run: Parameters<typeof documents>[0]) =>
    (documents(run) as { kind: string; key: string; field: string; repaired: boolean }[]).map(
      ({ kind, field, repaired }) => [kind, field, repaired],
    )

  it('lists invalid rows of every kind by kind, key, and field, and fixes the times of publications', async () => {
    const listed = await check()
    expect(listed.code).to.equal(1)
    expect(shown(listed)).to.have.deep.members([
      ...left,
      ...Array.from({ length: 3 }, () => ['publication', 'effectiveAt', false]),
      ['snapshot', 'effectiveAt', false],
    ])
    expect(listed.stdout)
      .to.contain(entity.id)
      .and.not.to.match(/10000-01-01|teapot/)
    const repaired = await check('--repair')
    expect(repaired.code).to.equal(1)
    expect(shown(repaired).filter(([, , done]) => done)).to.have.length(4)
    expect(shown(await check())).to.have.deep.members(left)
  })

  it('finds no problem in valid data', async () => {
    const none = await tda(variables, ['check', '--organization', neighbour])
    expect(none).to.deep.equal({ code: 0, stdout: '', stderr: 'No problems found.\n' })
  })
})
