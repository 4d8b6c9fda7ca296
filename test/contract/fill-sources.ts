import type { Graph } from '../../cypher/connect.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../support/materials/connected.ts'
import {
  connectedRecord,
  dataset,
  exception,
  load,
  position,
  sourceSummary,
} from '../support/materials/connected-rows.ts'

/**
 * Fills the positions and records of one material at two factories, so that no read of connected data is empty.
 * @returns the ID of the material
 */
export async function fillSources(graph: Graph, organization: string): Promise<string> {
  const material = { id: materialIdOf(organization, 'CT-1'), code: 'CT-1', label: 'CT-1 Contract poplin' }
  const factories = ['CT-F-1', 'CT-F-2'].map((code) => ({ id: factoryIdOf(organization, code), code, label: code }))
  const pairs = factories.flatMap((factory) =>
    ['erp', 'wms'].map((system) => ({ system, ends: { material, factory } })),
  )
  const ends = [
    { kind: 'material' as const, end: material },
    ...factories.map((end) => ({ kind: 'factory' as const, end })),
  ]
  await fillConnected(graph, organization, {
    datasets: ['erp.contract_stock', 'wms.contract_stock'].map((datasetId) => dataset(datasetId)),
    rows: { 'erp.contract_stock': 2, 'wms.contract_stock': 2 },
    loads: [load('erp.contract_stock', 0), load('erp.contract_stock', 1000, { status: 'failed', error: 'no answer' })],
    records: ends.map(({ kind, end }) => connectedRecord({ kind, id: end.id, label: end.label }, ['erp', 'wms'])),
    sources: ends.map(({ kind, end }) => {
      const summary = sourceSummary('erp', end.code, { recordType: kind, datasetId: 'erp.contract_stock' })
      return {
        kind,
        connectedId: end.id,
        codes: [end.code],
        summary,
        raw: { CODE: end.code },
      }
    }),
    positions: pairs.map(({ system, ends }) => position(organization, system, ends)),
    exceptions: pairs.map(({ ends }, at) => exception(organization, `contract ${at}`, ends)),
  })
  return material.id
}
