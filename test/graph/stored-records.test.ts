import { expect } from 'chai'
import { getEntity } from '../../api/operations/graph/get-entity.ts'
import { listEntityRelationships } from '../../api/operations/graph/list-entity-relationships.ts'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import { demoEvents } from '../../demo/demo-events.ts'
import { type RecordEvent, validateEvent } from '../../domain/events/decode-event.ts'
import { call, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { applyEvents, claim } from '../support/events/apply-log.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const organization = freshOrganization()
const context = contextFor(graph, organization)

function decoded({ value }: { value: unknown }): RecordEvent {
  const result = validateEvent(value)
  if (result.outcome !== 'event') throw new Error(`The demo holds an event that is ${result.outcome}`)
  return result.event
}

/** `call` and `walk` validate every response by its schema, so reading everything is the check. */
describe('records as the projector stores them', () => {
  const events = [...demoEvents({ organization, profile: 'smoke' })].map(decoded)

  before(async () => {
    const partition = await claim(graph)
    await applyEvents(graph, partition, events, 0, events.length)
  })
  after(() => graph.close())

  it('fit the published schemas, in lists and one by one', async () => {
    const entities = await walk(searchEntities, {}, context, [250])
    const kinds = Map.groupBy(events, ({ kind }) => kind)
    for (const type of ['style', 'sku', 'material', 'supplier'] as const) {
      expect(entities.filter((entity) => entity.type === type).length, type).to.equal(kinds.get(type)?.length)
    }
    for (const entity of entities.slice(0, 50)) {
      expect((await call(getEntity, { entityId: entity.id }, context)).data).to.deep.equal(entity)
    }
  })

  it('include every relationship, which both of its ends list', async () => {
    const entities = await walk(searchEntities, {}, context, [1000])
    const seen = new Map<string, number>()
    for (const { id } of entities) {
      for (const row of await walk(listEntityRelationships, { entityId: id }, context, [1000])) {
        seen.set(row.id, (seen.get(row.id) ?? 0) + 1)
      }
    }
    const links = events.filter(({ kind }) => kind === 'link' || kind === 'sku')
    expect(seen.size).to.equal(links.length)
    expect([...new Set(seen.values())]).to.deep.equal([2])
  })
})
