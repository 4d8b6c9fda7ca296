import { expect } from 'chai'
import fc from 'fast-check'
import type { Context } from '../../api/core/context.ts'
import { ApiError } from '../../api/core/errors.ts'
import { listBomYields } from '../../api/operations/bom/list-bom-yields.ts'
import { summarizeBomYields } from '../../api/operations/bom/summarize-bom-yields.ts'
import { listLinesOfMaterials } from '../../cypher/bom/read-lines.ts'
import { readStylesWithLines } from '../../cypher/bom/read-snapshots.ts'
import { SummarizeBomYieldsInput, YieldGrouping, YieldOrder } from '../../schemas/bom/yield-summary.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { published, retire, writeHistory } from '../support/bom/bom-graph.ts'
import { createChance, idOf, type TestBom, type TestLine } from '../support/bom/bom-model.ts'
import { oracleRows } from '../support/bom/bom-oracle.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { expectedSummary, filteredRows, type KnownToGraph } from '../support/bom/yield-summary-oracle.ts'
import { material, style } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { profile } from '../support/graph/plan.ts'

const graph = connectTestGraph()
const seasons = ['SS27', 'FW27', null] as const
const states = ['development', 'approved', 'restricted'] as const
const certifications: readonly [string[], ...string[][]] = [[], ['Velthar 100'], ['Ondrasil Organic', 'Velthar 100']]
const names = ['style', 'sku', 'material', 'supplier', 'mpn', 'section', 'materialType', 'season'] as const

/**
 * Stores styles with seasons and materials with lifecycle states for a history. Some have no season or are not stored.
 */
async function writeEntities(organization: string, history: readonly TestBom[]): Promise<KnownToGraph> {
  const chance = createChance(7)
  const styles = [...new Set(history.flatMap((bom) => bom.map(({ record }) => record)))].filter(
    () => chance.below(8) > 0,
  )
  const materials = history.flatMap((bom) => bom.flatMap(({ lines }) => lines.map((line) => line.material.record)))
  const listed = [
    ...styles.map((record) => {
      const made = style(organization, record)
      return { ...made, attributes: { ...made.attributes, season: chance.pick(seasons) } }
    }),
    ...[...new Set(materials)].map((record) => {
      const made = material(organization, record)
      const attributes = { ...made.attributes, certifications: [...chance.pick(certifications)] }
      return { ...made, attributes, lifecycleState: chance.pick(states) }
    }),
  ]
  await fill(graph, organization, { entities: listed })
  return {
    seasons: new Map(listed.flatMap((one) => (one.type === 'style' ? [[one.id, one.attributes.season]] : []))),
    states: new Map(listed.map(({ id, lifecycleState }) => [id, lifecycleState])),
    certifications: new Map(
      listed.flatMap((one) => (one.type === 'material' ? [[one.id, one.attributes.certifications]] : [])),
    ),
  }
}

describe('summarizeBomYields', () => {
  const organization = freshOrganization()
  const context = contextFor(graph, organization, ['bom:read'])
  const boms = randomBoms(46, { styles: 40, publications: 5, edits: 30 })
  const history = boms.map((bom, at) => published(bom, at + 1))
  const rowsOf = (seq: number) => oracleRows(organization, boms[seq - 1] ?? [])
  const snapshotOf = (seq: number) => history[seq - 1]?.snapshotId
  let known: KnownToGraph
  const summarize = async (input: object, reader: Context = context) =>
    (await call(summarizeBomYields, input, reader)).data

  before(async () => {
    await writeHistory(graph, organization, history)
    known = await writeEntities(organization, boms)
  })
  after(() => graph.close())

  const groupings = YieldGrouping.options.flatMap((first) => [
    [first],
    ...YieldGrouping.options.filter((second) => second !== first).map((second) => [first, second]),
  ])

  it('equals a brute-force summary for every grouping and order, in every snapshot', async () => {
    for (const [at, groupBy] of groupings.entries()) {
      for (const order of YieldOrder.options) {
        const seq = 1 + (at % history.length)
        const top = [1, 10, 100][at % 3] ?? 10
        const { snapshot, ...summary } = await summarize({ snapshotId: snapshotOf(seq), groupBy, order, top })
        const wanted = expectedSummary(rowsOf(seq), { groupBy, order, top, filters: {} }, known)
        expect(summary, `${groupBy} by ${order}, top ${top}`).to.deep.equal(wanted)
        expect(snapshot.snapshotId).to.equal(snapshotOf(seq))
      }
    }
  })

  it('equals a brute-force summary with up to three filters', async () => {
    let rows = 0
    const drawn = fc.record({
      seq: fc.integer({ min: 1, max: history.length }),
      pick: fc.nat(),
      picked: fc.subarray([...names, 'materialLifecycleState' as const, 'certification' as const], { maxLength: 3 }),
      groupBy: fc.constantFrom(...groupings),
      order: fc.constantFrom(...YieldOrder.options),
      top: fc.constantFrom(1, 10, 100),
    })
    await fc.assert(
      fc.asyncProperty(drawn, async ({ seq, pick, picked, groupBy, order, top }) => {
        const all = rowsOf(seq)
        const { shown } = all[pick % all.length] ?? {}
        const ids = {
          style: shown?.styleId,
          sku: shown?.skuId,
          material: shown?.materialId,
          supplier: shown?.supplierId,
        }
        const drawnOf = (name: (typeof picked)[number]) => {
          if (name === 'season') return known.seasons.get(shown?.styleId ?? '') ?? 'SS27'
          if (name === 'certification') return known.certifications.get(shown?.materialId ?? '')?.[pick % 2] ?? 'none'
          if (name === 'materialLifecycleState') return known.states.get(shown?.materialId ?? '') ?? 'approved'
          if (pick % 3 === 0 && name in ids) return ids[name as keyof typeof ids] ?? 'nothing'
          return shown?.[name] ?? 'nothing'
        }
        const filters = Object.fromEntries(picked.map((name) => [name, drawnOf(name)]))
        const input = { snapshotId: snapshotOf(seq), ...filters, groupBy, order, top }
        const { snapshot: _snapshot, ...summary } = await summarize(input)
        expect(summary).to.deep.equal(expectedSummary(all, { groupBy, order, top, filters }, known))
        rows += summary.counts.rows
      }),
      { numRuns: 80 },
    )
    expect(rows, 'rows that were counted').to.be.above(500)
  })

  it('is tested on mixed units, amounts without an exact decimal, shared SKUs, and materials with several names', () => {
    const all = rowsOf(1)
    const grossOf = (rows: typeof all) =>
      expectedSummary(rows, { groupBy: ['material'], order: 'rows', top: 100, filters: {} }, known)
    expect(grossOf(all).groups.map(({ gross }) => gross)).to.include(null)
    const each = expectedSummary(
      all,
      { groupBy: ['style', 'material'], order: 'gross', top: 100, filters: {} },
      known,
    ).groups
    expect(
      each.some(({ gross }) => gross !== null && gross.total === null),
      'without a decimal',
    ).to.equal(true)
    expect(each.filter(({ gross }) => gross?.total).length, 'with one').to.be.above(5)
    const styles = Map.groupBy(all, ({ shown }) => shown.skuId).values()
    expect([...styles].some((rows) => new Set(rows.map(({ shown }) => shown.styleId)).size > 1)).to.equal(true)
    const named = Map.groupBy(all, ({ shown }) => shown.materialId).values()
    expect([...named].some((rows) => new Set(rows.map(({ shown }) => shown.materialName)).size > 1)).to.equal(true)
  })

  it('counts as many rows as the list has for the same filters', async () => {
    for (const filters of [{}, { material: 'M-1' }, { supplier: 'SUP-2', mpn: 'HV-1' }, { style: 'QM-1' }]) {
      const listed = await walk(listBomYields, filters, context, [100])
      const { counts } = await summarize(filters)
      expect(counts.rows, JSON.stringify(filters)).to.equal(listed.length).and.to.be.above(0)
    }
  })

  it('reads lines by material for filters by material, supplier, or mpn, and by style otherwise', async () => {
    const read: string[] = []
    const watched: Context = {
      ...context,
      read(query, params) {
        read.push(query.name)
        return context.read(query, params)
      },
    }
    for (const filters of [{ material: 'M-1' }, { supplier: 'SUP-1' }, { mpn: 'HV-1', season: 'SS27' }])
      await summarize(filters, watched)
    expect(read).to.include(listLinesOfMaterials.name).and.not.to.include(readStylesWithLines.name)
    read.length = 0
    for (const filters of [{}, { style: 'QM-1' }, { season: 'SS27' }, { sku: 'QM-1-S', material: 'M-1' }])
      await summarize(filters, watched)
    expect(read).to.include(readStylesWithLines.name).and.not.to.include(listLinesOfMaterials.name)
  })

  it('reads the lines of one material in several parts, even if one style has more lines than a part', async () => {
    const own = freshOrganization()
    const [pattern] = boms.flatMap((bom) => bom.flatMap(({ lines }) => lines))
    const big = (record: string, count: number): TestBom[number] => ({
      record,
      number: record,
      skus: [{ record: `K-${record}`, code: `K-${record}`, colorway: null, size: null }],
      lines: Array.from(
        { length: count },
        (_, at): TestLine => ({
          ...(pattern as TestLine),
          ref: `L-${at}`,
          lineNumber: at,
          rows: [{ sku: `K-${record}`, amount: '1', wastage: '0', color: null }],
        }),
      ),
    })
    const bom = [big('S-1', 3), big('S-2', 9000), big('S-3', 4)]
    await writeHistory(graph, own, [published(bom, 1)])
    const number = (pattern as TestLine).material.number
    const { counts } = await summarize({ material: number }, contextFor(graph, own))
    expect(counts).to.include({ styles: 3, skus: 3, lines: 9007, rows: 9007 })
  })

  it('costs the same database hits for a material, however many SKUs and other lines the BOM has', async () => {
    const [pattern] = boms.flatMap((bom) => bom.flatMap(({ lines }) => lines))
    const material = (record: string) => ({ record, number: record, name: null, baseUom: 'MTR' as const })
    const bomOf = (skus: number, others: number): TestBom =>
      Array.from({ length: 10 }, (_, at) => {
        const own = Array.from({ length: skus }, (_, sku) => `K-${at}-${sku}`)
        const rows = own.map((sku) => ({ sku, amount: '1', wastage: '0', color: null }))
        const lineOf = (ref: string, record: string): TestLine => ({
          ...(pattern as TestLine),
          ref,
          material: material(record),
          rows,
        })
        const lines = Array.from({ length: others }, (_, other) => lineOf(`O-${other}`, `O-${other}`))
        return {
          // The test helper stores styles with odd numbers in parts.
          record: `S-${2 * at}`,
          number: `S-${2 * at}`,
          skus: own.map((record) => ({ record, code: record, colorway: null, size: null })),
          lines: [lineOf('L', 'M'), ...lines],
        }
      })
    const hitsOf = async (skus: number, others: number) => {
      const own = freshOrganization()
      await writeHistory(graph, own, [published(bomOf(skus, others), 1)])
      const ranges = [{ materialId: idOf(own, 'material', 'M'), start: '' }]
      const { rows, dbHits } = await profile(listLinesOfMaterials, own, { seq: 1, ranges, styleIds: null, limit: 100 })
      expect(rows).to.equal(10)
      return dbHits
    }
    const few = await hitsOf(2, 1)
    expect([await hitsOf(40, 1), await hitsOf(2, 30)]).to.deep.equal([few, few])
    expect(few).to.be.below(10 * 10)
  })

  it('counts a line that was sent in parts once', async () => {
    const own = freshOrganization()
    const [pattern] = boms.flatMap((bom) => bom.flatMap(({ lines }) => lines))
    const part = (sku: string): TestLine => ({
      ...(pattern as TestLine),
      ref: 'L-1',
      rows: [{ sku, amount: '1', wastage: '0', color: null }],
    })
    const skus = ['K-1', 'K-2'].map((record) => ({ record, code: record, colorway: null, size: null }))
    await writeHistory(graph, own, [
      published([{ record: 'S-1', number: 'S-1', skus, lines: [part('K-1'), part('K-2')] }], 1),
    ])
    for (const filters of [{}, { material: (pattern as TestLine).material.number }]) {
      const { counts, groups } = await summarize(filters, contextFor(graph, own))
      expect([counts.lines, counts.rows, groups[0]?.lines, groups[0]?.rows]).to.deep.equal([1, 2, 1, 2])
    }
  })

  it('selects the latest snapshot, one by its ID, by a day, or by a time', async () => {
    const selected = async (input: object) => (await summarize(input)).snapshot.snapshotId
    expect(await selected({})).to.equal(snapshotOf(5))
    expect(await selected({ snapshotId: snapshotOf(2) })).to.equal(snapshotOf(2))
    expect(await selected({ asOf: '2027-03-02' })).to.equal(snapshotOf(2))
    expect(await selected({ asOf: '2027-03-03T02:14:30.999Z' })).to.equal(snapshotOf(2))
    expect(await selected({ asOf: '2027-03-03T03:14:31+01:00' })).to.equal(snapshotOf(3))
  })

  it('names filters whose value no row has', async () => {
    const namesIn = async (input: object) =>
      (await call(summarizeBomYields, input, context)).meta.notices.map(({ code, name }) => [code, name])
    const missing = (...absent: string[]) => absent.map((name) => ['no_such_value', name])
    expect(await namesIn({})).to.deep.equal([])
    expect(await namesIn({ material: 'nothing' })).to.deep.equal(missing('material'))
    expect(await namesIn({ material: 'M-1', season: 'nothing', sku: 'none' })).to.deep.equal(missing('sku', 'season'))
    expect(await namesIn({ material: 'M-1', section: 'nothing' })).to.deep.equal(missing('section'))
    expect(await namesIn({ section: 'nothing' })).to.deep.equal(missing('section'))
    expect(await namesIn({ materialLifecycleState: 'discontinued' })).to.deep.equal(missing('materialLifecycleState'))
    expect(await namesIn({ certification: 'Recirquen' })).to.deep.equal(missing('certification'))
    const { meta } = await call(summarizeBomYields, { certification: 'velthar-100' }, context)
    expect(meta.notices.map(({ suggestions }) => suggestions)).to.deep.equal([['Velthar 100']])
    const rows = rowsOf(5)
    const apart = rows.flatMap(({ shown }) => {
      const other = rows.find((row) => row.shown.style !== shown.style && row.shown.skuId !== shown.skuId)
      const both = { style: shown.style, sku: other?.shown.sku }
      return other && filteredRows(rows, both, known).length === 0 ? [both] : []
    })
    expect(apart.length).to.be.above(0)
    expect(await namesIn(apart[0] ?? {})).to.deep.equal([])
  })

  it('accepts the label of a material instead of its number, and suggests similar numbers', async () => {
    const { counts } = await summarize({ material: 'M-1 Poplin 120', groupBy: ['style'] })
    expect(counts)
      .to.deep.equal((await summarize({ material: 'M-1', groupBy: ['style'] })).counts)
      .and.to.have.property('rows')
      .above(0)
    const { data, meta } = await call(summarizeBomYields, { material: 'm_1' }, context)
    expect(data.counts.rows).to.equal(0)
    expect(meta.notices.map(({ name, suggestions }) => [name, suggestions])).to.deep.equal([['material', ['M-1']]])
  })

  it('rejects a missing or retired snapshot, invalid parameters, and a missing scope', async () => {
    const own = freshOrganization()
    await writeHistory(graph, own, history.slice(0, 3))
    await retire(graph, own, snapshotOf(1) ?? '', '2027-03-09T00:00:00.000Z')
    const reader = contextFor(graph, own)
    const refused: [object, string][] = [
      [{ snapshotId: snapshotOf(1) }, 'snapshot_retired'],
      [{ snapshotId: '01JPQ8Z5T0V6M3C1K9W2R79999' }, 'snapshot_not_found'],
      [{ asOf: '2027-03-01' }, 'snapshot_not_found'],
      [{ asOf: '2027-03-02', snapshotId: snapshotOf(2) }, 'invalid_request'],
      [{ asOf: 'yesterday' }, 'invalid_request'],
      [{ groupBy: [] }, 'invalid_request'],
      [{ groupBy: ['style', 'style'] }, 'invalid_request'],
      [{ groupBy: ['style', 'material', 'size'] }, 'invalid_request'],
      [{ top: 0 }, 'invalid_request'],
      [{ top: 101 }, 'invalid_request'],
      [{ limit: 1 }, 'invalid_request'],
      [{ order: 'skus' }, 'invalid_request'],
    ]
    for (const [input, code] of refused)
      expect(await codeOf(summarizeBomYields, input, reader), JSON.stringify(input)).to.equal(code)
    expect(await codeOf(summarizeBomYields, {}, contextFor(graph, own, ['graph:read']))).to.equal('insufficient_scope')
  })

  it('returns query_timeout once the time for the response is over', async () => {
    const late = summarizeBomYields.handle(SummarizeBomYieldsInput.parse({}), { ...context, respondWithinMs: -1 })
    const error = await Promise.resolve(late).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ApiError).with.property('code', 'query_timeout')
  })

  it('returns no rows for seasons and IDs of another organization', async () => {
    const own = freshOrganization()
    await writeHistory(graph, own, history.slice(0, 1))
    await fill(graph, freshOrganization(), { entities: [style(own, 'S-1')] })
    const reader = contextFor(graph, own)
    expect((await summarize({ season: 'SS27' }, reader)).counts.rows).to.equal(0)
    expect((await summarize({ material: idOf(organization, 'material', 'M-1') }, reader)).counts.rows).to.equal(0)
  })
})
