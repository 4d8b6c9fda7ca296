import { getEntity } from '../../../cypher/graph/read-graph.ts'
import { getRecord } from '../../../cypher/materials/read-materials.ts'
import { masterStatement } from '../../../domain/materials/master-statement.ts'
import { resolveFields } from '../../../domain/materials/resolve-fields.ts'
import { ConnectedRecordResponse, GetConnectedRecordInput } from '../../../schemas/materials/connected-operations.ts'
import type { ConnectedKind, ConnectedRecord } from '../../../schemas/materials/connected-records.ts'
import { storedEntity } from '../../../schemas/stored/entity.ts'
import type { Context } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { exampleRecord } from './examples.ts'
import { recordNotFound } from './reads/record-not-found.ts'
import { resolveRef } from './reads/resolve-ref.ts'

/** `GET /v1/connected-records/{kind}/{ref}`: the records of all systems about one material or factory. */
export const getConnectedRecord = operation({
  operationId: 'getConnectedRecord',
  method: 'GET',
  path: '/v1/connected-records/{kind}/{ref}',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'Get a connected record',
  description:
    'Returns one material or factory with the data of all source systems (cross-system data). Each field has one ' +
    'resolved value, where it comes from, and whether other systems disagree. Attributes of a matched material ' +
    'count as data of the system that owns it, usually PLM. Percent-encode `ref`. A material without source ' +
    'records has only the `fields` of its own system, and is not found by `searchConnectedRecords`.',
  problems: ['record_not_found', 'ambiguous_reference'],
  input: GetConnectedRecordInput,
  output: ConnectedRecordResponse,
  examples: {
    input: { kind: 'material', ref: 'erp:main:4100084' },
    output: { data: exampleRecord, meta: {} },
  },
  async handle({ kind, ref }, context) {
    const id = await resolveRef(context, kind, ref)
    const [record] = await context.read(getRecord, { kind, id })
    return record ? { document: record.doc, meta: {} } : { data: await silentMaterial(context, kind, id), meta: {} }
  },
})

/**
 * The record of a material of which only the entity is known, so it has no source records.
 * @throws ApiError record_not_found
 */
async function silentMaterial(context: Context, kind: ConnectedKind, id: string): Promise<ConnectedRecord> {
  const [entity] = kind === 'material' ? await context.read(getEntity, { entityId: id }) : []
  if (!entity) throw recordNotFound(kind)
  const material = storedEntity.read(entity.doc)
  const { label } = material
  const statement = material.type === 'material' ? masterStatement(material) : null
  return {
    kind,
    id,
    ref: id,
    label,
    canonicalEntityId: id,
    match: { state: 'matched', method: null, candidates: [id] },
    fields: statement ? resolveFields([statement]) : [],
    sourceRecords: [],
    operatorSupplierId: null,
    countryCode: null,
    capabilities: [],
    sourcingModels: [],
  }
}
