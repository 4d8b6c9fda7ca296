import { expect } from 'chai'
import type { Operation } from '../../api/core/operation.ts'
import { listBomYieldChanges } from '../../api/operations/bom/list-bom-yield-changes.ts'
import { summarizeBomYieldChanges } from '../../api/operations/bom/summarize-bom-yield-changes.ts'
import { listIngestConflicts } from '../../api/operations/ingest/list-ingest-conflicts.ts'
import { listIngestRejections } from '../../api/operations/ingest/list-ingest-rejections.ts'
import { getMaterialFactoryPosition } from '../../api/operations/materials/get-material-factory-position.ts'
import { listServiceDatasets } from '../../api/operations/materials/list-service-datasets.ts'
import { searchConnectedRecords } from '../../api/operations/materials/search-connected-records.ts'
import { call } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { published, writeHistory } from '../support/bom/bom-graph.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { material, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { fillIngested } from '../support/ingest/fill-ingested.ts'
import { factoryIdOf, fillConnected } from '../support/materials/connected.ts'
import { connectedRecord, dataset, NOW, position } from '../support/materials/connected-rows.ts'

const graph = connectTestGraph()
const organization = freshOrganization()
const context = {
  ...contextFor(graph, organization, ['graph:read', 'bom:read', 'materials:read', 'ingest:read']),
  now: () => new Date(NOW),
}
const cloth = material(organization, 'MT-1')

/** The notices of a list as lines: the filter, its value, and the suggestions. */
async function noticesOf(operation: Operation, input: object): Promise<string[]> {
  const { meta } = (await call(operation, input, context)) as { meta: { notices?: Notice[] } }
  const notices = meta.notices ?? []
  for (const { code, detail } of notices)
    expect([code, /^(No|Neither) .*\. \w.*\.$/.test(detail)]).to.deep.equal(['no_such_value', true])
  return notices.map(({ name, value, suggestions }) => [name, value, ...suggestions].join(' '))
}

interface Notice {
  code: string
  name: string
  value: string
  suggestions: string[]
  detail: string
}

describe('notices of filter values that match nothing', () => {
  before(async () => {
    const entities = [
      cloth,
      material(organization, 'MT-2'),
      style(organization, 'QM-10'),
      supplier(organization, 'SUP-1'),
    ]
    const links = [{ type: 'SUPPLIED_BY' as const, from: cloth, to: entities[3] ?? cloth, properties: { mpn: 'HV-1' } }]
    await fill(graph, organization, { entities, links })
    await fillIngested(
      graph,
      organization,
      NOW,
      entities.slice(0, 2).map(({ id }) => id),
    )
    const ends = {
      material: { id: cloth.id, code: 'MT-1', label: cloth.label },
      factory: { id: factoryIdOf(organization, 'F-0'), code: 'F-0', label: 'Maia' },
    }
    await fillConnected(graph, organization, {
      datasets: [dataset('erp.material_stock'), dataset('wms.material_stock')],
      records: [connectedRecord({ id: cloth.id, label: cloth.label }, ['erp'])],
      positions: [position(organization, 'erp', ends), position(organization, 'wms', ends)],
    })
    const history = randomBoms(3, { styles: 8 }).map((bom, at) => published(bom, at + 1))
    await writeHistory(graph, organization, history)
  })
  after(() => graph.close())

  it('suggest systems, kinds, types, and sources that exist', async () => {
    expect(await noticesOf(listServiceDatasets, { system: 'wns' })).to.deep.equal(['system wns wms'])
    expect(await noticesOf(listServiceDatasets, { system: 'sap_r3' })).to.deep.equal(['system sap_r3 erp wms'])
    expect(await noticesOf(searchConnectedRecords, { system: 'pim' })).to.deep.equal(['system pim erp'])
    expect(await noticesOf(searchConnectedRecords, { system: 'erp', kind: 'factory' })).to.deep.equal(['system erp'])
    expect(await noticesOf(getMaterialFactoryPosition, { material: 'MT-1', system: 'er' })).to.deep.equal([
      'system er erp',
    ])
    expect(await noticesOf(listIngestRejections, { source: '/plm/mian' })).to.deep.equal(['source /plm/mian /plm/main'])
    expect(await noticesOf(listIngestRejections, { type: 'tenantdata.material.upserted.v2' })).to.deep.equal([
      'type tenantdata.material.upserted.v2 tenantdata.material.upserted.v1',
    ])
    expect(await noticesOf(listIngestRejections, { subject: 'm-2' })).to.deep.equal(['subject m-2 M-2 M-1 M-3'])
    expect(await noticesOf(listIngestRejections, { eventId: 'run_1' })).to.deep.equal(['eventId run_1 run-1 run-2'])
    expect(await noticesOf(listIngestConflicts, { kind: 'eam' })).to.deep.equal(['kind eam ean'])
  })

  it('are absent if the value occurs, or if there is no filter', async () => {
    expect(await noticesOf(listServiceDatasets, { system: 'erp' })).to.deep.equal([])
    expect(await noticesOf(searchConnectedRecords, { system: 'erp' })).to.deep.equal([])
    expect(await noticesOf(getMaterialFactoryPosition, { material: 'MT-1', system: 'wms' })).to.deep.equal([])
    expect(await noticesOf(listIngestRejections, { source: '/plm/main', reason: 'wrong_partition' })).to.deep.equal([])
    expect(await noticesOf(listIngestRejections, { subject: 'M-2', eventId: 'run-1' })).to.deep.equal([])
    expect(await noticesOf(listIngestConflicts, {})).to.deep.equal([])
  })

  it('suggest codes in BOM comparisons, where a label counts as its code', async () => {
    for (const operation of [listBomYieldChanges, summarizeBomYieldChanges] as Operation[]) {
      expect(await noticesOf(operation, { style: 'qm 10' })).to.deep.equal(['style qm 10 QM-10'])
      expect(await noticesOf(operation, { supplier: 'sup1', mpn: 'hv1' })).to.deep.equal([
        'mpn hv1 HV-1',
        'supplier sup1 SUP-1',
      ])
      expect(await noticesOf(operation, { supplier: 'Tessaro Mills (SUP-1)' })).to.deep.equal([])
    }
    const rowsOf = async (supplier: string) =>
      (await call(listBomYieldChanges, { supplier, limit: 1000 }, context)).data
    expect(await rowsOf('Tessaro Mills (SUP-1)')).to.deep.equal(await rowsOf('SUP-1')).and.not.to.be.empty
  })

  it('are absent for the label of a material, which counts as its code in connected data too', async () => {
    const idsOf = async (given: string) =>
      (await call(getMaterialFactoryPosition, { material: given }, context)).data.map(({ positionId }) => positionId)
    expect(await idsOf(cloth.label))
      .to.deep.equal(await idsOf('MT-1'))
      .and.to.have.length(2)
  })
})
