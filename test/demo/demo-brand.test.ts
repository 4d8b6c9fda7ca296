import { expect } from 'chai'
import { openBrand } from '../../demo/brand.ts'
import { demoRecords } from '../../demo/demo-records.ts'
import type { DemoRecord } from '../../demo/event.ts'
import type { ProfileName } from '../../demo/profile.ts'
import type { GraphKind } from '../../schemas/records/record-events.ts'

const recordsOf = (profile: ProfileName): DemoRecord[] => [
  ...demoRecords(openBrand({ organization: 'quillmere', profile })),
]

function ofKind<Kind extends GraphKind>(records: DemoRecord[], kind: Kind): DemoRecord<Kind>[] {
  return records.filter((record): record is DemoRecord<Kind> => record.kind === kind)
}

/** The sum in units of 10^-4, computed from the text without floating-point numbers. */
function sumOf(decimals: readonly unknown[]): bigint {
  return decimals.reduce<bigint>((sum, decimal) => {
    const [whole = '', fraction = ''] = String(decimal).split('.')
    return sum + BigInt(whole + fraction.padEnd(4, '0'))
  }, 0n)
}

const HUNDRED = 1_000_000n

const propertiesOf = ({ properties }: DemoRecord<'link'>['data']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties ?? {}))

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()]
}

for (const profile of ['smoke', 'demo'] as const) {
  describe(`demo brand of profile ${profile}`, () => {
    const records = recordsOf(profile)
    const styles = new Map(ofKind(records, 'style').map((style) => [style.subject, style.data]))
    const skus = ofKind(records, 'sku').map(({ data }) => data)

    it('gives every SKU one style, with a number, color, and size of this style', () => {
      for (const sku of skus) {
        const style = styles.get(sku.style.recordId)
        expect(style?.styleNumber).to.equal(sku.styleNumber)
        expect(style?.sizes?.indexOf(sku.sizeCode ?? '')).to.equal(sku.sizeIndex)
        const colorway = style?.colorways?.find(({ code }) => code === sku.colorwayCode)
        expect(colorway?.name).to.equal(sku.colorwayName)
      }
      const bySku = groupBy(skus, ({ style }) => style.recordId)
      expect(bySku.length).to.equal(styles.size)
      for (const ofStyle of bySku) {
        const style = styles.get(ofStyle[0]?.style.recordId ?? '')
        const sizes = new Set(ofStyle.map(({ sizeCode, secondarySizeCode }) => `${sizeCode}/${secondarySizeCode}`))
        expect(ofStyle.length).to.equal(sizes.size * (style?.colorways?.length ?? 0))
        expect(ofStyle.length).to.be.within(1, 200)
      }
    })

    it('gives no code to two entities, and no name to two suppliers', () => {
      const codes = records.flatMap((record) =>
        record.kind === 'link' ? [] : (record.data.references ?? []).map((code) => JSON.stringify(code)),
      )
      expect(codes.length).to.be.above(2 * skus.length)
      expect(new Set(codes).size).to.equal(codes.length)
      const suppliers = ofKind(records, 'supplier').map(({ data }) => data.legalName?.split(' ')[0])
      expect(new Set(suppliers).size).to.equal(suppliers.length)
    })

    it('has GTINs with a leading zero and a valid check digit', () => {
      for (const { gtin } of skus) {
        expect(gtin).to.match(/^04\d{11}$/)
        const padded = (gtin ?? '').padStart(14, '0')
        const weighed = padded.replace(
          /(.)(.)/g,
          (_, odd: string, even: string) => `${'1'.repeat(Number(odd) * 3 + Number(even))}`,
        )
        expect(weighed.length % 10, `check digit of ${gtin}`).to.equal(0)
      }
    })

    it('has compositions, yarns, and allocations that add up to exactly 100 percent', () => {
      const links = ofKind(records, 'link').map(({ data }) => data)
      const sharesOf = (type: string, property: string) =>
        groupBy(
          links.filter((link) => link.type === type),
          ({ from }) => from.recordId,
        ).map((group) => group.map((link) => propertiesOf(link)[property]))
      const compositions = ofKind(records, 'material').map(({ data }) => data.composition ?? [])
      const wholes = [
        ...compositions.filter(({ length }) => length > 0).map((fibres) => fibres.map(({ percent }) => percent)),
        ...sharesOf('MADE_FROM', 'sharePercent'),
        ...sharesOf('PRODUCED_BY', 'allocationPercent'),
      ]
      expect(wholes.filter(({ length }) => length > 1).length).to.be.above(10)
      for (const parts of wholes) expect(sumOf(parts)).to.equal(HUNDRED)
    })

    it('writes integers as numbers, and all other quantities as exact decimal strings', () => {
      const text = JSON.stringify(records.map(({ data }) => data))
      const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []
      expect(numbers.length).to.be.above(skus.length)
      expect(numbers.filter((number) => !/^(0|[1-9]\d{0,8})$/.test(number))).to.deep.equal([])
      expect(text).not.to.match(/\d\.\d{5}|\d[eE][+-]\d|NaN|Infinity|undefined/)
    })

    it('links only existing and different entities, some of them before one or both of these are sent', () => {
      const positions = new Map(records.map(({ kind, subject }, position) => [`${kind}/${subject}`, position]))
      const early = records.flatMap((record, position) => {
        if (record.kind !== 'link') return []
        const { from, to } = record.data
        expect(`${from.type}/${from.recordId}`).not.to.equal(`${to.type}/${to.recordId}`)
        const ends = [from, to].map(({ type, recordId }) => positions.get(`${type}/${recordId}`))
        expect(ends, record.subject).not.to.include(undefined)
        return [ends.filter((end) => end !== undefined && end > position).length]
      })
      expect(early.filter((missing) => missing === 1).length).to.be.above(20)
      expect(early.filter((missing) => missing === 2).length).to.be.above(2)
    })

    it('has no cycle of owners among suppliers', () => {
      const owners = new Map(
        ofKind(records, 'link')
          .filter(({ data }) => data.type === 'OWNED_BY')
          .map(({ data }) => [data.from.recordId, data.to.recordId]),
      )
      expect(owners.size).to.be.above(1)
      for (const supplier of owners.keys()) {
        const chain = [supplier]
        for (let owner = owners.get(supplier); owner !== undefined; owner = owners.get(owner)) {
          expect(chain).not.to.include(owner)
          chain.push(owner)
        }
      }
    })
  })
}
