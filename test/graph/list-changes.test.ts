import { expect } from 'chai'
import fc from 'fast-check'
import neo4j from 'neo4j-driver'
import { listChanges } from '../../api/operations/graph/list-changes.ts'
import { appendChanges, dropOldChanges, settleChanges } from '../../cypher/feed/write-feed.ts'
import type { Claim } from '../../projector/partitions/advance.ts'
import type { Change } from '../../schemas/graph/changes.ts'
import { storedChange } from '../../schemas/stored/change.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { expectedChanges } from '../support/changes/expected-changes.ts'
import { applyEvents, claim, cutsOf } from '../support/events/apply-log.ts'
import { someCuts, someLog } from '../support/events/random-events.ts'
import { decoded, type SourceEvent, supplierOf } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { updateNodes } from '../support/graph/stored-nodes.ts'

const graph = connectTestGraph()
const DAY_MS = 86_400_000

describe('listChanges', () => {
  let organization: string
  beforeEach(() => {
    organization = freshOrganization()
  })
  after(() => graph.close())

  const context = (owner = organization) => contextFor(graph, owner)
  const page = (input: object = {}) => call(listChanges, input, context())
  const all = (input: object = {}, limits = [100]) => walk(listChanges, { ...input }, context(), limits)
  const places = (changes: readonly Change[]) => changes.map(({ changeId }) => changeId)
  const apply = (own: Claim, events: readonly SourceEvent[], from: number) =>
    applyEvents(
      graph,
      own,
      events.map((event) => decoded(organization, event)),
      from,
      from + events.length,
    )

  it('lists what each event changed, whatever the batches, as a model of the whole log knows it', async () => {
    await fc.assert(
      fc.asyncProperty(someLog, someCuts, async (log, sizes) => {
        organization = freshOrganization()
        const own = await claim(graph)
        const cuts = cutsOf(log.length, sizes)
        for (const [at, from] of cuts.slice(0, -1).entries()) await apply(own, log.slice(from, cuts[at + 1]), from)
        const listed = (await all({}, [7, 1000])).map(({ changeId, appliedAt: _, ...change }) => ({
          offset: Math.floor(Number(changeId.split('-').at(-1)) / 16),
          ...change,
          id: change.type === 'HAS_SKU' ? `HAS_SKU ${change.toId}` : change.id,
        }))
        expect(listed.map(lineOf).sort()).to.deep.equal(expectedChanges(organization, log).map(lineOf).sort())
        expect(listed.map(({ offset }) => offset)).to.deep.equal(listed.map(({ offset }) => offset).toSorted(byNumber))
      }),
      { numRuns: 20 },
    )
  })

  describe('with several partitions', () => {
    let partitions: Claim[]
    let listed: Change[]
    const kinds = ['SUPPLIED_BY', 'supplier', 'material']

    beforeEach(async () => {
      partitions = await Promise.all([0, 1, 2].map(() => claim(graph)))
      for (let round = 0; round < 6; round += 1)
        for (const [at, own] of partitions.entries())
          await apply(own, [supplierOf(`${at}`, round + 1), supplierOf(`${at}-${round}`, 1)], 2 * round)
      listed = await all()
    })

    it('merges them in the order of application, whatever the size of pages', async () => {
      expect(listed).to.have.length(36)
      const times = listed.map(({ appliedAt }) => appliedAt)
      expect(times).to.deep.equal(times.toSorted())
      for (const limits of [[1], [5], [36], [3, 1000, 1]])
        expect(places(await all({}, limits))).to.deep.equal(places(listed))
    })

    it('continues after each page, also after the last one, without a gap', async () => {
      const first = await page({ limit: 30 })
      expect(first.links.next).to.equal(first.meta.resume)
      const last = await page({ cursor: first.meta.resume })
      expect(places([...first.data, ...last.data])).to.deep.equal(places(listed))
      expect(last.links.next).to.equal(null)
      expect((await page({ cursor: last.meta.resume })).data).to.deep.equal([])
      await apply(await claim(graph), [supplierOf('another partition', 1)], 0)
      if (partitions[1]) await apply(partitions[1], [supplierOf('late', 1)], 12)
      const more = await page({ cursor: last.meta.resume })
      expect(more.data.map(({ code }) => code)).to.deep.equal(['V-another partition', 'V-late'])
    })

    it('begins at the first change at or after a time', async () => {
      for (const since of [...new Set(listed.map(({ appliedAt }) => appliedAt)), '2020-01-01', '2999-01-01']) {
        const expected = listed.filter(({ appliedAt }) => appliedAt >= since)
        expect(places(await all({ since }, [5]))).to.deep.equal(places(expected))
      }
    })

    it('continues a list from a time without that time', async () => {
      const since = listed[10]?.appliedAt
      const { data, meta } = await page({ since, limit: 5 })
      const rest = await page({ cursor: meta.resume })
      expect(places([...data, ...rest.data])).to.deep.equal(
        places(listed.filter((one) => one.appliedAt >= String(since))),
      )
    })

    it('filters by kind, type, and entity', async () => {
      const { id = '' } = listed.find(({ revision }) => revision === 6) ?? {}
      const ofEntity = listed.filter((change) => change.id === id)
      expect(ofEntity).to.have.length(6)
      expect(places(await all({ entityId: id.toUpperCase() }, [4]))).to.deep.equal(places(ofEntity))
      expect(await all({ kind: 'relationship' })).to.deep.equal([])
      expect(places(await all({ kind: 'entity', type: 'supplier' }))).to.deep.equal(places(listed))
      for (const type of kinds)
        expect(places(await all({ type }))).to.deep.equal(places(listed.filter((one) => one.type === type)))
    })

    it('accepts a cursor with, without, and with another since', async () => {
      const { meta } = await page({ since: '2026-09-13', limit: 5 })
      for (const since of ['2026-09-13', '2999-01-01', undefined])
        expect(places((await page({ cursor: meta.resume, since })).data)).to.deep.equal(places(listed.slice(5)))
    })

    it('rejects the cursor of another filter or organization', async () => {
      const { meta } = await page({ type: 'supplier' })
      for (const other of [{}, { type: 'style' }, { kind: 'entity', type: 'supplier' }])
        expect(await codeOf(listChanges, { ...other, cursor: meta.resume }, context())).to.equal('invalid_cursor')
      const stranger = context(freshOrganization())
      expect(await codeOf(listChanges, { type: 'supplier', cursor: meta.resume }, stranger)).to.equal('invalid_cursor')
      expect((await call(listChanges, {}, stranger)).data).to.deep.equal([])
    })

    it('says that a cursor has expired once changes after it were deleted', async () => {
      const { meta: early } = await page({ limit: 35 })
      const { meta: end } = await page({})
      await graph.write((run) => run(dropOldChanges, organization, { before: Date.now() + DAY_MS, limit: 1000 }))
      expect(await codeOf(listChanges, { cursor: early.resume }, context())).to.equal('changes_expired')
      expect((await page({ cursor: end.resume })).data).to.deep.equal([])
      expect((await page({})).data).to.deep.equal([])
      if (partitions[0]) await apply(partitions[0], [supplierOf('after', 1)], 12)
      expect((await page({ cursor: end.resume })).data).to.have.length(1)
      expect((await page({})).data).to.have.length(1)
    })

    it('says that a cursor has expired once events were applied that no feed contains', async () => {
      const { meta } = await page({})
      const [own] = partitions
      if (!own) throw new Error('There is no partition')
      // A projector of version 1.1 moves the offset, and knows no feeds.
      await updateNodes(graph, 'Offset', { groupId: own.groupId }, { next: neo4j.int(13) })
      const again = await claim(graph, { groupId: own.groupId })
      expect(await codeOf(listChanges, { cursor: meta.resume }, context())).to.equal('changes_expired')
      await apply(again, [supplierOf('after', 1)], 13)
      const { data, meta: now } = await page({})
      expect(data.at(-1)?.code).to.equal('V-after')
      expect(await codeOf(listChanges, { cursor: meta.resume }, context())).to.equal('changes_expired')
      expect((await page({ cursor: now.resume })).data).to.deep.equal([])
    })

    it('lists nothing of a commit that may be visible only in part', async () => {
      const [own] = partitions
      const [change] = listed
      if (!own || !change) throw new Error('There is no change')
      const { meta } = await page({})
      const row = { position: 12 * 16, subjectId: change.id, type: 'supplier', doc: storedChange.write(change) }
      const { id: feed } = own.feed
      const appended = { feed, from: 0, fromAt: 0, next: row.position + 1, appliedAt: Date.now(), rows: [row] }
      await graph.write((run) => run(appendChanges, organization, appended))
      expect((await page({ cursor: meta.resume })).data).to.deep.equal([])
      await graph.write((run) => run(settleChanges, organization, { feed }))
      expect((await page({ cursor: meta.resume })).data).to.have.length(1)
    })
  })

  it('looks for changes of a type in parts, and loses none', async () => {
    const own = await claim(graph)
    const { id: feed, from, fromAt } = own.feed
    await apply(own, [supplierOf('1', 1)], 0)
    const [change] = await all()
    if (!change) throw new Error('There is no change')
    const rows = Array.from({ length: 4500 }, (_, at) => {
      const type = at === 4499 ? ('material' as const) : ('supplier' as const)
      const doc = storedChange.write({ ...change, type, changeId: String(at) })
      return { position: 16 * (at + 1), subjectId: change.id, type, doc }
    })
    const appended = { feed, from, fromAt, next: 16 * 5000, appliedAt: Date.now() + 1000, rows }
    await graph.write((run) => run(appendChanges, organization, appended))
    await graph.write((run) => run(settleChanges, organization, { feed }))
    const found: string[][] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data, links } = await page({ type: 'material', limit: 1, ...(cursor ? { cursor } : {}) })
      found.push(places(data))
      cursor = links.next
    }
    expect(found).to.deep.equal([[], [], ['4499']])
  })
})

const byNumber = (a: number, b: number) => a - b

function lineOf({ changedFields, ...change }: Record<string, unknown> & { changedFields: readonly string[] }): string {
  const entries = Object.entries({ ...change, changedFields: changedFields.toSorted() })
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
