import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { ApiError } from '../../api/core/errors.ts'
import type { Operation } from '../../api/core/operation.ts'
import { perform } from '../../api/core/perform.ts'
import { responseJson } from '../../api/http/rest/response-json.ts'
import { operations } from '../../api/operations/index.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import { contextFor } from '../support/api/context.ts'
import { material, style, supplier } from '../support/graph/entities.ts'
import { claimCodes, connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { factoryIdOf, fillConnected } from '../support/materials/connected.ts'
import { connectedRecord, dataset, exception, position, sourceSummary } from '../support/materials/connected-rows.ts'

const graph = connectTestGraph()
const [ours, theirs] = [freshOrganization(), freshOrganization()]
const own = contextFor(graph, ours, ['graph:read', 'bom:read', 'materials:read', 'exports:create', 'ingest:read'])
const foreign = contextFor(graph, theirs, ['graph:read', 'bom:read', 'materials:read', 'exports:create', 'ingest:read'])

/** Entities and links; each organization gets the same codes, labels, and record IDs. */
function sameContents(organization: string) {
  const entities: Entity[] = [
    ...Array.from({ length: 8 }, (_, at) => material(organization, `M-${at}`, 'Poplin 120')),
    ...Array.from({ length: 4 }, (_, at) => style(organization, `S-${at}`, 'Poplin shirt')),
    supplier(organization, 'V-1', 'Poplin Mills'),
  ]
  const mill = entities.at(-1) as Entity
  const supply = { mpn: 'QO-1', isNominated: null, price: null, moq: null, leadTimeDays: null, approvalState: null }
  const links = entities
    .filter(({ type }) => type === 'material')
    .map((from) => ({ id: randomUUID(), type: 'SUPPLIED_BY' as const, from, to: mill, properties: supply }))
  return { entities, links }
}

/** Connected records, positions, and exceptions; each organization gets the same codes. */
function sameConnected(organization: string, { entities }: ReturnType<typeof sameContents>) {
  const [first] = entities
  const material = { id: first?.id ?? null, code: 'M-0', label: 'Poplin 120' }
  const factory = { id: factoryIdOf(organization, 'F-0'), code: 'F-0', label: 'Maia' }
  const sources = [material, factory].map(({ id, code, label }, at) => {
    const kind = at === 0 ? ('material' as const) : ('factory' as const)
    const record = connectedRecord({ kind, id: id ?? '', label }, ['erp'])
    return { kind, connectedId: id, codes: [code], summary: sourceSummary('erp', code), record }
  })
  // Unassigned codes; ONLY-THEIRS occurs only in the other organization.
  const code = organization === theirs ? 'ONLY-THEIRS' : 'UNOWNED'
  const unowned = { id: null, code, label: null }
  const letter = {
    system: 'pim',
    instance: `${organization}-letter`,
    recordType: 'item',
    recordId: 'M-0',
    reason: 'invalid_data',
  }
  return {
    sources,
    records: sources.map(({ record }) => record),
    positions: [
      position(organization, 'erp', { material, factory }),
      position(organization, 'wms', { material, factory }),
      position(organization, 'erp', { material: unowned, factory: unowned }),
    ],
    exceptions: [
      exception(organization, 'a', { material, factory }),
      exception(organization, 'b', { material, factory }),
      exception(organization, 'c', { material: unowned, factory: unowned }),
    ],
    letters: [{ ...letter, detail: code, at: '2027-03-14T02:10:00.000Z', partition: 0, offset: 1 }],
    datasets: [dataset('erp.material_stock'), dataset('wms.material_stock')],
    rows: { 'erp.material_stock': 1 },
  }
}

const [mine, other] = [sameContents(ours), sameContents(theirs)]
const [mineConnected, otherConnected] = [sameConnected(ours, mine), sameConnected(theirs, other)]
const foreignIds = [
  ...[...other.entities, ...other.links].map(({ id }) => id as string),
  ...otherConnected.records.map(({ id }) => id),
  ...otherConnected.positions.map(({ positionId }) => positionId),
  ...otherConnected.exceptions.map(({ exceptionId }) => exceptionId),
  `${theirs}-letter`,
]

/** The whole response of an operation to a caller of our organization, or its error. */
async function answerOf(operation: Operation, input: unknown): Promise<string> {
  try {
    return responseJson(await perform(operation, input, own)).toString()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return JSON.stringify([error.code, error.message, error.errors, error.headers])
  }
}

/** The first cursors of each list of the other organization. */
async function foreignCursors(): Promise<string[]> {
  const { id: material } = other.entities[0] ?? {}
  const inputs = [
    {},
    { type: 'material' },
    { q: 'poplin' },
    { code: 'QO-1' },
    { fibre: 'cotton' },
    { entityId: other.entities.at(-1)?.id },
    { material },
  ]
  const cursors: string[] = []
  for (const operation of operations) {
    for (const input of inputs) {
      const page = await perform(operation, { ...input, limit: 1 }, foreign).catch(() => null)
      if (page?.next) cursors.push(page.next)
    }
  }
  return cursors
}

const ids = fc.constantFrom(...[...mine.entities, ...other.entities].map(({ id }) => id))
const refs = fc.oneof(
  fc.constantFrom('M-0', 'F-0', 'erp:main:M-0', 'plm:main:M-0', 'FORMER', 'UNOWNED', 'ONLY-THEIRS'),
  fc.constantFrom(...[...mineConnected.records, ...otherConnected.records].map(({ id }) => id)),
)
const values: Record<string, fc.Arbitrary<unknown>> = {
  entityId: ids,
  limit: fc.integer({ min: 1, max: 1000 }),
  type: fc.constantFrom('style', 'material', 'supplier'),
  q: fc.constantFrom('poplin', 'mills', 'M', `${theirs} poplin`, `tenantKey:${theirs}`),
  updatedSince: fc.constantFrom('2027-01-01T00:00:00.000Z', '2027-03-14T02:10:00.000Z'),
  code: fc.constantFrom('M-0', 'm0', 'V-1', 'QO-1', 'qo1', 'M-0 Poplin 120', 'FORMER', `k${theirs}`),
  materialType: fc.constantFrom('fabric', 'fabrik'),
  countryCode: fc.constantFrom('PT', 'IT', 'XY'),
  certification: fc.constantFrom('GOTS', 'none'),
  fibre: fc.constantFrom('cotton', 'cottn'),
  season: fc.constantFrom('SS27', 'SS28'),
  count: fc.boolean(),
  to: fc.constantFrom('material', 'supplier'),
  toCountryCode: fc.constantFrom('PT', 'IT', 'XY'),
  toLifecycleState: fc.constantFrom('development', 'prospect'),
  distinct: fc.boolean(),
  direction: fc.constantFrom('outgoing', 'incoming'),
  relationshipType: fc.constantFrom(['SUPPLIED_BY'], ['SUPPLIED_BY', 'MADE_FROM']),
  depth: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom('material', 'factory'),
  ref: refs,
  material: refs,
  factory: refs,
  system: fc.constantFrom('erp', 'wms', 'pim'),
  recordId: fc.constantFrom('M-0', '100-1'),
  pairs: fc.array(fc.record({ material: refs, factory: refs }), { minLength: 1, maxLength: 2 }),
  systems: fc.constant(['erp', 'wms']),
  topic: fc.constantFrom('tenantdata.records.v1', 'none'),
  partition: fc.constantFrom(0, 1),
  offset: fc.constantFrom(0, 1),
}

/** Each value is present in half of the inputs, so that lists are also read with few filters or none. */
const anything = fc.record(
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fc.option(value, { nil: undefined, freq: 2 })]),
  ),
)

describe('isolation of two organizations with the same codes', () => {
  before(async () => {
    await fill(graph, ours, mine)
    await fill(graph, theirs, other)
    for (const [organization, [first, second]] of [
      [ours, mine.entities],
      [theirs, other.entities],
    ] as const) {
      const former = { system: 'plm', instance: 'main', kind: 'material_number', value: 'FORMER' }
      const owner = organization === ours ? first : second
      await claimCodes(graph, organization, [{ id: owner?.id ?? '', externalReferences: [former] }], true)
    }
    await fillConnected(graph, ours, mineConnected)
    await fillConnected(graph, theirs, otherConnected)
  })
  after(() => graph.close())

  it('returns no ID of the other organization from any operation for any input', async () => {
    let answers = 0
    await fc.assert(
      fc.asyncProperty(anything, async (drawn) => {
        const texts = operations.map((operation) => {
          const known = Object.entries(drawn).filter(
            ([name, value]) => value !== undefined && name in operation.input.shape,
          )
          return answerOf(operation, Object.fromEntries(known))
        })
        for (const text of await Promise.all(texts)) {
          if (text.startsWith('{"data":[{')) answers += 1
          for (const id of foreignIds) expect(text).not.to.include(id)
          // A response of a failed query would pass without proving anything.
          expect(text).not.to.match(/^\["internal_error"/)
        }
      }),
      { numRuns: 40 },
    )
    expect(answers, 'answers with rows').to.be.above(60)
  })

  it('rejects each cursor of the other organization in each operation', async () => {
    const cursors = await foreignCursors()
    expect(cursors.length).to.be.at.least(8)
    for (const cursor of cursors) {
      for (const operation of operations) {
        if (!('cursor' in operation.input.shape)) continue
        for (const entityId of [mine.entities.at(-1)?.id, other.entities.at(-1)?.id]) {
          const required = { entityId, material: mine.entities[0]?.id, matchKey: 'none' }
          const invalid = (await answerOf(operation, {})).matchAll(/"name":"(\w+)"/g)
          const missing = [...invalid].map(([, name]) => name)
          const named = Object.entries(required).filter(([name]) => missing.includes(name))
          expect(await answerOf(operation, { ...Object.fromEntries(named), cursor })).to.match(/^\["invalid_cursor"/)
        }
      }
    }
  })

  it('rejects parameters that name an organization', async () => {
    for (const operation of operations) {
      const { input } = operation.examples
      for (const name of ['organization', 'organizationId', 'tenant', 'tenantKey', 'tenantid', 'org']) {
        const answer = await answerOf(operation, { ...input, [name]: theirs })
        expect(answer)
          .to.match(/^\["invalid_request"/)
          .and.to.include(`"name":"${name}"`)
      }
    }
  })

  it('follows no link or label of another organization, even if a faulty writer stored one', async () => {
    const [from] = mine.entities
    const [to] = other.entities
    const crossing = `MATCH (a:Entity {tenantKey: $ours, id: $from}), (b:Entity {tenantKey: $theirs, id: $to})
      CREATE (a)-[:LINK {tenantKey: $ours, id: $id, fromId: a.id, toId: b.id, sortKey: 'MADE_FROM/' + $id, doc: '{}'}]->(b)`
    await graph.execute(crossing, { ours, theirs, from: from?.id, to: to?.id, id: randomUUID() })
    const relationships = operations.find(({ operationId }) => operationId === 'listEntityRelationships') as Operation
    const before = JSON.parse(await answerOf(relationships, { entityId: from?.id }))
    expect(before.data.length).to.equal(1)
    const mislabelled = material(ours, 'MISLABELLED')
    const link = (from: Entity, to: Entity) => ({
      type: 'MADE_FROM' as const,
      from,
      to,
      properties: { sharePercent: null },
    })
    const links = [link(mislabelled, mislabelled)]
    await fill(graph, ours, { entities: [mislabelled], links })
    const relabel = `MATCH (e:Entity {tenantKey: $ours, id: $id}) REMOVE e:Tenant_${ours} SET e:Tenant_${theirs}`
    await graph.execute(relabel, { ours, id: mislabelled.id })
    for (const operation of operations) {
      const updatedSince = '2027-01-01T00:00:00.000Z'
      const { lifecycleState } = mislabelled
      for (const input of [
        { entityId: mislabelled.id },
        {},
        { q: 'mislabelled' },
        { type: 'material' },
        { lifecycleState },
        { updatedSince },
        { updatedSince, q: 'mislabelled' },
        { code: 'MISLABELLED' },
        { fibre: 'cotton', countryCode: 'PT' },
        { q: 'mislabeled' },
      ]) {
        expect(await answerOf(operation, input)).not.to.include(mislabelled.id)
      }
    }
    await graph.execute('MATCH (e:Entity {tenantKey: $ours, id: $id}) DETACH DELETE e', { ours, id: mislabelled.id })
    await graph.execute("MATCH (:Entity {tenantKey: $ours})-[l:LINK {doc: '{}'}]->() DELETE l", { ours })
  })
})
