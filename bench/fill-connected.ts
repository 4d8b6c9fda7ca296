import {
  exampleDataset,
  exampleException,
  examplePosition,
  exampleRecord,
} from '../api/operations/materials/examples.ts'
import { type Graph, tenantLabel } from '../cypher/connect.ts'
import { canonicalIdOf } from '../domain/identity/identity.ts'
import { tokenize } from '../domain/search/tokens.ts'

const FACTORIES = 400
const RECORDS = 1000
const EXCEPTIONS = 1000
const WRITTEN_AT_ONCE = 500

type Rows = Record<string, string | string[] | boolean>[]

/**
 * Writes the connected data of an organization as the projector stores it: one material at many factories in two
 * systems, with records and exceptions. Their sizes are those of the contract's examples.
 */
export async function fillConnected(graph: Graph, organization: string): Promise<void> {
  const idOf = (...words: string[]) => canonicalIdOf([organization, ...words])
  const { rowCount: _rowCount, ...dataset } = exampleDataset
  const { datasetId } = dataset
  await write(graph, organization, 'Dataset:ListedDataset', [
    { datasetId, system: dataset.sourceSystem, state: '{}', doc: JSON.stringify(dataset) },
  ])
  await write(graph, organization, 'Position:OpenPosition', positions(idOf, datasetId))
  await write(graph, organization, 'ConnectedRecord', records(idOf))
  await write(graph, organization, 'PositionException', exceptions(idOf, datasetId))
}

type IdOf = (...words: string[]) => string

function positions(idOf: IdOf, datasetId: string): Rows {
  const { freshness: _freshness, ...example } = examplePosition
  const material = { ...example.material, id: idOf('material', '0') }
  return Array.from({ length: 2 * FACTORIES }, (_, at) => {
    const system = at % 2 === 0 ? 'erp' : 'wms'
    const factory = { ...example.factory, id: idOf('factory', String(at >> 1)) }
    const position = { ...example, positionId: idOf('position', String(at)), system, material, factory }
    const owners = { materialId: material.id, factoryId: factory.id }
    return { id: position.positionId, system, instance: 'main', datasetId, ...owners, doc: JSON.stringify(position) }
  })
}

function records(idOf: IdOf): Rows {
  return Array.from({ length: RECORDS }, (_, at) => {
    const id = idOf('material', String(at))
    const label = `${exampleRecord.label} ${at}`
    const doc = JSON.stringify({ ...exampleRecord, id, ref: id, canonicalEntityId: id, label })
    const words = tokenize(label).join(' ')
    return { kind: 'material', id, label, words, matchState: 'matched', systems: ['erp'], doc }
  })
}

function exceptions(idOf: IdOf, datasetId: string): Rows {
  return Array.from({ length: EXCEPTIONS }, (_, at) => {
    const exceptionId = idOf('exception', String(at))
    const { code, severity } = exampleException
    const doc = JSON.stringify({ ...exampleException, exceptionId, staleInput: false })
    const keys = { materialKey: idOf('material', String(at)), factoryKey: idOf('factory', '0') }
    const stored = { exceptionId, code, severity, status: 'open', systems: ['erp'], datasetIds: [datasetId] }
    return { ...stored, ...keys, quantity: true, doc }
  })
}

async function write(graph: Graph, organization: string, labels: string, rows: Rows): Promise<void> {
  const text = `UNWIND $rows AS row CREATE (n:${labels}:${tenantLabel(organization)}) SET n = row, n.tenantKey = $organization`
  for (let from = 0; from < rows.length; from += WRITTEN_AT_ONCE) {
    await graph.execute(text, { organization, rows: rows.slice(from, from + WRITTEN_AT_ONCE) })
  }
}
