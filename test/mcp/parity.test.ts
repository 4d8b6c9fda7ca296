import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Operation } from '../../api/core/operation.ts'
import { toolsOf } from '../../api/mcp/tools/index.ts'
import { outputSchemaOf } from '../../api/mcp/tools/output-schema.ts'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import { operations } from '../../api/operations/index.ts'
import { RelationshipType } from '../../schemas/graph/link-types.ts'
import { forgetExports } from '../support/api/exports.ts'
import { bearerOf, type McpWorld, type Page } from '../support/api/mcp.ts'
import { validatorOf } from '../support/bom/published.ts'
import { rejectedPosition } from '../support/ingest/fill-ingested.ts'
import { factoryIdOf } from '../support/materials/connected.ts'
import { type EveryToolWorld, everyScope, startEveryTool } from '../support/mcp/every-tool.ts'

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

/** Random inputs of every core tool, most of them valid; IDs are drawn from the entities and snapshots that exist. */
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
      entityId,
      limit,
      direction: optional(fc.constantFrom('incoming', 'outgoing', 'both')),
      relationshipType: optional(
        fc.uniqueArray(fc.constantFrom(...RelationshipType.options), { minLength: 1, maxLength: 3 }),
      ),
      depth: optional(fc.integer({ min: 1, max: 4 })),
    }),
    list_changes: fc.record({
      limit,
      kind: optional(fc.constantFrom('entity', 'relationship', 'factory')),
      type: optional(fc.constantFrom('supplier', 'style', 'shoe')),
      since: seldom(days),
    }),
    get_bom_yield_changes: fc.record({
      limit,
      from: seldom(days),
      to: seldom(days),
      fromSnapshotId: seldom(snapshotId),
      toSnapshotId: seldom(snapshotId),
      style: optional(fc.constantFrom('QM-1', 'QM-10', 'none')),
      mpn: optional(fc.constantFrom('HV-1', 'HV-2')),
      changeType: optional(fc.constantFrom('added', 'removed', 'changed', 'unchanged')),
      includeUnchanged: optional(fc.boolean()),
    }),
  }
}

/** Random values of arguments by their names, for the reads of all toolsets. */
function argumentsOf({ entities, snapshotIds, matchKey, organization, exportIds, exceptionIds }: EveryToolWorld) {
  const refs = fc.constantFrom('MT-1', 'F-0', 'plm:main:MT-1', 'NOBODY', factoryIdOf(organization.key, 'F-0'))
  const pair = fc.record({
    material: fc.constantFrom('MT-1', 'MT-2'),
    factory: fc.constantFrom('F-0', 'F-0', 'F-0', 'F-1'),
  })
  const values: Record<string, fc.Arbitrary<unknown>> = {
    limit,
    entityId: fc.constantFrom(...entities.map(({ id }) => id)),
    snapshotId: fc.constantFrom(...snapshotIds, '0'.repeat(26)),
    matchKey: fc.constantFrom(matchKey, matchKey, 'none'),
    exportId: fc.constantFrom(...exportIds, ...exportIds, randomUUID()),
    exceptionId: fc.constantFrom(...exceptionIds, randomUUID()),
    type: fc.constantFrom('style', 'material', 'shoe'),
    kind: fc.constantFrom('material', 'factory'),
    q: words,
    ref: refs,
    material: refs,
    factory: fc.constantFrom('F-0', 'F-0', 'NOBODY'),
    system: fc.constantFrom('erp', 'wms', 'Nothing!'),
    datasetId: fc.constantFrom('erp.material_stock', 'wms.material_stock', 'none.such'),
    status: fc.constantFrom('fresh', 'unknown', 'open', 'resolved'),
    severity: fc.constantFrom('low', 'medium', 'high'),
    recordId: fc.constantFrom('MT-1', 'none'),
    topic: fc.constantFrom(rejectedPosition.topic, rejectedPosition.topic, 'none'),
    partition: fc.constantFrom(0, 0, 99),
    offset: fc.constantFrom(rejectedPosition.offset, 7, 1000),
    pairs: fc.array(pair, { minLength: 1, maxLength: 3 }),
    systems: fc.constant(['erp', 'wms']),
    items: fc.constantFrom(
      [{ sku: 'K-1', pieces: 2 }],
      [
        { style: 'S-1', sizes: { M: 3 } },
        { style: 'S-1', size: 'M', pieces: 4 },
        { sku: 'none', pieces: 1 },
      ],
    ),
  }
  return values
}

/** Random inputs of a read: all required arguments, and some optional ones. */
function drawnFor({ input }: Operation, world: EveryToolWorld): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.entries(argumentsOf(world)).filter(([name]) => name in input.shape)
  const isNeeded = (name: string) => input.shape[name]?.safeParse(undefined).success === false
  return fc.record(Object.fromEntries(known), {
    requiredKeys: known.map(([name]) => name).filter(isNeeded),
  })
}

/** Random values of `fields`, mostly valid: the names are those in the operation's example. */
function fieldsOf({ examples }: Operation): fc.Arbitrary<string[] | undefined> {
  const [row] = [(examples.output as { data: object | object[] }).data].flat()
  const name = fc.constantFrom(...Object.keys(row ?? {}))
  const valid = fc.oneof(
    fc.array(name, { minLength: 1, maxLength: 4 }),
    fc.constantFrom<string[][]>(['compact'], ['*']),
  )
  const more = valid.map((names) => [...names, 'compact'])
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 8, arbitrary: valid },
    { weight: 2, arbitrary: more },
    { weight: 1, arbitrary: fc.constantFrom<string[][]>([], ['organization']) },
  )
}

/** The path and query of a GET request with these inputs. */
function targetOf({ path }: Operation, input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  for (const [name, value] of Object.entries(input)) {
    if (path.includes(`{${name}}`) || value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return `${filled}?${query}`
}

/** Sends the REST request that corresponds to the call of a tool without `fields`. */
function askRest({ api }: McpWorld, operation: Operation, input: Record<string, unknown>, token: string) {
  if (operation.method === 'GET') return api.get(targetOf(operation, input), token)
  const headers = { ...bearerOf(token), 'Content-Type': 'application/json' }
  return fetch(api.url + operation.path, { method: 'POST', headers, body: JSON.stringify(input) })
}

const ENOUGH = 32
const MOST = 1500

describe('MCP and REST', () => {
  let world: EveryToolWorld
  let token: string
  before(async () => {
    world = await startEveryTool()
    token = await world.token(everyScope)
  })
  after(async () => {
    await forgetExports(world.graph, world.organization.key)
    await world.close()
  })

  for (const tool of toolsOf(['all'], operations).filter(({ annotations }) => annotations.readOnlyHint)) {
    const { name, operation, isCompact } = tool
    it(`return the same rows for random inputs of ${name}, reduced to the selected fields`, async () => {
      const validate = validatorOf(outputSchemaOf(operation))
      const inputs = inputsOf(world)[name] ?? drawnFor(operation, world)
      const asked = fc.tuple(inputs, fieldsOf(operation))
      let [answers, projections] = [0, 0]
      for (const [input, fields] of fc.sample(asked, MOST)) {
        const rest = await askRest(world, operation, input, token)
        const { body, http } = await world.call(name, fields === undefined ? input : { ...input, fields }, token)
        expect(http.status, JSON.stringify(body)).to.equal(200)
        const { content, structuredContent, isError } = body.result ?? {}
        const text = JSON.parse(content?.[0]?.text ?? '')
        const expected = (await rest.json()) as Page & { code: string; status: number }
        if (isError) {
          const isFault = fields !== undefined && (fields.length === 0 || fields[0] === 'organization')
          const faults = (text.errors ?? []).map((fault: { name: string }) => fault.name.split('.')[0])
          if (isFault) expect(faults).to.include('fields')
          else expect([text.code, text.status]).to.deep.equal([expected.code, expected.status])
          continue
        }
        answers += 1
        expect(rest.status).to.equal(200)
        expect(text, 'the text block').to.deep.equal(structuredContent)
        expect(validate(structuredContent), JSON.stringify(validate.errors)).to.equal(true)
        const chosen = fields ?? [isCompact ? 'compact' : '*']
        if (!chosen.includes('*')) projections += expected.data.length === 0 ? 0 : 1
        expectSame(structuredContent as Page, expected, chosen)
        if (answers >= ENOUGH && projections >= ENOUGH / 4) return
      }
      throw new Error(`Only ${answers} answers of ${name} were compared, ${projections} with fewer fields`)
    })
  }

  it('accept cursors from each other, whichever fields are selected', async () => {
    const ids: unknown[] = []
    let cursor: string | null | undefined
    for (const fields of [['compact'], null, ['label'], ['*'], null, ['id']]) {
      const own = { limit: 17, ...(cursor ? { cursor } : {}) }
      const page: Page =
        fields === null
          ? ((await (await world.api.get(targetOf(searchEntities, own), token)).json()) as Page)
          : ((await world.call('search_entities', { ...own, fields }, token)).body.result?.structuredContent as Page)
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.links.next
    }
    const all = world.entities.map(({ id }) => id).sort()
    expect(ids).to.deep.equal(all.slice(0, ids.length))
    expect(ids).to.have.length(6 * 17)
  })
})

/** Checks that an MCP page equals the REST page, or its beginning if it was shortened, in the selected fields. */
function expectSame(given: Page, expected: Page, chosen: readonly string[]): void {
  const [{ meta: own, ...answer }, rest] = [withoutTime(given), withoutTime(expected)]
  const { hint, howTo, ...shown } = own
  if (hint !== undefined) expect(rest.data, String(hint)).to.deep.equal([])
  const { truncatedBy, ...meta } = shown
  expect(meta).to.deep.equal(rest.meta)
  if ([rest.data].flat().some(({ links }) => links)) expect(howTo).to.match(/exports:create/)
  const [rows, all] = [[answer.data].flat(), [rest.data].flat().map(withAddresses)]
  expect(Array.isArray(answer.data)).to.equal(Array.isArray(rest.data))
  if (truncatedBy === undefined) expect([answer.links, rows.length]).to.deep.equal([rest.links, all.length])
  else expect(rows.length).to.be.below(all.length)
  for (const [index, row] of rows.entries()) expectPart(row, all[index] ?? {}, chosen)
}

/** Cursors of changes contain the time of their page. */
function withoutTime(page: Page): Page {
  if (!('resume' in page.meta)) return page
  const { next } = page.links
  expect(page.meta.resume).to.be.a('string')
  return { ...page, links: { next: next && 'a cursor' }, meta: { ...page.meta, resume: 'a cursor' } }
}

/** Replaces the paths in `links` by whole URLs, as MCP returns them. */
function withAddresses(row: Record<string, unknown>): Record<string, unknown> {
  const { links } = row as { links?: Record<string, string> }
  if (!links) return row
  const addresses = Object.entries(links).map(([name, path]) => [name, `http://api.test${path}`])
  return { ...row, links: Object.fromEntries(addresses) }
}

function expectPart(row: Record<string, unknown>, whole: Record<string, unknown>, chosen: readonly string[]): void {
  if (chosen.includes('*')) {
    expect(row).to.deep.equal(whole)
    return
  }
  const named = chosen.filter((name) => name !== 'compact' && name in whole)
  for (const name of named) expect(row[name], name).to.deep.equal(whole[name])
  expect(isPartOf(row, whole), JSON.stringify(row)).to.equal(true)
  expect(Object.keys(row)).to.deep.equal(Object.keys(whole).filter((name) => name in row))
  // Besides the selected fields, a row has at most three, which identify it.
  if (!chosen.includes('compact')) expect(Object.keys(row).length).to.be.within(1, new Set(named).size + 3)
}

/** Whether `part` equals `whole` except for fields of its objects that `part` lacks. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return part === whole
  if (typeof whole !== 'object' || whole === null) return false
  if (Array.isArray(part) && part.length !== (whole as unknown[]).length) return false
  return Object.entries(part).every(([name, value]) => isPartOf(value, (whole as Record<string, unknown>)[name]))
}
