import { randomUUID } from 'node:crypto'
import { toolsOf } from '../../../api/mcp/tools/index.ts'
import { operations } from '../../../api/operations/index.ts'
import { ExportResponse } from '../../../schemas/exports/exports.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import { type McpWorld, startMcp } from '../api/mcp.ts'
import { applyLog } from '../events/apply-log.ts'
import { supplierOf } from '../events/source-event.ts'
import { fillIngested } from '../ingest/fill-ingested.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../materials/connected.ts'
import {
  connectedRecord,
  dataset,
  exception,
  HOUR_MS,
  load,
  NOW,
  position,
  sourceSummary,
} from '../materials/connected-rows.ts'

export type EveryToolWorld = McpWorld & { exportIds: string[]; exceptionIds: string[] }

/** The scopes of all tools. */
export const everyScope: Scope[] = [...new Set(operations.flatMap(({ scope }) => scope ?? []))]

/** Starts MCP with data for every tool, including connected data and queued exports; the clock stands still. */
export async function startEveryTool(): Promise<EveryToolWorld> {
  const groupId = `test-${randomUUID()}`
  const variables = { PROJECTOR_GROUP: groupId }
  const world = await startMcp({ tools: toolsOf(['all'], operations), now: () => NOW, variables })
  const { key } = world.organization
  const ends = (code: string, facility: string) => ({
    material: { id: materialIdOf(key, code), code, label: `${code} Poplin 100` },
    factory: { id: factoryIdOf(key, facility), code: facility, label: 'Maia' },
  })
  const first = ends('MT-1', 'F-0')
  const sources = (['material', 'factory'] as const).map((kind) => {
    const { id, code, label } = first[kind]
    const record = connectedRecord({ kind, id, label }, ['erp'])
    return { kind, connectedId: id, codes: [code], summary: sourceSummary('erp', code), record }
  })
  const exceptions = ['a', 'b', 'c'].map((one) => exception(key, one, first))
  await fillConnected(world.graph, key, {
    sources,
    records: sources.map(({ record }) => record),
    positions: ['erp', 'wms'].flatMap((system) => [
      position(key, system, first, { onHand: system === 'erp' ? '12.5' : '10' }),
      position(key, system, ends('MT-2', 'F-1')),
    ]),
    exceptions,
    datasets: [dataset('erp.material_stock'), dataset('wms.material_stock')],
    loads: [load('erp.material_stock', -HOUR_MS)],
    rows: { 'erp.material_stock': 2 },
  })
  // The entity is deleted at the end, so it is in no other list.
  await applyLog(world.graph, key, [supplierOf('1', 1), supplierOf('1', 2), { ...supplierOf('1', 3), data: null }])
  const claimants = world.entities.slice(0, 2).map(({ id }) => id)
  await fillIngested(world.graph, key, NOW, claimants, groupId)
  const bearer = await world.token(everyScope)
  const exportIds: string[] = []
  for (const kind of ['entities', 'bom_yields']) {
    const { body } = await world.call('create_export', { kind }, bearer)
    exportIds.push(ExportResponse.parse(body.result?.structuredContent).data.exportId)
  }
  return { ...world, exportIds, exceptionIds: exceptions.map(({ exceptionId }) => exceptionId) }
}
