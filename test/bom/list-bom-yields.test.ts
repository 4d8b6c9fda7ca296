import { expect } from 'chai'
import fc from 'fast-check'
import { perform } from '../../api/core/perform.ts'
import { responseJson } from '../../api/http/rest/response-json.ts'
import { listBomYields } from '../../api/operations/bom/list-bom-yields.ts'
import type { BomYield } from '../../schemas/bom/yields.ts'
import { OPEN } from '../../schemas/stored/bom.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { published, rewriteHistory, writeHistory } from '../support/bom/bom-graph.ts'
import type { TestStyle } from '../support/bom/bom-model.ts'
import { expectedYields } from '../support/bom/bom-oracle.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { material, sku, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const limitMixes = [[1], [7], [100], [1000], [3, 1000, 1, 50]]

describe('listBomYields', () => {
  after(() => graph.close())

  it('lists every row of each snapshot once, in order, for any page size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const organization = freshOrganization()
        const context = contextFor(graph, organization)
        const history = randomBoms(seed, { styles: 12 }).map((bom, at) => published(bom, at + 1))
        await writeHistory(graph, organization, history)
        for (const [at, { bom, snapshotId, completedAt }] of history.entries()) {
          const expected = expectedYields(organization, bom, snapshotId)
          const limits = limitMixes[at % limitMixes.length] ?? []
          expect(await walk(listBomYields, { snapshotId }, context, limits), `limits ${limits}`).to.deep.equal(expected)
          const page = await call(listBomYields, { snapshotId, limit: 1000 }, context)
          expect(page).to.deep.equal({
            data: expected,
            links: { next: null },
            meta: { snapshot: { snapshotId, completedAt } },
          })
        }
      }),
      { numRuns: 5 },
    )
  })

  describe('with filters', () => {
    const organization = freshOrganization()
    const context = contextFor(graph, organization)
    const history = randomBoms(31, { styles: 40, publications: 6, edits: 40 }).map((bom, at) => published(bom, at + 1))
    const seasons = ['SS27', 'FW26', null]
    const inGraph = (record: string, at: number) => {
      const one = style(organization, record)
      one.attributes.season = seasons[at % 3] ?? null
      return one
    }
    const records = [...new Set(history.flatMap(({ bom }) => bom.map(({ record }) => record)))]
    // Some SKUs are not in the graph, and some have no size index.
    const inSkus = [
      ...new Set(history.flatMap(({ bom }) => bom.flatMap(({ skus }) => skus.map(({ record }) => record)))),
    ]
      .filter((_, at) => at % 3 > 0)
      .map((record, at) => {
        const one = sku(organization, record)
        one.attributes.sizeIndex = at % 5 ? at : null
        return one
      })
    const styles = records.map(inGraph)
    const sizeOf = new Map(inSkus.map(({ id, attributes }) => [id, attributes.sizeIndex]))
    const seasonOf = new Map(styles.map(({ id, attributes }) => [id, attributes.season]))
    const expectedRows = (bom: TestStyle[], snapshotId: string) =>
      expectedYields(organization, bom, snapshotId).map((row) => ({ ...row, sizeIndex: sizeOf.get(row.skuId) ?? null }))
    before(async () => {
      await writeHistory(graph, organization, history)
      const mill = supplier(organization, 'SUP-2', 'Tessaro Mills')
      await fill(graph, organization, { entities: [...styles, ...inSkus, mill, material(organization, 'M-1')] })
    })

    it('lists the rows that have all values, by code or by ID, for any page size', async () => {
      const names = ['style', 'sku', 'material', 'supplier', 'mpn'] as const
      const drawn = fc.tuple(fc.nat(), fc.subarray([...names], { minLength: 1, maxLength: 3 }), fc.nat(), fc.nat(4))
      let found = 0
      await fc.assert(
        fc.asyncProperty(drawn, fc.constantFrom(...limitMixes), async ([pick, given, at, form], limits) => {
          const { bom, snapshotId } = history[at % history.length] ?? { bom: [], snapshotId: '' }
          const all = expectedRows([...bom], snapshotId)
          const row = all[pick % all.length]
          const valueFor = (name: (typeof names)[number]) => (row && formsOf(row, name)[form]) ?? 'nothing'
          const filters = Object.fromEntries(given.map((name) => [name, valueFor(name)]))
          const expected = all.filter((one) => given.every((name) => formsOf(one, name).includes(valueFor(name))))
          expect(await walk(listBomYields, { snapshotId, ...filters }, context, limits)).to.deep.equal(expected)
          found += expected.length
        }),
        { numRuns: 80 },
      )
      expect(found, 'rows that were found').to.be.above(200)
    })

    it('finds no rows of another snapshot, and accepts IDs in upper case', async () => {
      const [first, last] = [history[0], history.at(-1)]
      if (!first || !last) throw new Error('There are several publications')
      const valuesIn = (one: typeof first) =>
        new Set(expectedYields(organization, one.bom, one.snapshotId).map(({ sku }) => sku))
      const gone = [...valuesIn(first)].find((sku) => !valuesIn(last).has(sku))
      expect(gone).to.be.a('string')
      expect(await walk(listBomYields, { snapshotId: last.snapshotId, sku: gone }, context, [100])).to.deep.equal([])
      expect(await walk(listBomYields, { snapshotId: first.snapshotId, sku: gone }, context, [100])).not.to.be.empty
      const [{ materialId } = { materialId: '' }] = expectedYields(organization, last.bom, last.snapshotId)
      const [small, large] = [materialId, materialId.toUpperCase()].map((given) =>
        walk(listBomYields, { material: given }, context, [100]),
      )
      expect(await large).to.deep.equal(await small).and.not.to.be.empty
    })

    it('filters by section, material type, and season, alone and with other filters', async () => {
      const maybe = <T>(...values: T[]) =>
        fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) })
      const drawn = fc.record({
        section: maybe('fabric', 'trims'),
        materialType: maybe('fabric', 'Fabric'),
        season: maybe('SS27', 'FW26', 'SS28'),
        material: maybe('M-1', 'M-2'),
        style: maybe('QM-1', 'QM-10'),
      })
      let found = 0
      await fc.assert(
        fc.asyncProperty(drawn, fc.nat(), fc.constantFrom(...limitMixes), async (filters, at, limits) => {
          const { bom, snapshotId } = history[at % history.length] ?? { bom: [], snapshotId: '' }
          const { section, materialType, season, material: number, style: styleNumber } = filters
          const expected = expectedRows([...bom], snapshotId).filter(
            (row) =>
              row.section === (section ?? row.section) &&
              row.materialType === (materialType ?? row.materialType) &&
              (season === undefined || seasonOf.get(row.styleId) === season) &&
              row.material === (number ?? row.material) &&
              row.style === (styleNumber ?? row.style),
          )
          expect(await walk(listBomYields, { snapshotId, ...filters }, context, limits)).to.deep.equal(expected)
          found += expected.length
        }),
        { numRuns: 60 },
      )
      expect(found, 'rows that were found').to.be.above(200)
    })

    it('finds the rows of a section that has many materials', async () => {
      const own = freshOrganization()
      const [first] = randomBoms(5, { styles: 3, publications: 1 })[0] ?? []
      if (!first) throw new Error('There is a style')
      const lines = Array.from({ length: 160 }, (_, at) => {
        const [line] = fullLines(first)
        const named = { record: `X-${at}`, number: `X-${at}`, name: null, baseUom: null }
        return {
          ...line,
          ref: `L-${at}`,
          section: at % 2 ? 'trims' : 'fabric',
          material: named,
        } as TestStyle['lines'][number]
      })
      const publication = published([{ ...first, lines }], 1)
      await writeHistory(graph, own, [publication])
      const expected = expectedYields(own, publication.bom, publication.snapshotId).filter(
        ({ section }) => section === 'trims',
      )
      const rows = await walk(listBomYields, { section: 'trims' }, contextFor(graph, own), [33])
      expect(rows).to.deep.equal(expected)
      expect(new Set(rows.map(({ material: number }) => number)).size).to.equal(80)
    })

    it('selects with asOf the latest snapshot at a time, or at the end of a day', async () => {
      const snapshotOf = async (asOf: string) => {
        const page = await call(listBomYields, { asOf, limit: 1 }, context)
        return history.findIndex(({ snapshotId }) => snapshotId === page.meta.snapshot.snapshotId) + 1
      }
      expect(await snapshotOf('2027-03-02')).to.equal(2)
      expect(await snapshotOf('2027-03-02T02:14:31Z')).to.equal(2)
      expect(await snapshotOf('2027-03-02T02:14:30.999Z')).to.equal(1)
      expect(await snapshotOf('2027-03-02T04:14:31+02:00')).to.equal(2)
      expect(await snapshotOf('2028-01-01')).to.equal(history.length)
      expect(await codeOf(listBomYields, { asOf: '2027-02-28' }, context)).to.equal('snapshot_not_found')
      const { snapshotId } = history[0] ?? {}
      expect(await codeOf(listBomYields, { asOf: '2027-03-02', snapshotId }, context)).to.equal('invalid_request')
      const { links } = await call(listBomYields, { asOf: '2027-03-02', limit: 1 }, context)
      const [next, other] = await Promise.all([
        codeOf(listBomYields, { asOf: '2027-03-02', cursor: links.next }, context),
        codeOf(listBomYields, { asOf: '2027-03-03', cursor: links.next }, context),
      ])
      expect([next, other]).to.deep.equal([null, 'invalid_cursor'])
    })

    it('accepts a label instead of its code, and reports values that the snapshot does not contain', async () => {
      const { snapshotId } = history[0] ?? {}
      const pageOf = (filters: object) => call(listBomYields, { snapshotId, limit: 1000, ...filters }, context)
      const [byLabel, byCode] = [
        await pageOf({ supplier: 'Tessaro Mills (SUP-2)' }),
        await pageOf({ supplier: 'SUP-2' }),
      ]
      expect(byLabel.data).to.deep.equal(byCode.data).and.not.to.be.empty
      expect((await pageOf({ material: 'M-1 Poplin 120' })).data).to.deep.equal(
        (await pageOf({ material: 'M-1' })).data,
      )
      const noticesOf = async (filters: object) =>
        ((await pageOf(filters)).meta.notices ?? []).map(({ code, name, value, suggestions }) =>
          [code, name, value, ...suggestions].join(' '),
        )
      expect(await noticesOf({ material: 'm1' })).to.deep.equal(['no_such_value material m1 M-1'])
      expect(await noticesOf({ supplier: 'sup 2', season: 'ss27' })).to.deep.equal([
        'no_such_value supplier sup 2 SUP-2',
        'no_such_value season ss27 SS27',
      ])
      expect(await noticesOf({ section: 'trims' })).to.deep.equal(['no_such_value section trims'])
      expect(await noticesOf({ style: styles[0]?.id, mpn: 'HV-9' })).to.deep.equal(['no_such_value mpn HV-9'])
      expect(await noticesOf({ style: '00000000-0000-5000-8000-000000000001' })).to.have.length(1)
      expect(await noticesOf({})).to.deep.equal([])
    })

    it('returns cursors that are valid for the same filters only', async () => {
      const { links } = await call(listBomYields, { material: 'M-1', limit: 1 }, context)
      const cursor = links.next
      for (const other of [{}, { material: 'M-2' }, { material: 'M-1', mpn: 'HV-1' }, { style: 'M-1' }])
        expect(await codeOf(listBomYields, { ...other, cursor }, context)).to.equal('invalid_cursor')
      expect(await codeOf(listBomYields, { material: 'M-1', limit: 9, cursor }, context)).to.equal(null)
    })
  })

  it('reads the latest snapshot by default, and the same one on later pages even if another is completed', async () => {
    const organization = freshOrganization()
    const context = contextFor(graph, organization)
    const [first, second, third] = randomBoms(7, { publications: 3 }).map((bom, at) => published(bom, at + 1))
    if (!first || !second || !third) throw new Error('There are three publications')
    await writeHistory(graph, organization, [first, second])
    let isNewer = false
    const publishAnother = async () => {
      if (!isNewer) await rewriteHistory(graph, organization, [first, second, third])
      isNewer = true
    }
    const rows = await walk(listBomYields, {}, context, [5], publishAnother)
    expect(rows).to.deep.equal(expectedYields(organization, second.bom, second.snapshotId))
    const newest = await call(listBomYields, { limit: 1 }, context)
    expect(newest.meta.snapshot.snapshotId).to.equal(third.snapshotId)
  })

  it('returns the same bytes while another process writes the line versions that it reads', async () => {
    const organization = freshOrganization()
    const context = contextFor(graph, organization)
    const [style] = randomBoms(13, { styles: 2, publications: 1 })[0] ?? []
    if (!style) throw new Error('There is no style')
    const [line] = fullLines(style)
    const lines = Array.from({ length: 150 }, (_, at) => ({ ...line, ref: `L-${at}` }) as TestStyle['lines'][number])
    await writeHistory(graph, organization, [published([{ ...style, lines }], 1)])
    const read = async () => responseJson(await perform(listBomYields, { limit: 1000 }, context)).toString()
    const expected = await read()
    let isWriting = true
    const readOn = async () => {
      let reads = 0
      for (; isWriting; reads++) expect((await read()) === expected, 'the same bytes').to.equal(true)
      return reads
    }
    const write = async () => {
      const ended = `MATCH (l:BomLine {tenantKey: $organization}) WHERE rand() < 0.3 SET l.toSeq = 2`
      const opened = `MATCH (l:BomLine {tenantKey: $organization}) SET l.toSeq = ${OPEN}`
      for (let round = 0; round < 100; round++)
        for (const text of [ended, opened]) await graph.execute(text, { organization })
      isWriting = false
    }
    const [first, second] = await Promise.all([readOn(), readOn(), write()])
    expect(Math.min(first, second), 'reads').to.be.above(10)
  })

  it('returns short pages if many styles have no rows, and reaches the end', async () => {
    const organization = freshOrganization()
    const context = contextFor(graph, organization)
    const [first, last] = randomBoms(3, { styles: 2, publications: 1 })[0] as [TestStyle, TestStyle]
    const rowsOf = (style: TestStyle, number: string) => ({ ...style, number, lines: fullLines(style) })
    const empty = Array.from({ length: 1300 }, (_, at) => ({
      record: `E-${at}`,
      number: `M-${String(at).padStart(4, '0')}`,
      skus: [],
      lines: [],
    }))
    const bom = [rowsOf(first, 'A'), ...empty, rowsOf(last, 'Z')]
    await writeHistory(graph, organization, [published(bom, 1)])
    const expected = expectedYields(organization, bom, published(bom, 1).snapshotId)
    expect(expected.length).to.be.above(1)
    const found: unknown[] = []
    const sizes: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await call(listBomYields, { limit: 1000, ...(cursor ? { cursor } : {}) }, context)
      found.push(...page.data)
      sizes.push(page.data.length)
      cursor = page.links.next
    }
    expect(found).to.deep.equal(expected)
    expect(sizes.length, 'pages').to.be.within(2, 4)
  })

  it('orders styles with the same number without losing or repeating rows', async () => {
    const organization = freshOrganization()
    const [style] = randomBoms(11, { styles: 2, publications: 1 })[0]?.slice(1) ?? []
    if (!style) throw new Error('There is no style')
    const bom = Array.from({ length: 40 }, (_, at) => ({
      ...style,
      record: `S-${at}`,
      number: at < 5 ? 'A' : at < 38 ? 'M' : 'Z',
      lines: fullLines(style),
    }))
    await writeHistory(graph, organization, [published(bom, 1)])
    const expected = expectedYields(organization, bom, published(bom, 1).snapshotId)
    for (const limits of limitMixes) {
      const rows = await walk(listBomYields, {}, contextFor(graph, organization), limits)
      expect(rows, `limits ${limits}`).to.deep.equal(expected)
    }
  })
})

/** The values of a filter that find this row: its code, its ID, and for suppliers the name. */
function formsOf(row: BomYield, name: 'style' | 'sku' | 'material' | 'supplier' | 'mpn'): (string | null)[] {
  const forms = {
    style: [row.style, row.styleId],
    sku: [row.sku, row.skuId],
    material: [row.material, row.materialId],
    supplier: [row.supplierCode, row.supplierId, row.supplier],
    mpn: [row.mpn],
  }[name]
  return forms.filter((form) => form !== null)
}

/** A line with a row for every SKU. */
function fullLines({ skus }: TestStyle): TestStyle['lines'] {
  const rows = skus.map(({ record }) => ({ sku: record, amount: '1.25', wastage: '5', color: null }))
  return [
    {
      ref: 'L-1',
      lineNumber: 10,
      section: null,
      placement: null,
      supplier: null,
      mpn: null,
      rows,
      material: { record: 'M-1', number: 'M-1', name: null, baseUom: 'MTR' },
      uom: 'MTR',
      basis: 'on_net',
      perUnits: 1,
      stage: 'bulk',
      isPrimary: true,
    },
  ]
}
