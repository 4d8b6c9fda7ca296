import { expect } from 'chai'
import { bomEventCount, bomEvents } from '../../demo/bom/bom-events.ts'
import { rowsOf } from '../../demo/bom/ledger/snapshot-rows.ts'
import { partsOf } from '../../demo/bom/parts.ts'
import { publicationAt } from '../../demo/bom/publication.ts'
import { bomAt } from '../../demo/bom/style-bom.ts'
import { openBrand } from '../../demo/brand.ts'
import { styleAt } from '../../demo/graph/styles/style.ts'
import { MAX_EVENT_BYTES } from '../../schemas/records/record-events.ts'
import { actionsOf, completionOf, countsOf, publications, smoke, stylesOf } from '../support/bom/demo-publications.ts'

describe('demo publications of all sizes', () => {
  const brand = openBrand({ ...smoke, profile: 'mid' })
  const boms = Array.from({ length: 1_200 }, (_, index) => bomAt(brand, styleAt(brand, index), 1))

  it('have the numbers of lines, units, and kinds of BOMs that the demo specifies', () => {
    const counts = boms.map(({ lines }) => lines.length).sort((one, other) => one - other)
    const quantile = (share: number) => counts[Math.trunc(counts.length * share)]
    expect(quantile(0.05)).to.be.within(14, 16)
    expect(quantile(0.5)).to.be.within(20, 22)
    expect(quantile(0.95)).to.be.within(36, 41)
    const percent = (test: (bom: (typeof boms)[number]) => boolean) => (100 * boms.filter(test).length) / boms.length
    expect(percent(({ manner }) => !manner.hasLineRefs)).to.be.closeTo(12.5, 3)
    expect(percent(({ manner }) => manner.basis === 'on_gross')).to.be.closeTo(10, 3)
    expect(percent(({ lines }) => new Set(lines.map(({ material }) => material)).size < lines.length)).to.be.within(
      40,
      62,
    )
    const dozens = boms.filter(({ lines }) => lines.some(({ yieldPerUnits }) => yieldPerUnits === 12))
    expect(new Set(dozens.map(({ style }) => style.category.name))).to.deep.equal(new Set(['sweater']))
    expect(boms.some(({ lines }) => lines.some(({ colorways }) => colorways !== null))).to.equal(true)
    const lines = boms.flatMap((bom) => bom.lines)
    expect((100 * lines.filter(({ mpn }) => mpn === null).length) / lines.length).to.be.within(0.05, 1.5)
  })

  it('are sent as events below the size limit, some styles in parts that each have some of the SKUs', () => {
    let inParts = 0
    for (const bom of boms) {
      const parts = partsOf(brand, bom, '01JPQ8Z5T0V6M3C1K9W2R7X4YB')
      if (parts.length === 1) continue
      inParts += 1
      expect(parts.map(({ part }) => part)).to.deep.equal(parts.map((_, place) => place + 1))
      const codes = parts.flatMap(({ skus }) => skus.map(({ skuCode }) => skuCode))
      expect(new Set(codes).size).to.equal(codes.length)
      for (const { skus, lines } of parts) {
        const own = skus.map(({ skuCode }) => skuCode)
        expect(own.length).to.be.above(0)
        for (const { yields } of lines) expect(own).to.include.members(yields.map(({ sku }) => sku))
        for (const { yields } of lines) expect(yields.length).to.be.above(0)
      }
    }
    expect(inParts).to.be.within(60, 120)
    const large = openBrand({ ...smoke, profile: 'large' })
    const heaviest = Array.from({ length: 20_000 }, (_, index) => styleAt(large, index))
      .filter(({ colors, category }) => colors === 8 && ['jacket', 'jeans'].includes(category.name))
      .slice(0, 40)
    const sizes = heaviest.flatMap((style) =>
      partsOf(large, bomAt(large, style, 10), '').map((part) => Buffer.byteLength(JSON.stringify(part))),
    )
    expect(Math.max(...sizes))
      .to.be.within(250 * 1024, 600 * 1024)
      .and.below(MAX_EVENT_BYTES)
    expect(sizes.length).to.be.above(heaviest.length)
  })
})

describe('the feed of demo publications', () => {
  it('with only the newest publications has the same events as a longer one', () => {
    const all = [...bomEvents(smoke)]
    const two = [...bomEvents(smoke, { publications: 2 })]
    expect(two).to.deep.equal(all.slice(-two.length))
    expect(publications(two).length).to.equal(2)
    expect([...bomEvents(smoke, { publications: 0 })]).to.deep.equal([])
  })

  it('has as many events as it announces', () => {
    for (const feed of [{}, { publications: 2, withFailure: true }, { withFailure: true, withUnfinished: true }]) {
      expect([...bomEvents(smoke, feed)].length).to.equal(bomEventCount(smoke, feed))
    }
  })

  it('contains, on request, a failed and an unfinished publication, and is otherwise the same', () => {
    const plain = [...bomEvents(smoke)]
    const events = [...bomEvents(smoke, { withFailure: true, withUnfinished: true })]
    const ids = new Set(plain.map(({ value }) => value.id))
    expect(events.filter(({ value }) => ids.has(value.id))).to.deep.equal(plain)
    const all = publications(events)
    expect(all.length).to.equal(7)
    const [failing = [], unfinished = []] = all.filter(
      ([first]) => !plain.some(({ value }) => value.subject === first?.snapshotId),
    )
    const { rowCount = 0, ...counts } = completionOf(failing) ?? {}
    expect({ ...countsOf(failing), rowCount: rowCount - 1 }).to.deep.equal({ ...countsOf(failing) })
    expect(counts).to.include({ styleCount: 40, contentHash: null })
    expect(all.indexOf(failing)).to.equal(2)
    expect(new Set(actionsOf(unfinished))).to.deep.equal(new Set(['started', 'style']))
    const times = events.map(({ value }) => value.time)
    expect(times).to.deep.equal(times.toSorted())
  })

  it('shares no ID with that of another organization, and computes each style independently', () => {
    const idsOf = (organization: string) =>
      [...bomEvents({ ...smoke, organization }, { withFailure: true })].flatMap(({ value }) => [
        value.id,
        value.subject,
      ])
    const other = new Set(idsOf('pallendro'))
    expect(idsOf('quillmere').filter((id) => other.has(id))).to.deep.equal([])
    const forward = stylesOf(publications(bomEvents(smoke, { publications: 1 }))[0] ?? [])
    const alone = Array.from({ length: 40 }, (_, place) => 39 - place).flatMap((index) => {
      const brand = openBrand(smoke)
      return partsOf(brand, bomAt(brand, styleAt(brand, index), 5), publicationAt(brand, 5).snapshotId)
    })
    const byStyle = (styles: readonly { style: { recordId: string }; part?: number | undefined }[]) =>
      styles.map(({ style, part }) => `${style.recordId}/${part}`).sort()
    expect(byStyle(alone)).to.deep.equal(byStyle(forward))
    const rows = (styles: Parameters<typeof rowsOf>[0][]) =>
      styles
        .flatMap(rowsOf)
        .map((row) => JSON.stringify(row))
        .sort()
    expect(rows(alone)).to.deep.equal(rows(forward))
  })
})
