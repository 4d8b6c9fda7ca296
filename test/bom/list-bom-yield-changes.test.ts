import { expect } from 'chai'
import fc from 'fast-check'
import { perform } from '../../api/core/perform.ts'
import { responseJson } from '../../api/http/rest/response-json.ts'
import { listBomYieldChanges } from '../../api/operations/bom/list-bom-yield-changes.ts'
import { type BomYieldChange, type BomYieldRow, comparedFields } from '../../schemas/bom/yields.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { type Published, published, writeHistory } from '../support/bom/bom-graph.ts'
import type { TestBom } from '../support/bom/bom-model.ts'
import { expectedChanges, oracleRows } from '../support/bom/bom-oracle.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const limitMixes = [[1], [7], [100], [1000], [3, 1000, 1, 50]]

type Filters = Partial<Record<'sku' | 'style' | 'mpn' | 'supplier' | 'material' | 'changeType', string | undefined>> & {
  includeUnchanged?: boolean | undefined
}

/** The changes that pass all filters. */
function filtered(changes: BomYieldChange[], filters: Filters): BomYieldChange[] {
  const { sku, style, mpn, supplier, material, changeType, includeUnchanged = changeType === 'unchanged' } = filters
  return changes.filter((change) => {
    const sides = [change.before, change.after].filter((side) => side !== null)
    if (changeType && change.changeType !== changeType) return false
    if (change.changeType === 'unchanged' && !includeUnchanged) return false
    if (sku && !sides.some((side) => side.sku === sku)) return false
    if (style && !sides.some((side) => side.style === style)) return false
    if (mpn && !sides.some((side) => side.mpn === mpn)) return false
    if (material && !sides.some((side) => [side.material, side.materialId].includes(material))) return false
    return !supplier || sides.some((side) => side.supplier === supplier || side.supplierCode === supplier)
  })
}

/** Random filters: up to two values of a random row, and a type of change. */
const anyFilters = fc.record({
  pick: fc.nat(),
  names: fc.subarray(['sku', 'style', 'mpn', 'supplier', 'material'] as const, { maxLength: 2 }),
  changeType: fc.option(fc.constantFrom('added', 'removed', 'changed', 'unchanged'), { nil: undefined, freq: 2 }),
  includeUnchanged: fc.option(fc.boolean(), { nil: undefined }),
})
type Drawn = typeof anyFilters extends fc.Arbitrary<infer T> ? T : never

function filtersFrom(changes: BomYieldChange[], { pick, names, changeType, includeUnchanged }: Drawn): Filters {
  const change = changes[pick % changes.length]
  const row = (pick % 2 ? change?.before : change?.after) ?? change?.after ?? change?.before
  const supplier = pick % 3 ? row?.supplier : row?.supplierCode
  const material = pick % 5 ? row?.material : row?.materialId
  const own = { ...row, supplier, material }
  const values = names.map((name) => [name, own[name] ?? 'nothing'])
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

  it('equals a brute-force comparison with all filters and for any page size', async () => {
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

  it('is tested on a history with every kind of change', () => {
    const seqs = history.map((_, index) => index + 1)
    const all = seqs.flatMap((from) => seqs.slice(from).flatMap((to) => expected(from, to)))
    expect(new Set(all.map(({ changeType }) => changeType)).size).to.equal(4)
    expect(new Set(all.map(({ yieldDirection }) => yieldDirection)).size).to.equal(5)
    expect(new Set(all.flatMap(({ changedFields }) => changedFields))).to.deep.equal(new Set(comparedFields))
    const entered = all.filter((change) => change.changedFields.join() === 'uom' && change.yieldDirection === 'equal')
    expect(entered.length, 'numbers that were entered again').to.be.above(0)
  })

  it('lists each row of both snapshots exactly once', async () => {
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

  it('agrees with the comparisons of both snapshots with one in between', async () => {
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

  it('exchanges added and removed, and before and after, if the snapshots are exchanged', async () => {
    const [ours, theirs] = [freshOrganization(), freshOrganization()]
    const [a, b] = [at(1).bom, at(5).bom]
    const run = async (key: string, boms: [typeof a, typeof b]) => {
      await writeHistory(graph, key, [published(boms[0], 1), published(boms[1], 2)])
      return walk(listBomYieldChanges, { includeUnchanged: true }, contextFor(graph, key), [1000])
    }
    const [there, back] = [await run(ours, [a, b]), await run(theirs, [b, a])]
    // IDs depend on the organization, so rows of the two are matched by the values that the source sent.
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

  it('returns the same bytes for equal requests, and cursors that are valid for the same filters only', async () => {
    const input = { ...between(1, 7), limit: 5 }
    const [first, again] = [
      await perform(listBomYieldChanges, input, context),
      await perform(listBomYieldChanges, { ...input, includeUnchanged: false }, context),
    ]
    expect(responseJson(again).equals(responseJson(first))).to.equal(true)
    const cursor = first.next
    for (const other of [{ sku: 'QM-1-S' }, { includeUnchanged: true }, { toSnapshotId: at(6).snapshotId }]) {
      expect(await codeOf(listBomYieldChanges, { ...input, ...other, cursor }, context)).to.equal('invalid_cursor')
    }
    expect(await codeOf(listBomYieldChanges, { ...input, limit: 9, cursor }, context)).to.equal(null)
  })

  it('compares the latest snapshot with the previous one by default', async () => {
    const own = freshOrganization()
    const three = history.slice(0, 3)
    await writeHistory(graph, own, three)
    const page = await call(listBomYieldChanges, { limit: 2 }, contextFor(graph, own))
    const identity = ({ snapshotId, completedAt }: Published) => ({ snapshotId, completedAt })
    expect(page.meta).to.deep.equal({ fromSnapshot: identity(at(2)), toSnapshot: identity(at(3)), notices: [] })
    expect(page.data).to.deep.equal(filtered(expectedChanges(own, at(2).bom, at(3).bom), {}).slice(0, 2))
  })

  it('reports that both sides are the same snapshot, and values that neither snapshot contains', async () => {
    const noticesOf = async (from: number, to: number, filters: object) => {
      const { data, meta } = await call(listBomYieldChanges, { ...between(from, to), ...filters, limit: 1 }, context)
      return { rows: data.length, notices: meta.notices.map(({ code, name }) => (name ? `${code} ${name}` : code)) }
    }
    expect(await noticesOf(3, 3, {})).to.deep.equal({ rows: 0, notices: ['same_snapshot'] })
    expect(await noticesOf(3, 3, { includeUnchanged: true })).to.deep.equal({ rows: 1, notices: ['same_snapshot'] })
    const names = ['sku', 'style', 'mpn', 'supplier', 'material'] as const
    const nothing = Object.fromEntries(names.map((name) => [name, 'qm-0']))
    expect((await noticesOf(1, 2, nothing)).notices).to.deep.equal(names.map((name) => `no_such_value ${name}`))
    for (const [from, to] of [
      [1, 2],
      [2, 6],
      [5, 5],
    ] as const) {
      const sides = [...oracleRows(organization, at(from).bom), ...oracleRows(organization, at(to).bom)]
      const rows = sides.map(({ shown }) => shown)
      const inHistory = history.flatMap(({ bom }) => oracleRows(organization, bom).map(({ shown }) => shown))
      const valuesOf = (row: BomYieldRow): [string, string | null][] => [
        ...names.map((name): [string, string | null] => [name, row[name]]),
        ['supplier', row.supplierCode],
        ['material', row.materialId],
      ]
      const keyOf = (pair: readonly unknown[]) => pair.join(' ')
      const there = new Set(rows.flatMap((row) => valuesOf(row).map(keyOf)))
      const ever = new Map(inHistory.flatMap((row) => valuesOf(row).map((pair) => [keyOf(pair), pair] as const)))
      for (const [key, [name, value]] of ever) {
        if (value === null) continue
        // With changeType 'added' often no row matches, although a snapshot contains the value: that is no notice.
        const { notices } = await noticesOf(from, to, { [name]: value, changeType: 'added' })
        const expected = there.has(key) || hasNoRows(name, value, [at(from).bom, at(to).bom])
        expect(notices.includes(`no_such_value ${name}`), `${from} to ${to}: ${key}`).to.equal(!expected)
      }
    }
  })

  it('reads only styles that changed, however many styles have the value of the filter', async () => {
    const own = freshOrganization()
    const [style] = randomBoms(5, { styles: 2, publications: 1 })[0]?.slice(1) ?? []
    if (!style) throw new Error('There is no style')
    const lineOf = (mpn: string) => ({
      ...{ ref: 'L-1', lineNumber: 10, section: null, placement: null, supplier: { code: 'SUP-1', name: null }, mpn },
      ...{ material: { record: 'M-1', number: 'M-1', name: null, baseUom: 'MTR' as const }, uom: 'MTR' as const },
      ...{ basis: 'on_net' as const, perUnits: 1 as const, stage: 'bulk' as const, isPrimary: true },
      rows: style.skus.map(({ record }) => ({ sku: record, amount: '1.25', wastage: '5', color: null })),
    })
    const bomOf = (changed: number) =>
      Array.from({ length: 300 }, (_, at) => ({
        ...{ record: `S-${at}`, number: `S-${at}`, skus: style.skus },
        lines: [lineOf(at < changed ? 'new' : 'old')],
      }))
    const two = [published(bomOf(0), 1), published(bomOf(5), 2)]
    await writeHistory(graph, own, two)
    const lines: number[] = []
    const reader = contextFor(graph, own)
    const counting = {
      ...reader,
      async read(query: Parameters<typeof reader.read>[0], params: never) {
        const rows = await reader.read(query, params)
        if (query.name === 'bom/listStyleVersions') lines.push(rows.length)
        return rows
      },
    } as typeof reader
    for (const filter of [{ supplier: 'SUP-1' }, { material: 'M-1' }]) {
      const expected = expectedChanges(own, bomOf(0), bomOf(5)).filter(({ changeType }) => changeType !== 'unchanged')
      expect(await walk(listBomYieldChanges, filter, counting, [1000])).to.deep.equal(expected)
      expect(lines.splice(0), 'styles that were read').to.deep.equal([5])
    }
    expect(await walk(listBomYieldChanges, { mpn: 'new' }, counting, [1000])).to.have.length(5 * style.skus.length)
    expect(lines, 'styles that were read').to.deep.equal([5])
  })
})

/** Whether the value is the code of a style or SKU in a snapshot: these count as present even without a row. */
function hasNoRows(name: string, value: string, boms: readonly TestBom[]): boolean {
  const styles = boms.flat()
  if (name === 'style') return styles.some(({ number }) => number === value)
  return name === 'sku' && styles.some(({ skus }) => skus.some(({ code }) => code === value))
}
