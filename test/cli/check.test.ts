import { expect } from 'chai'
import { createOrganization } from '../../cli/organizations.ts'
import type { Graph } from '../../cypher/connect.ts'
import { published, writeHistory } from '../support/bom/bom-graph.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { material } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { fillIngested } from '../support/ingest/fill-ingested.ts'
import { documents, freshInstallation, tda } from '../support/processes/tda.ts'

describe('tda check', () => {
  const [organization, neighbour] = [freshOrganization(), freshOrganization()]
  const variables = freshInstallation()
  const entity = material(organization, 'M-1')
  let graph: Graph

  const check = (...more: string[]) => tda(variables, ['check', '--organization', organization, '--json', ...more])

  before(async () => {
    graph = connectTestGraph()
    for (const key of [organization, neighbour]) await createOrganization(graph, { key, name: key, now: new Date() })
    await fill(graph, organization, { entities: [entity] })
    const [bom = []] = randomBoms(3, { styles: 2, publications: 1 })
    await writeHistory(graph, organization, [published(bom, 1)])
    await fillIngested(graph, organization, Date.parse('2027-03-14T06:00:00.000Z'), [])
    const spoilt = `"effectiveAt":"+010000-01-01T04:59:59.000Z","was":"`
    const own = { tenantKey: organization }
    const spoil = (text: unknown) => (text === null ? null : String(text).replaceAll('"effectiveAt":"', spoilt))
    const publications = await readNodes(graph, 'Publication', own, ['snapshotId', 'status', 'doc', 'started'])
    for (const { snapshotId, status, doc, started } of publications) {
      const times = { doc: spoil(doc), started: status === 'failed' ? spoil(started) : started }
      await updateNodes(graph, 'Publication', { ...own, snapshotId }, times)
    }
    const listed = { ...own, id: entity.id }
    const [row] = await readNodes(graph, 'Listed', listed, ['doc'])
    const unknownState = String(row?.doc).replace('"lifecycleState":"', '"lifecycleState":"un')
    await updateNodes(graph, 'Listed', listed, { doc: unknownState })
  })
  after(() => graph.close())

  const shown = (run: Parameters<typeof documents>[0]) =>
    (documents(run) as { kind: string; key: string; field: string; repaired: boolean }[]).map(
      ({ kind, field, repaired }) => [kind, field, repaired],
    )

  it('lists invalid rows by their kind, key and field, and repairs the times of publications', async () => {
    const listed = await check()
    expect(listed.code).to.equal(1)
    expect(shown(listed)).to.have.deep.members([
      ['entity', 'lifecycleState', false],
      ...Array.from({ length: 3 }, () => ['publication', 'effectiveAt', false]),
      ['snapshot', 'effectiveAt', false],
    ])
    expect(listed.stdout).to.contain(entity.id).and.not.to.contain('10000-01-01')
    const repaired = await check('--repair')
    expect(repaired.code).to.equal(1)
    expect(shown(repaired).filter(([, , done]) => done)).to.have.length(4)
    expect(shown(await check())).to.deep.equal([['entity', 'lifecycleState', false]])
  })

  it('finds nothing where everything fits', async () => {
    const none = await tda(variables, ['check', '--organization', neighbour])
    expect(none).to.deep.equal({ code: 0, stdout: '', stderr: 'No problems found.\n' })
  })
})
