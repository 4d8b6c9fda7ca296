import { expect } from 'chai'
import { getEntity } from '../../api/operations/graph/get-entity.ts'
import { listEntityRelationships } from '../../api/operations/graph/list-entity-relationships.ts'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import { canonicalId } from '../../domain/identity/identity.ts'
import type { Relationship } from '../../schemas/graph/entities.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { publication, type TestBom } from '../support/bom/bom-events.ts'
import { timeOf } from '../support/events/source-event.ts'
import { readLinks } from '../support/graph/stored-nodes.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { until } from '../support/until.ts'

const PLM = { system: 'plm', instance: 'main' }
const line = (ref: string, material: string, yields: Record<string, string>) => ({ ref, material, yields })

const boms: TestBom[] = [
  {
    A: [line('L-1', 'MT-1', { 'A-S': '1.20', 'A-M': '1.25' }), line('L-2', 'MT-1', { 'A-S': '4', 'A-M': '4' })],
    B: [line('L-1', 'MT-2', { 'B-M': '2' })],
    C: [line('L-1', 'MT-1', { 'C-M': '3' })],
  },
  { A: [line('L-1', 'MT-2', { 'A-S': '1.20', 'A-M': '1.25' })], C: [line('L-1', 'MT-1', { 'C-M': '3' })] },
  { A: [line('L-1', 'MT-2', { 'A-S': '1.20', 'A-M': '1.25' })], B: [line('L-1', 'MT-2', { 'B-M': '2' })] },
]

describe('BOM publications in the graph', () => {
  let installation: Installation
  before(async () => {
    installation = await openInstallation({ HOUSEKEEPING_MS: '300' })
    const projector = await installation.startHere()
    await projector.untilReady()
    const data = (styleNumber: string) => ({ styleNumber, name: 'Rain jacket', lifecycleState: 'adopted' })
    await installation.feed(
      ['A', 'B', 'C'].map((style) => ({
        kind: 'style',
        recordId: `S-${style}`,
        version: 1,
        time: timeOf(1),
        data: data(style),
      })),
    )
  })
  after(() => installation.close())

  const context = () => contextFor(installation.graph, installation.organization)
  const idOf = (type: string, recordId: string) => canonicalId(installation.organization, type, { ...PLM, recordId })
  const snapshotIds: string[] = []
  const publishAll = async () => {
    for (const [number, bom] of boms.entries()) {
      const events = publication(installation.organization, bom, { time: `2026-09-1${number}T02:10:00.000Z` })
      snapshotIds.push(events[0]?.subject ?? '')
      await installation.publish(events)
    }
    await installation.caughtUp()
  }
  const publicationId = (number: number) => idOf('bom_publication', snapshotIds[number - 1] ?? '')
  const relationships = (entityId: string, filters: Record<string, unknown> = {}, limits = [1]) =>
    walk(listEntityRelationships, { entityId, ...filters }, context(), limits) as Promise<Relationship[]>

  it('are entities with a SUPERSEDES link to the previous one', async () => {
    await publishAll()
    const { data } = await call(searchEntities, { type: 'bom_publication' }, context())
    const numbers = data.map((entity) => (entity.type === 'bom_publication' ? entity.attributes.publicationNumber : 0))
    expect(numbers.sort()).to.deep.equal([1, 2, 3])
    const { data: second } = await call(getEntity, { entityId: publicationId(2) }, context())
    expect(second).to.deep.include({ label: 'BOM publication #2 2026-09-11', lifecycleState: 'completed', revision: 1 })
    expect(second.attributes).to.deep.include({
      snapshotId: snapshotIds[1],
      styleCount: 2,
      skuCount: 3,
      lineCount: 2,
      rowCount: 3,
      previousPublicationId: publicationId(1),
    })
    const links = await relationships(publicationId(3), { relationshipType: ['SUPERSEDES'] })
    expect(links.map(({ to }) => to.id)).to.deep.equal([publicationId(2)])
    expect(await codeOf(getEntity, { entityId: publicationId(2) }, contextFor(installation.graph, 'another'))).to.equal(
      'entity_not_found',
    )
  })

  it('are linked to the styles that they contain, in both directions, for any page size', async () => {
    for (const [number, bom] of boms.entries()) {
      const wanted = Object.keys(bom)
        .map((style) => idOf('style', `S-${style}`))
        .sort()
      for (const limits of [[1], [2], [100]]) {
        const links = await relationships(
          publicationId(number + 1),
          { relationshipType: ['PUBLISHES_BOM_FOR'] },
          limits,
        )
        expect(links.map(({ to }) => to.id)).to.deep.equal(wanted)
        expect(links.every(({ publicationId: from }) => from === publicationId(number + 1))).to.equal(true)
      }
    }
    const links = await relationships(idOf('style', 'S-B'), { direction: 'incoming' })
    expect(links.map(({ type, from }) => [type, from.id])).to.deep.equal([
      ['PUBLISHES_BOM_FOR', publicationId(1)],
      ['PUBLISHES_BOM_FOR', publicationId(3)],
    ])
    const all = await relationships(publicationId(3), {}, [1, 2])
    expect(all.map(({ type }) => type)).to.deep.equal(['PUBLISHES_BOM_FOR', 'PUBLISHES_BOM_FOR', 'SUPERSEDES'])
    expect(all.map(({ id }) => id)).to.deep.equal(
      [...all].sort((a, b) => (`${a.type}/${a.id}` < `${b.type}/${b.id}` ? -1 : 1)).map(({ id }) => id),
    )
  })

  it('create the USES_MATERIAL links of the newest snapshot', async () => {
    const links = await relationships(idOf('style', 'S-A'), { relationshipType: ['USES_MATERIAL'] })
    expect(links.map(({ to, properties, publicationId: from }) => ({ to: to.id, properties, from }))).to.deep.equal([
      {
        to: idOf('material', 'M-MT-2'),
        from: publicationId(3),
        properties: {
          bomLineRef: 'L-1',
          lineNumber: 10,
          section: 'fabric',
          placement: 'body',
          materialColorCode: null,
          uom: 'MTR',
          wastageBasis: 'on_net',
          isPrimary: true,
          colorways: ['NVY'],
          sizes: ['M', 'S'],
          mpn: null,
          supplierId: null,
          netYield: null,
          wastagePercent: '5',
          grossYield: null,
          grossYieldMin: '1.26',
          grossYieldMax: '1.3125',
        },
      },
    ])
    const [used] = await relationships(idOf('style', 'S-B'), { relationshipType: ['USES_MATERIAL'] })
    expect(used?.properties).to.deep.include({ netYield: '2', grossYield: '2.1', grossYieldMin: null })
    expect(await relationships(idOf('style', 'S-C'), { relationshipType: ['USES_MATERIAL'] })).to.deep.equal([])
    const walked = await relationships(publicationId(3), { depth: 2, direction: 'outgoing' }, [2])
    expect(walked.map(({ type, hop }) => `${hop} ${type}`).sort()).to.deep.equal([
      '1 PUBLISHES_BOM_FOR',
      '1 PUBLISHES_BOM_FOR',
      '1 SUPERSEDES',
      '2 PUBLISHES_BOM_FOR',
      '2 PUBLISHES_BOM_FOR',
      '2 SUPERSEDES',
      '2 USES_MATERIAL',
      '2 USES_MATERIAL',
    ])
  })

  it('leave no USES_MATERIAL link of older snapshots after housekeeping', async () => {
    const { graph, organization } = installation
    await until('housekeeping', async () => (await readLinks(graph, organization, 'USES_MATERIAL')).length === 2)
  })
})
