import { expect } from 'chai'
import fc from 'fast-check'
import { listBomYieldChanges } from '../../api/operations/bom/list-bom-yield-changes.ts'
import { perform } from '../../api/perform.ts'
import { type BomYieldChange, comparedFields } from '../../schemas/bom.ts'
import { type Published, published, writeHistory } from '../support/bom-graph.ts'
import { expectedChanges, oracleRows } from '../support/bom-oracle.ts'
import { randomBoms } from '../support/bom-random.ts'
import { call, codeOf, walk } from '../support/call.ts'
import { contextFor } from '../support/context.ts'
import { connectTestGraph, freshOrganization } from '../support/graph.ts'

const graph = connectTestGraph()
const limitMixes = [[1], [7], [100], [1000], [3, 1000, 1, 50]]

type Filters = Partial<Record<'sku' | 'style' | 'mpn' | 'supplier' | 'changeType', string | undefined>> & {
  includeUnchanged?: boolean | undefined
}

/** The rows that filters let through, one rule after the other. */
function filtered(changes: BomYieldChange[], filters: Filters): BomYieldChange[] {
  const { sku, style, mpn, supplier, changeType, includeUnchanged = changeType === 'unchanged' } = filters
  return changes.filter((change) => {
    const sides = [change.before, change.after].filter((side) => side !== null)
    if (changeType && change.changeType !== changeType) return false
    if (change.changeType === 'unchanged' && !includeUnchanged) return false
    if (sku && !sides.some((side) => side.sku === sku)) return false
    if (style && !sides.some((side) => side.style === style)) return false
    if (mpn && !sides.some((side) => side.mpn === mpn)) return false
    return !supplier || sides.some((side) => side.supplier === supplier || side.supplierCode === supplier)
  })
}

/** Filters by up to two values of a row that is drawn, and by type. */
const anyFilters = fc.record({
  pick: fc.nat(),
  names: fc.subarray(['sku', 'style', 'mpn', 'supplier'] as const, { maxLength: 2 }),
  changeType: fc.option(fc.constantFrom('added', 'removed', 'changed', 'unchanged'), { nil: undefined, freq: 2 }),
  includeUnchanged: fc.option(fc.boolean(), { nil: undefined }),
})
type Drawn = typeof anyFilters extends fc.Arbitrary<infer T> ? T : never

function filtersFrom(changes: BomYieldChange[], { pick, names, changeType, includeUnchanged }: Drawn): Filters {
  const change = changes[pick % changes.length]
  const row = (pick % 2 ? change?.before : change?.after) ?? change?.after ?? change?.before
  const supplier = pick % 3 ? row?.supplier : row?.supplierCode
  const values = names.map((name) => [name, (name === 'supplier' ? supplier : row?.[name]) ?? 'nothing'])
  const isRefused = changeType === 'unchanged' && includeUnchanged === false
  return { ...Object.fromEntries(values), changeType, ...(isRefused ? {} : { includeUnchanged }) }
}

describe('listBomYieldChanges', () => {
  const organization = freshOrganization()
  const context = contextFor(graph, organization)
  const history = randomBoms(2027, { styles: 30, publications: 7, edits: 20 }).map((bom, at) => published(bom, at + 1))
  const at = (seq: number) => history[seq - 1] as Published
  const between = (from: number, to: number) => ({
    fromSnapshotId: at(from).snapshotId,
    toSnapshotId: at(to).snapshotId,
  })
  const expected = (from: number, to: number) => expectedChanges(organization, at(from).bom, at(to).bom)

  before(() => writeHistory(graph, organization, history))
  after(() => graph.close())

  it('equals a brute-force comparison for all pairs, with and without unchanged rows', async () => {
    for (let from = 1; from <= history.length; from++) {
      for (let to = from; to <= history.length; to++) {
        for (const includeUnchanged of [false, true]) {
          const input = { ...between(from, to), includeUnchanged }
          const changes = await walk(listBomYieldChanges, input, context, [1000])
          expect(changes, `${from} to ${to}`).to.deep.equal(filtered(expected(from, to), { includeUnchanged }))
        }
      }
    }
  })

  it('equals it under all filters, whatever the limits are', async () => {
    let rows = 0
    const pair = fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }))
    await fc.assert(
      fc.asyncProperty(pair, anyFilters, fc.constantFrom(...limitMixes), async (ends, drawn, limits) => {
        const [from, to] = ends.sort((a, b) => a - b) as [number, number]
        const filters = filtersFrom(expected(from, to), drawn)
        const changes = await walk(listBomYieldChanges, { ...between(from, to), ...filters }, context, limits)
        expect(changes).to.deep.equal(filtered(expected(from, to), filters))
        rows += changes.length
      }),
      { numRuns: 50 },
    )
    expect(rows, 'rows that were compared').to.be.above(200)
  })

  it('sees every kind of change in this history', () => {
    const seqs = history.map((_, index) => index + 1)
    const all = seqs.flatMap((from) => seqs.slice(from).flatMap((to) => expected(from, to)))
    expect(new Set(all.map(({ changeType }) => changeType)).size).to.equal(4)
    expect(new Set(all.map(({ yieldDirection }) => yieldDirection)).size).to.equal(5)
    expect(new Set(all.flatMap(({ changedFields }) => changedFields))).to.deep.equal(new Set(comparedFields))
    const entered = all.filter((change) => change.changedFields.join() === 'uom' && change.yieldDirection === 'equal')
    expect(entered.length, 'numbers that were entered again').to.be.above(0)
  })

  it('conserves rows: those of each side are told, each once', async () => {
    for (const [from, to] of [
      [1, 2],
      [1, 7],
      [4, 4],
    ] as const) {
      const changes = await walk(listBomYieldChanges, { ...between(from, to), includeUnchanged: true }, context, [1000])
      const count = (...types: string[]) => changes.filter(({ changeType }) => types.includes(changeType)).length
      expect(count('removed', 'changed', 'unchanged')).to.equal(oracleRows(organization, at(from).bom).length)
      expect(count('added', 'changed', 'unchanged')).to.equal(oracleRows(organization, at(to).bom).length)
    }
  })

  it('agrees with the two steps between: what is not changed in both is not changed in all', async () => {
    const typesOf = async (from: number, to: number) => {
      const input = { ...between(from, to), includeUnchanged: true }
      const changes = await walk(listBomYieldChanges, input, context, [1000])
      return new Map(
        changes.map((change) => [`${(change.after ?? change.before)?.styleId} ${change.matchKey}`, change]),
      )
    }
    const [first, second, whole] = [await typesOf(2, 4), await typesOf(4, 6), await typesOf(2, 6)]
    for (const [key, change] of whole) {
      expect(change.before, key).to.deep.equal(first.get(key)?.before ?? null)
      expect(change.after, key).to.deep.equal(second.get(key)?.after ?? null)
      const steps = [first.get(key)?.changeType, second.get(key)?.changeType]
      if (change.changeType === 'changed') expect(steps).to.not.deep.equal(['unchanged', 'unchanged'])
    }
  })

  it('exchanges added and removed, before and after, when the contents are exchanged', async () => {
    const [ours, theirs] = [freshOrganization(), freshOrganization()]
    const [a, b] = [at(1).bom, at(5).bom]
    const run = async (key: string, boms: [typeof a, typeof b]) => {
      await writeHistory(graph, key, [published(boms[0], 1), published(boms[1], 2)])
      return walk(listBomYieldChanges, { includeUnchanged: true }, contextFor(graph, key), [1000])
    }
    const [there, back] = [await run(ours, [a, b]), await run(theirs, [b, a])]
    // Ids hold the organization, so rows are told apart by what the source knows.
    const keyOf = ({ before, after }: BomYieldChange) => {
      const row = before ?? after
      return [row?.style, row?.bomLineRef, row?.lineNumber, row?.netYield, row?.mpn, row?.placement].join('|')
    }
    const told = (changes: BomYieldChange[], flip: boolean) =>
      changes
        .map(({ before, after, ...change }) => {
          const [from, to] = flip ? [after, before] : [before, after]
          const flipped = { added: 'removed', removed: 'added', changed: 'changed', unchanged: 'unchanged' } as const
          const type = flip ? flipped[change.changeType] : change.changeType
          return `${type} ${change.changedFields} ${from && keyOf({ ...change, before: from, after: null })} ${to && keyOf({ ...change, before: to, after: null })}`
        })
        .sort()
    expect(told(back, true)).to.deep.equal(told(there, false))
  })

  it('gives equal bytes for equal requests, and cursors for these filters alone', async () => {
    const input = { ...between(1, 7), limit: 5 }
    const [first, again] = [
      await perform(listBomYieldChanges, input, context),
      await perform(listBomYieldChanges, { ...input, includeUnchanged: false }, context),
    ]
    expect(again.json.equals(first.json)).to.equal(true)
    const cursor = first.next
    for (const other of [{ sku: 'QM-1-S' }, { includeUnchanged: true }, { toSnapshotId: at(6).snapshotId }]) {
      expect(await codeOf(listBomYieldChanges, { ...input, ...other, cursor }, context)).to.equal('invalid_cursor')
    }
    expect(await codeOf(listBomYieldChanges, { ...input, limit: 9, cursor }, context)).to.equal(null)
  })

  it('compares the latest snapshot with the one before it by default, and stays with both', async () => {
    const own = freshOrganization()
    const three = history.slice(0, 3)
    await writeHistory(graph, own, three)
    const page = await call(listBomYieldChanges, { limit: 2 }, contextFor(graph, own))
    const identity = ({ snapshotId, completedAt }: Published) => ({ snapshotId, completedAt })
    expect(page.meta).to.deep.equal({ fromSnapshot: identity(at(2)), toSnapshot: identity(at(3)) })
    expect(page.data).to.deep.equal(filtered(expectedChanges(own, at(2).bom, at(3).bom), {}).slice(0, 2))
  })
})
