import { expect } from 'chai'
import fc from 'fast-check'
import { outputSchemaOf } from '../../api/mcp/compact-schema.ts'
import { tools } from '../../api/mcp/tools.ts'
import type { Operation } from '../../api/operation.ts'
import { RelationshipType } from '../../schemas/graph.ts'
import { type McpWorld, type Page, startMcp } from '../support/mcp.ts'
import { validatorOf } from '../support/published.ts'

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const limit = optional(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(1, 3, 7, 12, 1000) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1001) },
  ),
)
const words = fc.constantFrom('poplin', 'POPLIN 10', 'qm27-1', 'linen shirt', 'tessaro', 'nothing', '!', 'é "x"\\')
const days = fc.constantFrom('2027-03-02', '2027-03-04', '2020-01-01', '2027-02-30')

/** Inputs of every tool, most of them valid; ids of entities and snapshots are drawn from those that there are. */
function inputsOf({ entities, snapshotIds }: McpWorld): Record<string, fc.Arbitrary<Record<string, unknown>>> {
  const entityId = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...entities.map(({ id }) => id)) },
    { weight: 1, arbitrary: fc.oneof(fc.uuid(), fc.constant('QM27-1')) },
  )
  const snapshotId = fc.constantFrom(...snapshotIds, '0'.repeat(26))
  return {
    list_entity_types: fc.record({ x: optional(fc.constant('1')) }),
    search_entities: fc.record({
      limit,
      q: optional(words),
      type: optional(fc.constantFrom('style', 'sku', 'material', 'shoe')),
    }),
    get_entity: fc.record({ entityId }),
    traverse_relationships: fc.record({
      ...{ entityId, limit },
      direction: optional(fc.constantFrom('incoming', 'outgoing', 'both')),
      relationshipType: optional(
        fc.uniqueArray(fc.constantFrom(...RelationshipType.options), { minLength: 1, maxLength: 3 }),
      ),
      depth: optional(fc.integer({ min: 1, max: 4 })),
    }),
    get_bom_yield_changes: fc.record({
      ...{ limit, from: seldom(days), to: seldom(days) },
      fromSnapshotId: seldom(snapshotId),
      toSnapshotId: seldom(snapshotId),
      style: optional(fc.constantFrom('QM-1', 'QM-10', 'none')),
      mpn: optional(fc.constantFrom('HV-1', 'HV-2')),
      changeType: optional(fc.constantFrom('added', 'removed', 'changed', 'unchanged')),
      includeUnchanged: optional(fc.boolean()),
    }),
  }
}

/** The same request to REST. */
function targetOf({ path }: Operation, input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  for (const [name, value] of Object.entries(input)) {
    if (path.includes(`{${name}}`) || value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return `${filled}?${query}`
}

describe('MCP and REST', () => {
  let world: McpWorld
  before(async () => {
    world = await startMcp()
  })
  after(() => world.close())

  for (const { name, operation } of tools.filter(({ operation }) => operation.method === 'GET')) {
    it(`give the same answers for 100 random inputs of ${name} (statement 14)`, async () => {
      const validate = validatorOf(outputSchemaOf(operation.output))
      const token = await world.token()
      const seen = { answers: 0, errors: 0 }
      const inputs = inputsOf(world)[name]
      if (!inputs) throw new Error(`no inputs for ${name}`)
      const property = fc.asyncProperty(inputs, async (input) => {
        const rest = await world.api.get(targetOf(operation, input), token)
        const { body, http } = await world.call(name, input)
        expect(http.status).to.equal(200)
        const { content, structuredContent, isError } = body.result ?? {}
        const text = JSON.parse(content?.[0]?.text ?? '')
        if (rest.status !== 200) {
          seen.errors += 1
          const { code, status } = (await rest.json()) as { code: string; status: number }
          expect([isError, text.code, text.status]).to.deep.equal([true, code, status])
          return
        }
        seen.answers += 1
        expect(isError).to.equal(undefined)
        expect(text, 'the text block').to.deep.equal(structuredContent)
        expect(validate(structuredContent), JSON.stringify(validate.errors)).to.equal(true)
        expectSame(structuredContent as Page, (await rest.json()) as Page)
      })
      await fc.assert(property, { numRuns: 100 })
      expect(seen.answers, 'answers that were compared').to.be.above(20)
    })
  }
})

/** Equal, or the beginning of it where the page was shortened. */
function expectSame(mcp: Page, rest: Page): void {
  if (mcp.meta.truncatedBy === undefined) {
    expect(mcp).to.deep.equal(rest)
    return
  }
  const { truncatedBy: _truncatedBy, ...meta } = mcp.meta
  expect(meta).to.deep.equal(rest.meta)
  expect(mcp.data).to.deep.equal(rest.data.slice(0, mcp.data.length))
  expect(mcp.data.length).to.be.below(rest.data.length)
}
