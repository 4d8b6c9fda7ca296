import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { ApiError } from '../../api/core/errors.ts'
import type { Operation } from '../../api/core/operation.ts'
import { perform } from '../../api/core/perform.ts'
import { getEntity } from '../../api/operations/graph/get-entity.ts'
import { listEntityRelationships } from '../../api/operations/graph/list-entity-relationships.ts'
import { call, codeOf } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { material, sku, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const [organization, other] = [freshOrganization(), freshOrganization()]
const context = contextFor(graph, organization)

const entities = [style(organization, 'S-1'), sku(organization, 'K-1'), material(organization, 'M-1')]
const deleted = supplier(organization, 'GONE')
const stub = supplier(organization, 'STUB')
const foreign = style(other, 'S-1')

/** What a caller sees of a failure: code, message, errors, and headers. */
async function refusal(operation: Operation, entityId: string): Promise<unknown> {
  const outcome = await perform(operation, { entityId }, context).catch((error: unknown) => error)
  if (!(outcome instanceof ApiError)) return outcome
  const { code, message, errors, headers } = outcome
  return { code, message, errors, headers }
}

describe('getEntity', () => {
  before(async () => {
    const [, , from] = entities
    const links = from ? [{ type: 'SUPPLIED_BY' as const, from, to: stub }] : []
    await fill(graph, organization, { entities, links, deleted: [deleted] })
    await fill(graph, other, { entities: [foreign] })
  })
  after(() => graph.close())

  it('returns the entity as it was stored, by its ID in lower or upper case', async () => {
    for (const entity of entities) {
      expect(await call(getEntity, { entityId: entity.id }, context)).to.deep.equal({ data: entity, meta: {} })
      expect(await call(getEntity, { entityId: entity.id.toUpperCase() }, context)).to.deep.equal({
        data: entity,
        meta: {},
      })
    }
  })

  it('returns the same 404 for an entity that never existed, has no record yet, was deleted, or is of another organization', async () => {
    const absent = randomUUID()
    for (const operation of [getEntity, listEntityRelationships] satisfies Operation[]) {
      const expected = await refusal(operation, absent)
      expect(expected).to.include({ code: 'entity_not_found' })
      expect(JSON.stringify(expected)).not.to.include(absent)
      for (const { id } of [stub, deleted, foreign]) expect(await refusal(operation, id)).to.deep.equal(expected)
    }
    expect(await codeOf(listEntityRelationships, { entityId: foreign.id, depth: 3 }, context)).to.equal(
      'entity_not_found',
    )
  })

  it('accepts any UUID as an ID, and nothing else', async () => {
    for (const entityId of ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
      expect(await codeOf(getEntity, { entityId }, context)).to.equal('entity_not_found')
    }
    for (const entityId of [
      '',
      'x',
      `{${foreign.id}}`,
      `urn:uuid:${foreign.id}`,
      foreign.id.replaceAll('-', ''),
      null,
      7,
    ]) {
      expect(await codeOf(getEntity, { entityId }, context), String(entityId)).to.equal('invalid_request')
    }
  })
})
