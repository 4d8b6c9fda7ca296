import { expect } from 'chai'
import * as connected from '../../cypher/materials/read-materials.ts'
import type { Query } from '../../cypher/query.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { profile } from '../support/graph/plan.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../support/materials/connected.ts'
import { connectedRecord, dataset, exception, load, position } from '../support/materials/connected-rows.ts'

const [FEW, MANY] = [120, 3000]
const PAGE = 100

const graph = connectTestGraph()
const [small, large] = [freshOrganization(), freshOrganization()]

/**
 * Stores `count` materials, each at one factory. Material 0 and factory 0, which the reads select, have the same number
 * of pairs for every `count`.
 */
async function fillPlaces(organization: string, count: number): Promise<void> {
  const end = (id: string, code: string) => ({ id, code, label: code })
  const material = (n: number) => end(materialIdOf(organization, `M-${n}`), `M-${n}`)
  const factory = (n: number) => end(factoryIdOf(organization, `F-${n}`), `F-${n}`)
  const places = [
    ...Array.from({ length: count }, (_, n) => ({ material: material(n + 1), factory: factory(n + 1) })),
    ...Array.from({ length: PAGE + 20 }, (_, n) => ({ material: material(0), factory: factory(n + 1) })),
    ...Array.from({ length: PAGE + 20 }, (_, n) => ({ material: material(n + 1), factory: factory(0) })),
  ]
  const datasets = Array.from({ length: count }, (_, n) => dataset(`erp.feed_${n}`))
  await fillConnected(graph, organization, {
    positions: places.map((ends) => position(organization, 'erp', ends)),
    exceptions: places.map((ends, n) => exception(organization, `${n}`, ends)),
    records: places
      .slice(0, count)
      .map(({ material: placed }) => connectedRecord({ id: placed.id, label: placed.code }, ['erp'])),
    datasets,
    rows: Object.fromEntries(datasets.map(({ datasetId }) => [datasetId, 1])),
    loads: datasets.map(({ datasetId }) => load(datasetId, 0)),
  })
}

/** Database hits per row of a page. */
async function costOfRow<P>(query: Query<P, unknown>, organization: string, params: P): Promise<number> {
  const { rows, dbHits } = await profile(query, organization, params)
  expect(rows, `${query.name}: rows`).to.equal(PAGE)
  return dbHits / rows
}

const page = { after: '', limit: PAGE }
const open = { ...page, status: 'open' as const, ...connected.anyException }
const everywhere = { severities: null, code: null, factoryId: null, factoryCode: null }

describe('reads of connected data in a large organization', () => {
  before(async () => {
    await fillPlaces(small, FEW)
    await fillPlaces(large, MANY)
  })
  after(() => graph.close())

  const reads: [string, (organization: string) => Promise<number>][] = [
    ['datasets', (owner) => costOfRow(connected.listDatasets, owner, page)],
    ['datasets of a system', (owner) => costOfRow(connected.listDatasetsOfSystem, owner, { ...page, system: 'erp' })],
    ['input datasets', (owner) => costOfRow(connected.listInputDatasets, owner, page)],
    [
      'positions',
      (owner) => costOfRow(connected.listPositions, owner, { ...page, materialId: materialIdOf(owner, 'M-0') }),
    ],
    [
      'positions at a factory',
      (owner) =>
        costOfRow(connected.listPositionsOfFactory, owner, {
          ...page,
          factoryId: factoryIdOf(owner, 'F-0'),
          system: null,
        }),
    ],
    ['exceptions', (owner) => costOfRow(connected.listExceptions, owner, open)],
    [
      'exceptions of a severity',
      (owner) => costOfRow(connected.listExceptionsOfSeverity, owner, { ...open, severity: 'medium' }),
    ],
    [
      'exceptions of a code',
      (owner) => costOfRow(connected.listExceptionsOfCode, owner, { ...open, code: 'QUANTITY_MISMATCH' }),
    ],
    [
      'exceptions at a factory',
      (owner) =>
        costOfRow(connected.listExceptionsOfFactory, owner, {
          ...open,
          factoryId: factoryIdOf(owner, 'F-0'),
          code: null,
        }),
    ],
    [
      'exceptions by when they began',
      (owner) =>
        costOfRow(connected.listExceptionsSeen, owner, {
          ...{ ...open, ...everywhere },
          after: '~',
          materialCode: null,
        }),
    ],
    [
      'exceptions of the materials of a supplier',
      (owner) =>
        costOfRow(connected.listExceptionsOfMaterials, owner, {
          ...{ ...open, ...everywhere },
          materialIds: [materialIdOf(owner, 'M-0')],
        }),
    ],
    ['connected records', (owner) => costOfRow(connected.listRecords, owner, { ...page, system: null })],
    [
      'connected records of a state',
      (owner) =>
        costOfRow(connected.listRecordsOfState, owner, {
          ...page,
          system: 'erp',
          kinds: ['material'],
          matchState: 'matched',
        }),
    ],
  ]
  for (const [name, cost] of reads) {
    it(`cost the same database hits per row as in a small one, within 2 %: ${name}`, async () => {
      const [many, few] = [await cost(large), await cost(small)]
      expect(many / few, `${many} against ${few} hits per row`).to.be.within(0.98, 1.02)
    })
  }
})
