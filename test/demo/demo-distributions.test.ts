import { expect } from 'chai'
import { openBrand } from '../../demo/brand.ts'
import { demoCounts } from '../../demo/demo-counts.ts'
import { demoRecords } from '../../demo/demo-records.ts'
import type { DemoRecord } from '../../demo/event.ts'
import type { GraphKind } from '../../schemas/records/record-events.ts'

const options = { organization: 'quillmere', profile: 'mid' } as const
const records: DemoRecord[] = [...demoRecords(openBrand(options))]

function ofKind<Kind extends GraphKind>(kind: Kind): DemoRecord<Kind>['data'][] {
  return records.filter((record): record is DemoRecord<Kind> => record.kind === kind).map(({ data }) => data)
}

const propertiesOf = ({ properties }: DemoRecord<'link'>['data']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties ?? {}))

const percentOf = <T>(items: readonly T[], test: (item: T) => boolean) =>
  (100 * items.filter(test).length) / items.length

const styles = ofKind('style')
const links = ofKind('link')

describe('demo distributions', () => {
  it('have about the specified number of SKUs in each profile', () => {
    const skus = (profile: 'smoke' | 'demo' | 'mid' | 'large') => demoCounts({ ...options, profile }).sku
    expect(skus('smoke')).to.be.within(600, 1_000)
    expect(skus('demo')).to.be.within(5_300, 6_500)
    expect(skus('mid')).to.be.within(20_500, 24_800)
    expect(skus('large')).to.be.within(335_000, 410_000)
  })

  it('have the specified shares of categories, colors, and seasons', () => {
    const category = (name: string) => percentOf(styles, (style) => style.category === name)
    const colors = (count: number) => percentOf(styles, (style) => style.colorways?.length === count)
    expect(category('tee')).to.be.closeTo(22, 4)
    expect(category('pants')).to.be.closeTo(13, 4)
    expect(category('accessory')).to.be.closeTo(4, 2)
    expect(colors(1)).to.be.closeTo(25, 4)
    expect(colors(3)).to.be.closeTo(22, 4)
    expect(colors(8)).to.be.closeTo(2, 1.5)
    expect([...new Set(styles.map(({ season }) => season))]).to.deep.equal(['SS26', 'FW26', 'SS27', 'FW27'])
    expect(percentOf(styles, ({ developmentType }) => developmentType === 'carryover')).to.be.closeTo(25, 4)
  })

  it('give the first suppliers of a role the most materials, and each material one nominated source of at most eight', () => {
    const supplied = links.filter((link) => link.type === 'SUPPLIED_BY')
    const mills = [...Map.groupBy(supplied, ({ to }) => to.recordId)].map(([id, rows]) => ({ id, count: rows.length }))
    const heaviest = mills.sort((one, other) => other.count - one.count)[0]
    expect(heaviest?.id).to.equal('V-36')
    expect(percentOf(supplied, ({ to }) => to.recordId === 'V-36')).to.be.within(7, 14)
    for (const rows of Map.groupBy(supplied, ({ from }) => from.recordId).values()) {
      expect(rows.length).to.be.within(1, 8)
      expect(new Set(rows.map(({ to }) => to.recordId)).size).to.equal(rows.length)
      expect(rows.filter((row) => propertiesOf(row).isNominated === true).length).to.equal(1)
    }
    expect(percentOf(supplied, (row) => propertiesOf(row).mpn === null)).to.be.within(0.1, 1.2)
  })

  it('have special characters, quotes, commas, or a leading = or - in 1 % of names', () => {
    const names = [...styles, ...ofKind('material')].map(({ name }) => name)
    const odd = names.filter((name) => /[^\x20-\x7e]|[,"]|^[=-]/.test(name))
    expect((100 * odd.length) / names.length).to.be.closeTo(1, 0.2)
    for (const form of [/[^\x20-\x7e]/, /,/, /"/, /^=/, /^-/])
      expect(odd.filter((name) => form.test(name))).not.to.deep.equal([])
    expect(
      percentOf(ofKind('sku'), ({ colorwayName }) => /[^\x20-\x7e]|[,"]|^[=-]/.test(colorwayName ?? '')),
    ).to.be.within(0.4, 1.8)
  })

  it('measure woven fabrics in meters, knits in kilograms, and buttons in pieces', () => {
    const units = (noun: RegExp) => [
      ...new Set(
        ofKind('material')
          .filter(({ name }) => noun.test(name))
          .map(({ baseUom }) => baseUom),
      ),
    ]
    expect(units(/ Poplin \d/)).to.deep.equal(['MTR'])
    expect(units(/ Jersey \d/)).to.deep.equal(['KGM'])
    expect(units(/ Button\b/)).to.deep.equal(['EA'])
  })

  it('carry styles over from the previous season, with the same category and sizes and a new number', () => {
    const bySubject = new Map(records.map((record) => [`${record.kind}/${record.subject}`, record]))
    const styleOf = (id: string) => {
      const record = bySubject.get(`style/${id}`)
      return record?.kind === 'style' ? record.data : undefined
    }
    const carried = links.filter((link) => link.type === 'CARRIED_OVER_FROM')
    expect(carried.length).to.be.within(180, 270)
    for (const { from, to, properties } of carried) {
      const [style, origin] = [styleOf(from.recordId), styleOf(to.recordId)]
      expect(style?.developmentType).to.equal('carryover')
      expect([style?.category, style?.sizes]).to.deep.equal([origin?.category, origin?.sizes])
      expect(style?.styleNumber).not.to.equal(origin?.styleNumber)
      expect(properties).to.deep.equal({ fromSeason: origin?.season, toSeason: style?.season })
    }
  })
})
