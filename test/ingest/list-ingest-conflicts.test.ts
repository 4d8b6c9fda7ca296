import { expect } from 'chai'
import { listIngestConflicts } from '../../api/operations/ingest/list-ingest-conflicts.ts'
import { type ConflictingCode, readConflictingCodes, startOfCodes } from '../../cypher/ingest/conflicting-codes.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import type { IngestConflict } from '../../schemas/ingest/conflicts.ts'
import { call, codeOf } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { material, style } from '../support/graph/entities.ts'
import { claimCodes, connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'

const ENTITIES = 60
const MANY = 25

describe('listIngestConflicts', () => {
  const graph = connectTestGraph()
  const [ours, theirs] = [freshOrganization(), freshOrganization()]
  const entities = Array.from({ length: ENTITIES }, (_, at) => (at % 2 ? material : style)(ours, `R-${at}`))
  type Code = Pick<IngestConflict, 'system' | 'instance' | 'kind' | 'value'>
  /** Which entity has which code. The expected list is computed from this. */
  const claims: { code: Code; entity: Entity }[] = []

  before(async () => {
    const foreign = material(theirs, 'R-1')
    await fill(graph, ours, { entities })
    await fill(graph, theirs, { entities: [foreign] })
    const codes: Code[] = ['article', 'ean', 'style_number'].flatMap((kind) =>
      ['erp', 'pim'].flatMap((system) =>
        ['main', 'second'].flatMap((instance) =>
          ['A-1', 'A-2', 'Ä-3', '"4"'].map((value) => ({ kind, system, instance, value })),
        ),
      ),
    )
    for (const [at, code] of codes.entries())
      for (const [index, entity] of entities.entries())
        if ((index * 7 + at * 5) % (19 + at) === 0) claims.push({ code, entity })
    const popular = { system: 'erp', instance: 'main', kind: 'popular', value: 'x' }
    claims.push(...entities.slice(0, MANY).map((entity) => ({ code: popular, entity })))
    for (const { code, entity } of claims)
      await claimCodes(graph, ours, [{ id: entity.id, externalReferences: [code] }])
    // One entity of another organization has this code, and one has it as a previous code: neither is a conflict.
    const shared = { system: 'erp', instance: 'main', kind: 'article', value: 'A-9' }
    await claimCodes(graph, theirs, [{ id: foreign.id, externalReferences: [shared] }])
    const [one, two] = entities
    if (!one || !two) throw new Error('there are entities')
    await claimCodes(graph, ours, [{ id: one.id, externalReferences: [shared] }])
    await claimCodes(graph, ours, [{ id: two.id, externalReferences: [shared] }], true)
  })
  after(() => graph.close())

  const context = (organization: string) => contextFor(graph, organization, ['ingest:read'])

  /** Reads all pages. A page of this list can have fewer rows than its limit. */
  async function read(filters: object, limits: readonly number[]): Promise<IngestConflict[]> {
    const rows: IngestConflict[] = []
    for (let cursor: string | null | undefined, at = 0; cursor !== null; at += 1) {
      const limit = limits[at % limits.length]
      const page = await call(listIngestConflicts, { ...filters, limit, ...(cursor ? { cursor } : {}) }, context(ours))
      expect(page.data.length).to.be.at.most(limit ?? 0)
      rows.push(...page.data)
      cursor = page.links.next
    }
    return rows
  }

  function ledger(): IngestConflict[] {
    const keyOf = ({ kind, value, system, instance }: Code) => JSON.stringify([kind, value, system, instance])
    const groups = [...Map.groupBy(claims, ({ code }) => keyOf(code)).values()]
    const rows = groups.flatMap((own): IngestConflict[] => {
      const claimants = own.map(({ entity: { id, type, label } }) => ({ id, type, label }))
      const sorted = claimants.sort((a, b) => (a.id < b.id ? -1 : 1))
      const [first] = own
      return first && own.length > 1 ? [{ ...first.code, entityCount: own.length, entities: sorted.slice(0, 20) }] : []
    })
    const order = ({ kind, value, system, instance }: Code) => Buffer.from([kind, value, system, instance].join('\0'))
    return rows.sort((a, b) => order(a).compare(order(b)))
  }

  it('returns the codes that several entities have, ordered by code, for any limit', async () => {
    const expected = ledger()
    expect(expected.length).to.be.above(15)
    expect(expected.find(({ kind }) => kind === 'popular')).to.deep.include({ entityCount: MANY })
    for (const limits of [[1000], [1], [7, 2]]) expect(await read({}, limits)).to.deep.equal(expected)
    expect(await call(listIngestConflicts, {}, context(theirs))).to.deep.equal({
      data: [],
      links: { next: null },
      meta: {},
    })
  })

  it('filters by kind and system', async () => {
    for (const kind of [undefined, 'ean', 'popular', 'none'])
      for (const system of [undefined, 'erp', 'pim']) {
        const expected = ledger().filter(
          (row) => row.kind === (kind ?? row.kind) && row.system === (system ?? row.system),
        )
        expect(await read({ kind, system }, [3]), `${kind} ${system}`).to.deep.equal(expected)
      }
  })

  it('finds all conflicts in steps, each of which reads only some of the codes', async () => {
    const expected = ledger().map(({ entities: _, ...code }) => code)
    // The smallest step reads fewer claims than one code has.
    for (const looked of [1, 7, 30, 60]) {
      const found: ConflictingCode[] = []
      let steps = 0
      for (let at = await startOfCodes(context(ours)); at !== null; steps += 1) {
        const step = await readConflictingCodes(context(ours), at, undefined, looked)
        found.push(...step.codes)
        at = step.next
      }
      expect(
        found.map(({ ids, ...code }) => ({ ...code, entityCount: ids.length })),
        `${looked}`,
      ).to.deep.equal(expected)
      expect(steps, `${looked}`).to.be.above(3)
    }
  })

  it('requires its scope, and a cursor of the same organization and filters', async () => {
    expect(await codeOf(listIngestConflicts, {}, contextFor(graph, ours))).to.equal('insufficient_scope')
    const { links } = await call(listIngestConflicts, { limit: 1 }, context(ours))
    const { next: cursor } = links
    expect(await codeOf(listIngestConflicts, { cursor }, context(theirs))).to.equal('invalid_cursor')
    expect(await codeOf(listIngestConflicts, { cursor, kind: 'ean' }, context(ours))).to.equal('invalid_cursor')
    expect(await codeOf(listIngestConflicts, { value: 'x' }, context(ours))).to.equal('invalid_request')
  })
})
