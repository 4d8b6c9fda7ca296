import { expect } from 'chai'
import { type LedgerRow, ledgerOf, styleLedger } from '../../demo/bom/ledger/ledger.ts'
import { type SnapshotRow, snapshotRows, styleRows } from '../../demo/bom/ledger/snapshot-rows.ts'
import { mannerOf } from '../../demo/bom/lines/manner.ts'
import { bomAt, lastTouched } from '../../demo/bom/style-bom.ts'
import { openBrand } from '../../demo/brand.ts'
import { styleAt } from '../../demo/graph/styles/style.ts'
import { comparedFields } from '../../schemas/bom/yields.ts'

type Change = {
  changeType: string
  changedFields: string[]
  yieldDirection: string | null
  before: SnapshotRow | null
  after: SnapshotRow | null
}

/** Each row by its match key of the comparison: line ID, or rank of its line among lines of the same placement. */
function byKey(rows: Iterable<SnapshotRow>): Map<string, SnapshotRow> {
  const keyed = new Map<string, SnapshotRow>()
  const next = new Map<string, number>()
  for (const row of [...rows].sort((one, other) => one.lineNumber - other.lineNumber)) {
    const place = JSON.stringify([row.skuRecordId, row.section, row.placement, row.materialRecordId])
    const ordinal = next.get(place) ?? 0
    if (row.bomLineRef === null) next.set(place, ordinal + 1)
    const key = row.bomLineRef === null ? `${place}/${ordinal}` : `${row.skuRecordId}/${row.bomLineRef}`
    if (keyed.has(key)) throw new Error(`two rows have the key ${key}`)
    keyed.set(key, row)
  }
  return keyed
}

/** A decimal as an integer in units of 10^-places. */
function scaled(decimal: string, places: number): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

/** Meters, kilograms, and pieces in 10^-4 of the unit that events contain. One yard is 0.9144 m. */
const factors: Record<string, [dimension: string, factor: bigint]> = {
  MTR: ['length', 10_000n],
  YRD: ['length', 9_144n],
  KGM: ['mass', 10_000n],
}

/** Quantities of a row as integers: yields in 10^-12 of the base unit per twelve garments, and half a last digit. */
function quantitiesOf(row: SnapshotRow) {
  const sent = row.netYield ?? row.grossYield ?? ''
  const [dimension, factor] = factors[row.uom] ?? [row.uom, 10_000n]
  const ofTwelve = factor * BigInt(12 / row.yieldPerUnits)
  const units = scaled(sent, 4) * ofTwelve
  const wastage = scaled(row.wastagePercent, 2)
  const [net, gross] =
    row.wastageBasis === 'on_net'
      ? [units * 10_000n, units * (10_000n + wastage)]
      : [units * (10_000n - wastage), units * 10_000n]
  const decimals = Math.max(2, sent.split('.')[1]?.length ?? 0)
  return { dimension, net, gross, wastage, units, halfPlace: 10n ** BigInt(4 - decimals) * ofTwelve }
}

const absolute = (value: bigint) => (value < 0n ? -value : value)

/** The change of a row. With `forgives`, a quantity that was typed again in the same unit also counts as equal. */
function changeOf(before: SnapshotRow, after: SnapshotRow, forgives: boolean): Change | null {
  const [one, other] = [quantitiesOf(before), quantitiesOf(after)]
  const isComparable = one.dimension === other.dimension
  const coarser = one.halfPlace > other.halfPlace ? one.halfPlace : other.halfPlace
  const isTypedAgain =
    isComparable &&
    (forgives || before.uom !== after.uom) &&
    before.wastageBasis === after.wastageBasis &&
    one.wastage === other.wastage &&
    2n * absolute(one.units - other.units) <= coarser
  const differs: Record<string, boolean> = {
    netYield: !isTypedAgain && (one.net !== other.net || !isComparable),
    grossYield: !isTypedAgain && (one.gross !== other.gross || !isComparable),
    wastagePercent: one.wastage !== other.wastage,
  }
  const changedFields = comparedFields.filter((field) => differs[field] ?? before[field] !== after[field])
  if (changedFields.length === 0) return null
  const direction =
    one.gross === other.gross || isTypedAgain ? 'equal' : one.gross < other.gross ? 'increased' : 'decreased'
  const yieldDirection = isComparable ? direction : 'not_comparable'
  return { changeType: 'changed', changedFields, yieldDirection, before, after }
}

function compareSnapshots(from: Map<string, SnapshotRow>, to: Map<string, SnapshotRow>, forgives: boolean): Change[] {
  const none = { changedFields: [], yieldDirection: null }
  const gone = [...from].flatMap(([key, before]) =>
    to.has(key) ? [] : [{ changeType: 'removed', ...none, before, after: null }],
  )
  const rest = [...to].flatMap(([key, after]): Change[] => {
    const before = from.get(key)
    if (before === undefined) return [{ changeType: 'added', ...none, before: null, after }]
    const change = changeOf(before, after, forgives)
    return change === null ? [] : [change]
  })
  return sorted([...gone, ...rest])
}

const whereOf = ({ changeType, before, after }: Change) => {
  const { sku = '', lineNumber = 0 } = before ?? after ?? {}
  return `${sku} ${`${lineNumber}`.padStart(6, '0')} ${changeType}`
}

type Rows = Pick<Change, 'before' | 'after'>

const isSameUse = ({ before: one }: Rows, { before: other }: Rows) =>
  one?.sku === other?.sku && one?.materialRecordId === other?.materialRecordId

const sorted = (changes: Change[]) => changes.sort((one, other) => (whereOf(one) < whereOf(other) ? -1 : 1))

function ledger(rows: Iterable<LedgerRow>): Change[] {
  return sorted([...rows].map(({ kind: _, ...change }) => ({ ...change, changedFields: [...change.changedFields] })))
}

const demo = openBrand({ organization: 'quillmere', profile: 'demo' })

const mid = openBrand({ organization: 'quillmere', profile: 'mid' })

describe('the ledger of changes between demo publications', () => {
  for (const number of [2, 30]) {
    it(`equals a comparison of all rows of the publications ${number - 1} and ${number}`, () => {
      const [from, to] = [byKey(snapshotRows(demo, number - 1)), byKey(snapshotRows(demo, number))]
      const expected = ledger(ledgerOf(demo, number))
      expect(expected.length).to.be.above(100)
      expect(compareSnapshots(from, to, true)).to.deep.equal(expected)
      expect(compareSnapshots(from, to, false)).to.deep.equal(expected)
    })
  }

  it('equals a comparison also for lines that repeat and have no IDs, and for every edited style', () => {
    const kinds = new Set<string>()
    for (let index = 0; index < mid.profile.styles; index += 1) {
      const style = styleAt(mid, index)
      if (mannerOf(style).hasLineRefs && index % 25 !== 0) continue
      for (let number = 2; number <= mid.profile.snapshots; number += 1) {
        if (lastTouched(mid, style, number) !== number) continue
        const changes = styleLedger(mid, style, number)
        const [from, to] = [byKey(styleRows(mid, style, number - 1)), byKey(styleRows(mid, style, number))]
        expect(compareSnapshots(from, to, true)).to.deep.equal(ledger(changes))
        for (const { kind, changeType, before, after } of changes) {
          kinds.add(`${kind} ${changeType}${(before ?? after)?.bomLineRef === null ? ' without line id' : ''}`)
        }
      }
    }
    expect([...kinds]).to.include.members([
      'yield_up changed',
      'yield_down changed',
      'wastage changed',
      'supplier changed',
      'mpn changed',
      'uom changed',
      'add added',
      'remove removed',
      'swap changed',
      'add added without line id',
      'swap removed without line id',
      'swap added without line id',
    ])
  })

  it('has direction equal for meters converted to yards, and not_comparable for kilograms instead of meters', () => {
    const changes = Array.from({ length: 29 }, (_, place) => [...ledgerOf(demo, place + 2)]).flat()
    const yards = changes.filter(({ kind }) => kind === 'uom')
    expect(yards.length).to.be.above(50)
    for (const { before, after, changedFields, yieldDirection } of yards) {
      expect([before?.uom, after?.uom, changedFields, yieldDirection]).to.deep.equal(['MTR', 'YRD', ['uom'], 'equal'])
      expect(after?.netYield ?? after?.grossYield).to.match(/^\d+\.\d{3}$/)
    }
    const weighed = changes.filter(({ kind }) => kind === 'uom_other_dimension')
    expect(weighed.length).to.be.above(20)
    for (const { before, after, yieldDirection } of weighed) {
      expect([before?.uom, after?.uom, yieldDirection]).to.deep.equal(['MTR', 'KGM', 'not_comparable'])
    }
  })

  it('edits one style in twenty, with the specified kinds and shares of edits', () => {
    const brand = openBrand({ organization: 'quillmere', profile: { ...demo.profile, styles: 1_000 } })
    const boms = Array.from({ length: brand.profile.styles }, (_, index) => {
      return [9, 16, 23, 30].map((number) => bomAt(brand, styleAt(brand, index), number))
    }).flat()
    const edits = boms.flatMap((bom) => bom.edits)
    expect(boms.filter((bom) => bom.edits.length > 0).length / boms.length).to.be.closeTo(0.05, 0.012)
    const share = (kind: string) => edits.filter((edit) => edit.kind.startsWith(kind)).length / edits.length
    const shares = {
      yield_up: 0.25,
      yield_down: 0.22,
      wastage: 0.1,
      supplier: 0.12,
      mpn: 0.06,
      add: 0.08,
      remove: 0.06,
    }
    for (const [kind, expected] of Object.entries(shares)) expect(share(kind), kind).to.be.closeTo(expected, 0.05)
    expect(share('swap')).to.be.closeTo(0.08, 0.05)
    expect(share('uom')).to.be.closeTo(0.03, 0.025)
    expect(edits.some(({ sizes }) => sizes !== null)).to.equal(true)
    for (const { edits: ofOne } of boms) {
      const serials = ofOne.map(({ before, after }) => (before ?? after)?.serial)
      expect(new Set(serials).size).to.equal(serials.length)
    }
  })

  it('names one line when a material with three placements changes in one of them', () => {
    const repeated = Array.from({ length: 29 }, (_, place) =>
      [...ledgerOf(demo, place + 2)].map((row) => ({ row, place })),
    ).flat()
    const found = repeated.find(({ row, place }) => {
      if (row.changeType !== 'changed' || !row.kind.startsWith('yield')) return false
      const { lines } = bomAt(demo, styleAt(demo, Number(row.before?.styleRecordId.slice(2)) - 1), place + 1)
      const isAlone = repeated.filter((other) => other.place === place && isSameUse(other.row, row)).length === 1
      return isAlone && lines.filter(({ material }) => `M-${material + 1}` === row.before?.materialRecordId).length >= 3
    })
    if (!found?.row.before) throw new Error('no material with three placements was edited')
    const { materialRecordId, sku } = found.row.before
    const rowsIn = (number: number) =>
      [...snapshotRows(demo, number)].filter((row) => row.sku === sku && row.materialRecordId === materialRecordId)
    const [before, after] = [rowsIn(found.place + 1), rowsIn(found.place + 2)]
    expect(before.length).to.be.at.least(3)
    expect(before.filter((row, place) => JSON.stringify(row) !== JSON.stringify(after[place])).length).to.equal(1)
  })
})
