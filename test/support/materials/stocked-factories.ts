import { material as entity } from '../graph/entities.ts'
import { fill } from '../graph/graph.ts'
import { factoryIdOf, fillConnected, materialIdOf, type TestPosition } from './connected.ts'
import { type ConnectedApi, startConnectedApi } from './connected-api.ts'
import { at, connectedRecord, dataset, HOUR_MS, load, position, sourceSummary } from './connected-rows.ts'

const factories = Array.from({ length: 9 }, (_, n) => `F-${n}`)
const systems = ['erp', 'wms', 'factory_portal']
/** Stock on hand in the ERP and the WMS, by pair. */
const stock: Record<string, [erp: string, wms: string]> = {
  'F-0': ['1000', '1000'],
  'F-1': ['1000', '990'],
  'F-2': ['1000', '989.9999'],
  'F-3': ['990', '1000'],
  'F-4': ['989.9999', '1000'],
}
const source = { recordId: 'x', recordVersion: '1', ingestedAt: at(0), datasetId: null }

export interface StockedFactories extends ConnectedApi {
  /** The stored positions of the first organization. */
  stored: TestPosition[]
}

/** Starts two organizations with the same positions; the first one also has positions with unassigned codes. */
export async function startStockedFactories(): Promise<StockedFactories> {
  const world = await startConnectedApi()
  const { graph, ours, theirs } = world
  const stored = [...positionsOf(ours.key), ...orphansOf(ours.key)]
  const datasets = ['erp', 'wms', 'factory_portal'].map((system) => dataset(`${system}.material_stock`))
  const loads = [load('erp.material_stock', -HOUR_MS), load('wms.material_stock', -3 * HOUR_MS)]
  await fill(graph, ours.key, { entities: [entity(ours.key, 'M-7')] })
  const site = { kind: 'factory' as const, connectedId: factoryIdOf(ours.key, 'F-8'), facilityIds: ['F-8'] }
  const sources = [{ ...site, summary: sourceSummary('erp', 'site-8') }]
  await fillConnected(graph, ours.key, { positions: stored, records: recordsOf(ours.key), sources, datasets, loads })
  await fillConnected(graph, theirs.key, { positions: positionsOf(theirs.key), records: recordsOf(theirs.key) })
  return { ...world, stored }
}

/** An end of a position, whose label is its code. */
export const end = (id: string, code: string) => ({ id, code, label: code })

export function positionsOf(organization: string): TestPosition[] {
  const ends = (material: string, factory: string) => ({
    material: end(materialIdOf(organization, material), material),
    factory: end(factoryIdOf(organization, factory), factory),
  })
  const ofM1 = factories.flatMap((factory) =>
    systems.slice(0, factory === 'F-8' ? 1 : 3).map((system, n) => {
      const onHand = stock[factory]?.[n] ?? '50'
      return position(organization, system, ends('M-1', factory), { onHand })
    }),
  )
  return [
    ...ofM1,
    position(organization, 'erp', ends('M-1', 'F-0'), { instance: 'asia', asOf: at(-9 * HOUR_MS), onHand: '1' }),
    position(organization, 'erp', ends('M-2', 'F-0'), { uom: 'KGM' }),
    position(organization, 'wms', ends('M-2', 'F-0'), { source }),
  ]
}

/** Positions with unassigned codes, or at a factory without a record. */
function orphansOf(organization: string): TestPosition[] {
  const known = (code: string) => end(materialIdOf(organization, code), code)
  const at = (code: string) => end(factoryIdOf(organization, code), code)
  const unowned = (code: string) => ({ id: null, code, label: null })
  return [
    position(organization, 'erp', { material: unowned('X-9'), factory: unowned('FA-901') }),
    position(organization, 'wms', { material: unowned('X-9'), factory: unowned('FA-901') }),
    position(organization, 'erp', { material: unowned('X-9'), factory: at('F-0') }),
    position(organization, 'erp', { material: known('M-2'), factory: unowned('FA-901') }),
    position(organization, 'erp', { material: known('M-2'), factory: at('F-9') }),
  ]
}

function recordsOf(organization: string) {
  return [
    ...['M-1', 'M-2'].map((label) => connectedRecord({ id: materialIdOf(organization, label), label }, ['erp'])),
    ...factories.map((label) =>
      connectedRecord({ kind: 'factory', id: factoryIdOf(organization, label), label }, ['erp']),
    ),
  ]
}
