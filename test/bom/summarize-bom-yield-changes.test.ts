import { expect } from 'chai'
import fc from 'fast-check'
import type { Context } from '../../api/core/context.ts'
import { ApiError } from '../../api/core/errors.ts'
import { listBomYieldChanges } from '../../api/operations/bom/list-bom-yield-changes.ts'
import { summarizeBomYieldChanges } from '../../api/operations/bom/summarize-bom-yield-changes.ts'
import { listStyleVersions } from '../../cypher/bom/read-snapshots.ts'
import { CauseKind } from '../../schemas/bom/change-causes.ts'
import type { PriceBasis } from '../../schemas/bom/material-requirements.ts'
import { SummarizeBomYieldChangesInput } from '../../schemas/bom/yield-change-summary.ts'
import type { BomYieldChange, BomYieldRow } from '../../schemas/bom/yields.ts'
import type { Scope } from '../../schemas/scopes.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { type Published, published, retire, writeHistory } from '../support/bom/bom-graph.ts'
import type { TestLine, TestStyle } from '../support/bom/bom-model.ts'
import { expectedChanges } from '../support/bom/bom-oracle.ts'
import { expectedCauses } from '../support/bom/change-causes-oracle.ts'
import { expectedEffects, type PricedComparison } from '../support/bom/cost-effect-oracle.ts'
import { writeOffers } from '../support/bom/offers.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import type { OrderWorld } from '../support/bom/requirements-oracle.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const organization = freshOrganization()
const names = ['sku', 'style', 'mpn', 'supplier', 'material'] as const
const changeTypes = ['added', 'removed', 'changed', 'unchanged'] as const
const directions = ['increased', 'decreased', 'equal', 'not_comparable'] as const

type Filters = Partial<Record<(typeof names)[number] | 'changeType', string | undefined>> & {
  includeUnchanged?: boolean | undefined
}
type Thing = { id: string; key: string; label: string } | null

/** The changes that pass all filters. */
function filtered(changes: BomYieldChange[], filters: Filters): BomYieldChange[] {
  const { changeType, includeUnchanged = changeType === 'unchanged' } = filters
  const has = (side: BomYieldRow, name: (typeof names)[number], value: string) =>
    side[name] === value || (name === 'supplier' ? side.supplierCode : name === 'material' && side.materialId) === value
  return changes.filter((change) => {
    if (
      changeType === undefined
        ? change.changeType === 'unchanged' && !includeUnchanged
        : change.changeType !== changeType
    )
      return false
    const sides = [change.before, change.after].filter((side) => side !== null)
    return names.every((name) => {
      const value = filters[name]
      return value === undefined || sides.some((side) => has(side, name, value))
    })
  })
}

const styleOf = ({ styleId: id, style }: BomYieldRow): Thing => ({ id, key: style, label: style })
const materialOf = ({ materialId: id, material: key, materialName: name }: BomYieldRow): Thing => {
  return { id, key, label: name === null ? key : `${key} ${name}` }
}
const supplierOf = ({ supplierId: id, supplierCode: key, supplier: name }: BomYieldRow): Thing => {
  return id === null || key === null ? null : { id, key, label: name === null ? key : `${name} (${key})` }
}

/** Groups changes by a thing that their rows name before or after, such as a supplier; its name is that of `after`. */
function things(changes: BomYieldChange[], thingOf: (row: BomYieldRow) => Thing) {
  const idsOf = ({ before, after }: BomYieldChange) =>
    new Set([before, after].flatMap((side) => (side && thingOf(side)?.id) ?? []))
  const called = (side: 'before' | 'after') =>
    changes.flatMap((change) => (change[side] && thingOf(change[side])) ?? [])
  const ids = new Set(changes.flatMap((change) => [...idsOf(change)]))
  return [...ids].map((id) => {
    const own = changes.filter((change) => idsOf(change).has(id))
    const named = [...called('after'), ...called('before')].find((thing) => thing.id === id)
    return {
      ...named,
      rows: own.length,
      increased: own.filter(({ yieldDirection }) => yieldDirection === 'increased').length,
      decreased: own.filter(({ yieldDirection }) => yieldDirection === 'decreased').length,
    }
  })
}

type Ranked = ReturnType<typeof things>[number]
const bytesOf = ({ key, id }: Ranked) => Buffer.from(`${key}\u0000${id}`)
const byRows = (a: Ranked, b: Ranked) => b.rows - a.rows || Buffer.compare(bytesOf(a), bytesOf(b))

/** The absolute percentage as an integer, in units of 1/10,000. */
function sizeOf({ delta }: BomYieldChange): bigint | null {
  const percent = delta?.grossPercent ?? null
  if (percent === null) return null
  const [whole = '', fraction = ''] = percent.replace('-', '').split('.')
  return BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0'))
}

function bySize(a: BomYieldChange, b: BomYieldChange): number {
  const [x, y] = [sizeOf(a), sizeOf(b)]
  if (x !== y) return x === null ? 1 : y === null ? -1 : x > y ? -1 : 1
  const key = ({ matchKey, after, before }: BomYieldChange) => `${matchKey} ${(after ?? before)?.styleId}`
  return key(a) < key(b) ? -1 : 1
}

/** For each style the change with the largest percentage. */
function largestOfStyles(changes: BomYieldChange[]): Map<string, BomYieldChange> {
  const inOrder = [...changes].sort(bySize)
  return new Map(inOrder.reverse().map((change) => [(change.after ?? change.before)?.styleId ?? '', change]))
}

type GroupBy = 'style' | 'cause' | undefined

/** The expected summary, computed by brute force. */
function summaryOf(changes: BomYieldChange[], top: number, priced: PricedComparison, groupBy?: GroupBy) {
  const count = (keeps: (change: BomYieldChange) => boolean) => changes.filter(keeps).length
  const [styles, materials, suppliers] = [styleOf, materialOf, supplierOf].map((thingOf) =>
    things(changes, thingOf),
  ) as [Ranked[], Ranked[], Ranked[]]
  const effects = expectedEffects(changes, priced)
  const largest = largestOfStyles(changes)
  const sizeOfStyle = ({ id }: Ranked) => largest.get(id ?? '') as BomYieldChange
  const byPercent = (a: Ranked, b: Ranked) => {
    const [x, y] = [sizeOf(sizeOfStyle(a)), sizeOf(sizeOfStyle(b))]
    if (x !== y) return x === null ? 1 : y === null ? -1 : x > y ? -1 : 1
    return Buffer.compare(bytesOf(a), bytesOf(b))
  }
  return {
    counts: {
      rows: changes.length,
      changeType: Object.fromEntries(changeTypes.map((type) => [type, count(({ changeType }) => changeType === type)])),
      yieldDirection: Object.fromEntries(
        directions.map((direction) => [direction, count(({ yieldDirection }) => yieldDirection === direction)]),
      ),
    },
    touched: {
      styles: styles.length,
      skus: new Set(changes.map(({ before, after }) => (after ?? before)?.skuId)).size,
      materials: materials.length,
      suppliers: suppliers.length,
    },
    byStyle: styles
      .sort(groupBy === 'style' ? byPercent : byRows)
      .slice(0, top)
      .map((one) => {
        const largestPercent = sizeOfStyle(one).delta?.grossPercent ?? null
        return { ...one, largestPercent, ...effects.ofStyle(one.id ?? '') }
      }),
    byMaterial: materials
      .sort(byRows)
      .slice(0, top)
      .map((one) => ({ ...one, ...effects.ofMaterial(one.id ?? '') })),
    bySupplier: suppliers.sort(byRows).slice(0, top),
    largest: (groupBy === 'style' ? [...largest.values()] : [...changes])
      .sort(bySize)
      .slice(0, top)
      .map((change) => ({ ...change, ...effects.ofRow(change) })),
    ...(groupBy === 'cause' ? expectedCauses(changes, organization, top, priced) : { byCause: [], causeCount: null }),
  }
}

describe('summarizeBomYieldChanges', () => {
  const context = contextFor(graph, organization)
  const history = randomBoms(2027, { styles: 30, publications: 7, edits: 20 }).map((bom, at) => published(bom, at + 1))
  const at = (seq: number) => history[seq - 1] as Published
  const identityOf = ({ snapshotId, completedAt }: Published) => ({ snapshotId, completedAt })
  const between = (from: number, to: number) => ({
    fromSnapshotId: at(from).snapshotId,
    toSnapshotId: at(to).snapshotId,
  })
  const expected = (from: number, to: number) => expectedChanges(organization, at(from).bom, at(to).bom)
  const summarize = async (input: object, reader: Context = context) =>
    (await call(summarizeBomYieldChanges, input, reader)).data
  let world: Omit<OrderWorld, 'bom'>
  const priced = (from: number, to: number, more: Partial<PricedComparison> = {}): PricedComparison => ({
    from: at(from).bom,
    to: at(to).bom,
    world,
    basis: 'nominated',
    ...more,
  })

  before(async () => {
    await writeHistory(graph, organization, history)
    const boms = history.map(({ bom }) => bom)
    world = await writeOffers(graph, organization, boms, 22)
  })
  after(() => graph.close())

  it('equals a brute-force summary for all pairs, whatever `top` is, with and without unchanged rows', async () => {
    for (let from = 1; from <= history.length; from++) {
      for (let to = from; to <= history.length; to++) {
        const includeUnchanged = (from + to) % 2 === 0
        const top = [1, 10, 100][(from * 7 + to) % 3] ?? 10
        const {
          from: earlier,
          to: later,
          ...summary
        } = await summarize({ ...between(from, to), includeUnchanged, top })
        const told = summaryOf(filtered(expected(from, to), { includeUnchanged }), top, priced(from, to))
        expect(summary, `${from} to ${to}, top ${top}`).to.deep.equal(told)
        expect([earlier, later]).to.deep.equal([identityOf(at(from)), identityOf(at(to))])
      }
    }
  })

  it('equals a brute-force summary with all filters', async () => {
    let rows = 0
    const drawn = fc.record({
      ends: fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 })),
      pick: fc.nat(),
      picked: fc.subarray([...names], { maxLength: 2 }),
      changeType: fc.option(fc.constantFrom(...changeTypes), { nil: undefined, freq: 2 }),
      includeUnchanged: fc.boolean(),
      top: fc.constantFrom(1, 3, 10, 100),
      priceBasis: fc.constantFrom('nominated', 'lowest', 'none'),
      groupBy: fc.constantFrom(undefined, 'style', 'cause'),
      scopes: fc.subarray<Scope>(['graph:read']),
    })
    await fc.assert(
      fc.asyncProperty(drawn, async ({ ends, pick, picked, changeType, includeUnchanged, top, ...drawn }) => {
        const [from, to] = ends.sort((a, b) => a - b) as [number, number]
        const changes = expected(from, to)
        const { before, after } = changes[pick % changes.length] ?? { before: null, after: null }
        const row = (pick % 2 ? before : after) ?? after ?? before
        const drawnOf = (name: (typeof names)[number]) =>
          (name === 'material' && pick % 3 === 0 ? row?.materialId : row?.[name]) ?? 'nothing'
        const values = picked.map((name) => [name, drawnOf(name)])
        const isRefused = changeType === 'unchanged' && !includeUnchanged
        const filters: Filters = {
          ...Object.fromEntries(values),
          changeType,
          ...(isRefused ? {} : { includeUnchanged }),
        }
        const { priceBasis, groupBy, scopes } = drawn
        const input = { ...between(from, to), ...filters, top, priceBasis, ...(groupBy ? { groupBy } : {}) }
        const reader = contextFor(graph, organization, ['bom:read', ...scopes])
        const { from: _from, to: _to, ...summary } = await summarize(input, reader)
        const left = scopes.includes('graph:read') ? {} : { world: null }
        const basis = priceBasis as PriceBasis
        const comparison = priced(from, to, { sku: filters.sku, basis, ...left })
        const told = summaryOf(filtered(changes, filters), top, comparison, groupBy as GroupBy)
        expect(summary).to.deep.equal(told)
        rows += summary.counts.rows
      }),
      { numRuns: 80 },
    )
    expect(rows, 'rows that were counted').to.be.above(200)
  })

  it('is tested on a history with ties, rows without a percentage, and materials that differ between the two sides', () => {
    const changes = filtered(expected(1, 7), {})
    const sizes = changes.map(sizeOf)
    expect(sizes.filter((size) => size === null).length, 'without a percentage').to.be.above(10)
    const known = sizes.filter((size) => size !== null)
    expect(new Set(known).size, 'different sizes').to.be.within(5, known.length - 1)
    expect(changes.some(({ delta }) => delta?.grossPercent?.startsWith('-'))).to.equal(true)
    const differs = (field: 'materialId' | 'supplierId' | 'style') =>
      changes.some(({ before, after }) => before && after && before[field] !== after[field])
    expect([differs('materialId'), differs('supplierId'), differs('style')]).to.deep.equal([true, true, true])
    const rows = things(changes, supplierOf).map((thing) => thing.rows)
    expect(new Set(rows).size, 'suppliers with as many rows as others').to.be.below(rows.length)
  })

  it('counts the rows of the list, and returns them in the same form', async () => {
    for (const filters of [{}, { changeType: 'added' }, { includeUnchanged: true }]) {
      const input = { ...between(2, 6), ...filters }
      const listed = await walk(listBomYieldChanges, input, context, [100])
      const { counts, largest, byMaterial } = await summarize({ ...input, top: 100 })
      expect(counts.rows, JSON.stringify(filters)).to.equal(listed.length)
      const texts = new Set(listed.map((change) => JSON.stringify(change)))
      for (const { costEffect: _effect, unpriced: _unpriced, ...change } of largest)
        expect(texts.has(JSON.stringify(change)), change.matchKey).to.equal(true)
      for (const { key, rows } of byMaterial) {
        const own = listed.filter(({ before, after }) => before?.material === key || after?.material === key)
        expect(rows, key).to.equal(own.length)
      }
    }
  })

  it('reports no changes between a snapshot and itself, and for filters without rows', async () => {
    for (const input of [between(3, 3), { ...between(1, 7), sku: 'nothing' }]) {
      const { from: _from, to: _to, ...summary } = await summarize(input)
      expect(summary).to.deep.equal(summaryOf([], 10, priced(1, 7)))
    }
    const { counts } = await summarize({ ...between(3, 3), includeUnchanged: true })
    expect(counts.changeType).to.deep.equal({ added: 0, removed: 0, changed: 0, unchanged: counts.rows })
    expect(counts.rows).to.be.above(50)
  })

  it('names a style as the later snapshot does, even if most of its rows were removed', async () => {
    const line = at(1).bom.flatMap(({ lines }) => lines)[0] as TestLine
    const style = (at: number, number: string, count: number): TestStyle => {
      const skus = Array.from({ length: 8 }, (_, n) => ({
        record: `K-${at}-${n}`,
        code: `${at}-${n}`,
        colorway: null,
        size: null,
      }))
      const rows = skus.slice(0, count).map(({ record: sku }) => ({ sku, amount: '1', wastage: '0', color: null }))
      return { record: `S-${at}`, number, skus, lines: [{ ...line, rows }] }
    }
    const styles = Array.from({ length: 8 }, (_, index) => index)
    const renamed = [
      published(
        styles.map((at) => style(at, `OLD-${at}`, 8)),
        1,
      ),
      published(
        styles.map((at) => style(at, `NEW-${at}`, 1)),
        2,
      ),
    ]
    const other = freshOrganization()
    await writeHistory(graph, other, renamed)
    const { counts, byStyle } = await summarize({ top: 10 }, contextFor(graph, other))
    expect(counts.changeType).to.include({ removed: 56, changed: 8 })
    expect(byStyle.map(({ key, rows }) => [key, rows])).to.deep.equal(styles.map((at) => [`NEW-${at}`, 8]))
  })

  it('is tested on cost effects in two currencies, of replaced materials, and without a price', async () => {
    const { byStyle, byMaterial, largest } = await summarize({ ...between(1, 7), top: 100, priceBasis: 'lowest' })
    const ranked = [...byStyle, ...byMaterial, ...largest]
    expect(ranked.filter(({ unpriced }) => (unpriced ?? 0) > 0).length, 'unpriced').to.be.above(5)
    expect(ranked.filter(({ costEffect }) => costEffect?.length === 2).length, 'two currencies').to.be.above(0)
    const amounts = ranked.flatMap(({ costEffect }) => (costEffect ?? []).map(({ amount }) => amount ?? ''))
    expect(amounts.some((amount) => amount.startsWith('-')) && amounts.some((amount) => amount > '0')).to.equal(true)
    const replaced = largest.filter(({ before, after }) => before && after && before.materialId !== after.materialId)
    expect(
      replaced.some(({ costEffect }) => (costEffect ?? []).length > 0),
      'replaced',
    ).to.equal(true)
  })

  it('returns with groupBy=style the change with the largest percentage of each style', async () => {
    const { byStyle, largest } = await summarize({ ...between(1, 7), groupBy: 'style', top: 100 })
    const styles = largest.map(({ before, after }) => (after ?? before)?.styleId)
    expect(new Set(styles).size).to.equal(styles.length).and.to.be.above(5)
    expect(byStyle.map(({ id }) => id)).to.have.members(styles)
    expect(byStyle.map(({ largestPercent }) => largestPercent)).to.deep.equal(
      largest.map(({ delta }) => delta?.grossPercent ?? null),
    )
  })

  it('returns with groupBy=cause every cause, with each changed row in exactly one', async () => {
    const kinds = new Set<string>()
    for (let from = 1; from < history.length; from++) {
      for (let to = from + 1; to <= history.length; to++) {
        const changes = filtered(expected(from, to), {})
        const { byCause, causeCount } = await summarize({ ...between(from, to), groupBy: 'cause', top: 100 })
        const told = expectedCauses(changes, organization, 100, priced(from, to))
        expect({ byCause, causeCount }, `${from} to ${to}`).to.deep.equal(told)
        for (const { cause } of byCause) kinds.add(cause)
        const style = byCause[0]?.style ?? ''
        const ofStyle = await summarize({ ...between(from, to), style, groupBy: 'cause', top: 100 })
        const rows = ofStyle.byCause.reduce((sum, cause) => sum + cause.rows, 0)
        expect(rows, style).to.equal(ofStyle.counts.rows)
      }
    }
    expect([...kinds, 'skus_added']).to.have.members(CauseKind.options)
  })

  it('returns with groupBy=cause the SKUs that were added to a style as one cause', async () => {
    const whole = at(1).bom
    const style = whole.find(({ skus, lines }) => skus.length > 2 && lines.length > 2) as TestStyle
    const kept = style.skus.slice(0, 1).map(({ record }) => record)
    const lines = style.lines.map((line) => ({ ...line, rows: line.rows.filter(({ sku }) => kept.includes(sku)) }))
    const fewer = whole.map((one) => (one === style ? { ...style, skus: style.skus.slice(0, 1), lines } : one))
    const other = freshOrganization()
    await writeHistory(graph, other, [published(fewer, 1), published(whole, 2)])
    const { byCause, causeCount, counts } = await summarize({ groupBy: 'cause' }, contextFor(graph, other))
    const added = style.lines.flatMap(({ rows }) => rows.filter(({ sku }) => !kept.includes(sku)))
    expect(added.length, 'added rows').to.equal(counts.rows).and.to.be.above(3)
    expect(causeCount).to.equal(1)
    expect(byCause[0]).to.deep.include({ cause: 'skus_added', style: style.number, rows: added.length, before: null })
    expect(byCause[0]?.skus).to.equal(new Set(added.map(({ sku }) => sku)).size)
  })

  it('leaves out prices if the token lacks their scope, with a notice', async () => {
    const reader = contextFor(graph, organization, ['bom:read'])
    const { data, meta } = await call(summarizeBomYieldChanges, between(1, 7), reader)
    for (const { costEffect, unpriced } of [...data.byStyle, ...data.byMaterial, ...data.largest])
      expect([costEffect, unpriced]).to.deep.equal([null, null])
    expect(meta.notices.map(({ code }) => code)).to.deep.equal(['left_out'])
    expect(meta.notices[0]).to.include({ scope: 'graph:read' })
    const unasked = await call(summarizeBomYieldChanges, { ...between(1, 7), priceBasis: 'none' }, reader)
    expect(unasked.meta.notices).to.deep.equal([])
  })

  it('returns the same notices as the list', async () => {
    for (const input of [between(3, 3), { ...between(1, 7), sku: 'nothing' }, between(1, 7)]) {
      const { meta } = await call(summarizeBomYieldChanges, input, context)
      const listed = await call(listBomYieldChanges, input, context)
      expect(meta.notices).to.deep.equal(listed.meta.notices)
    }
  })

  it('compares the latest snapshot with the previous one by default, with the top ten of each list', async () => {
    const { from, to, byStyle, largest } = await summarize({})
    expect([from, to]).to.deep.equal([identityOf(at(6)), identityOf(at(7))])
    expect(largest).to.deep.equal(summaryOf(filtered(expected(6, 7), {}), 10, priced(6, 7)).largest)
    expect(byStyle.length).to.be.at.most(10)
  })

  it('returns the complete summary if a snapshot is retired while it is read', async () => {
    const own = freshOrganization()
    await writeHistory(graph, own, history.slice(0, 3))
    const reader = contextFor(graph, own)
    const input = { fromSnapshotId: at(1).snapshotId, toSnapshotId: at(3).snapshotId }
    const whole = await summarize(input, reader)
    let isRetired = false
    const retiring: Context = {
      ...reader,
      async read(query, params) {
        if (query.name === listStyleVersions.name && !isRetired) {
          isRetired = true
          await retire(graph, own, at(1).snapshotId, new Date(reader.now()).toISOString())
        }
        return reader.read(query, params)
      },
    }
    expect(await summarize(input, retiring)).to.deep.equal(whole)
    expect(isRetired).to.equal(true)
    expect(await codeOf(summarizeBomYieldChanges, input, reader)).to.equal('snapshot_retired')
  })

  it('rejects what the list rejects, limit and cursor, and a `top` out of range', async () => {
    const refused: [object, string][] = [
      [{ from: '2027-03-01', fromSnapshotId: at(1).snapshotId }, 'invalid_request'],
      [{ changeType: 'unchanged', includeUnchanged: false }, 'invalid_request'],
      [{ fromSnapshotId: at(7).snapshotId, toSnapshotId: at(1).snapshotId }, 'invalid_request'],
      [{ toSnapshotId: '01JPQ8Z5T0V6M3C1K9W2R79999' }, 'snapshot_not_found'],
      [{ limit: 1 }, 'invalid_request'],
      [{ cursor: 'x' }, 'invalid_request'],
      [{ top: 0 }, 'invalid_request'],
      [{ top: 101 }, 'invalid_request'],
    ]
    for (const [input, code] of refused)
      expect(await codeOf(summarizeBomYieldChanges, input, context), JSON.stringify(input)).to.equal(code)
    expect(await codeOf(summarizeBomYieldChanges, {}, contextFor(graph, organization, ['graph:read']))).to.equal(
      'insufficient_scope',
    )
  })

  it('returns query_timeout once the time for the response is over', async () => {
    const input = SummarizeBomYieldChangesInput.parse({ ...between(1, 7), includeUnchanged: true })
    const late = summarizeBomYieldChanges.handle(input, { ...context, respondWithinMs: -1 })
    const error = await Promise.resolve(late).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ApiError).with.property('code', 'query_timeout')
  })
})
