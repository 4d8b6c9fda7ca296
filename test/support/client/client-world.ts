import { randomUUID } from 'node:crypto'
import { type Client, createClient } from '../../../client/src/index.ts'
import type { Entity } from '../../../schemas/graph/entities.ts'
import { Scope } from '../../../schemas/scopes.ts'
import { type BomExports, startBomExports } from '../api/bom-exports.ts'
import { material, supplier } from '../graph/entities.ts'
import { claimCodes, fill } from '../graph/graph.ts'
import { fillIngested, rejectedPosition } from '../ingest/fill-ingested.ts'
import { factoryIdOf, fillConnected } from '../materials/connected.ts'
import { connectedRecord, dataset, exception, position, sourceSummary } from '../materials/connected-rows.ts'

export interface ClientWorld extends BomExports {
  client: Client
  /** A token with all scopes. */
  token: string
  entities: readonly Entity[]
}

const MATERIALS = 12

/** Starts the API with data for every operation, and a client. */
export async function startClientWorld(): Promise<ClientWorld> {
  const groupId = `test-${randomUUID()}`
  const world = await startBomExports({ PROJECTOR_GROUP: groupId })
  const { graph, organization, clock } = world
  const { key } = organization
  const entities: Entity[] = [
    ...Array.from({ length: MATERIALS }, (_, at) => material(key, `C-${at}`, `Poplin ${at}`)),
    supplier(key, 'V-1', 'Poplin Mills'),
  ]
  await fill(graph, key, { entities })
  await claimCodes(graph, key, entities)
  const [first] = entities
  const owned = { id: first?.id ?? null, code: 'C-0', label: 'Poplin 0' }
  const factory = { id: factoryIdOf(key, 'F-0'), code: 'F-0', label: 'Maia' }
  const records = [
    connectedRecord({ kind: 'material', id: first?.id ?? '', label: owned.label }, ['erp']),
    connectedRecord({ kind: 'factory', id: factory.id, label: factory.label }, ['erp']),
  ]
  await fillConnected(graph, key, {
    records,
    sources: records.map(({ kind, id }) => {
      const { code } = kind === 'material' ? owned : factory
      return { kind, connectedId: id, codes: [code], summary: sourceSummary('erp', code) }
    }),
    positions: ['erp', 'wms'].map((system) => position(key, system, { material: owned, factory })),
    exceptions: [exception(key, 'a', { material: owned, factory })],
    datasets: [dataset('erp.material_stock'), dataset('wms.material_stock')],
  })
  await fillIngested(
    graph,
    key,
    clock.now,
    entities.slice(0, 2).map(({ id }) => id),
    groupId,
  )
  const { text: token } = await organization.issue({
    scopes: Scope.options.filter((scope) => scope !== 'mcp:read'),
    quota: 1_000_000,
  })
  const client = createClient({ baseUrl: world.api.url, token })
  return { ...world, client, token, entities }
}

/** The required inputs by operation; operations that are missing need none. */
export type NeededInputs = Readonly<Record<string, object>>

/** Inputs for which each operation returns data; creates an export for the operations on exports. */
export async function neededInputs(world: ClientWorld): Promise<NeededInputs> {
  const { job } = await world.exported('entities')
  const entityId = world.entities.at(-1)?.id
  const { data: exceptions } = await world.client.listMaterialPositionExceptions({ limit: 1 })
  const { data: yields } = await world.client.listBomYields({ limit: 1 })
  return {
    getEntity: { entityId },
    listEntityRelationships: { entityId },
    listBomYieldHistory: { matchKey: yields[0]?.matchKey },
    getConnectedRecord: { kind: 'material', ref: 'erp:main:C-0' },
    getMaterialFactoryPosition: { material: 'C-0' },
    compareMaterialPositions: { pairs: [{ material: 'C-0', factory: 'F-0' }], systems: ['erp', 'wms'] },
    calculateMaterialRequirements: { items: [{ sku: 'K-1', pieces: 2 }] },
    getMaterialPositionException: { exceptionId: exceptions[0]?.exceptionId },
    inspectServiceSource: { system: 'erp' },
    getIngestReceipt: rejectedPosition,
    createExport: { kind: 'bom_yields', parameters: { snapshotId: world.snapshotIds[0] } },
    getExport: { exportId: job.exportId },
    downloadExport: { exportId: job.exportId },
  }
}
