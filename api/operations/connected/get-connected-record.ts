import { getRecord } from '../../../cypher/connected.ts'
import { ConnectedRecordResponse, GetConnectedRecordInput } from '../../../schemas/connected-operations.ts'
import { operation } from '../../operation.ts'
import { exampleRecord } from './examples.ts'
import { recordNotFound, resolveRef } from './resolve-ref.ts'

/** `GET /v1/connected-records/{kind}/{ref}`: what all systems say about one material or factory. */
export const getConnectedRecord = operation({
  operationId: 'getConnectedRecord',
  method: 'GET',
  path: '/v1/connected-records/{kind}/{ref}',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'Read one connected record',
  description:
    'Reads what all systems say about one material or factory: one resolved value a field, where it is from and whether ' +
    'sources disagree, and the source records. `ref` is percent-encoded: a canonical id, ' +
    '`{system}:{instance}:{recordId}`, or a bare code; a code of several is 409 `ambiguous_reference`.',
  input: GetConnectedRecordInput,
  output: ConnectedRecordResponse,
  examples: {
    input: { kind: 'material', ref: 'erp:main:100-1022' },
    output: { data: exampleRecord, meta: {} },
  },
  async handle({ kind, ref }, context) {
    const id = await resolveRef(context, kind, ref)
    const [record] = await context.read(getRecord, { kind, id })
    // A material that no source speaks of is an entity, and no connected record.
    if (!record) throw recordNotFound(kind)
    return { document: record.doc, meta: {} }
  },
})
