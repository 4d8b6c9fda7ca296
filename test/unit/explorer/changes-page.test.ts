import { expect } from 'chai'
import { exampleChange } from '../../../api/operations/bom/examples.ts'
import { writeAddress } from '../../../explorer/src/address.ts'
import { unitText } from '../../../explorer/src/format/numbers.ts'
import {
  barScale,
  compareRows,
  lineText,
  otherFieldText,
  rowKeyOf,
} from '../../../explorer/src/pages/changes/change-rows.ts'
import {
  changesSearch,
  comparisonOf,
  isFiltered,
  withoutFilters,
  withoutOwn,
} from '../../../explorer/src/pages/changes/changes-search.ts'
import {
  choosePair,
  isLabelled,
  movePair,
  placePoints,
} from '../../../explorer/src/pages/changes/timeline/timeline-places.ts'
import { BomYieldChange, comparisonSelection } from '../../../schemas/bom/yields.ts'

/** The changed row in the example of the contract, with other values in some fields. */
function changed(fields: readonly (keyof NonNullable<BomYieldChange['after']>)[], before: object, after: object) {
  const row = exampleChange.after
  return BomYieldChange.parse({
    ...exampleChange,
    changeType: 'changed',
    changedFields: fields,
    before: { ...row, ...before },
    after: { ...row, ...after },
  })
}

describe('the URL of the changes page', () => {
  it('contains every filter of the API, and is parsed to the same state', () => {
    const text = { fromSnapshotId: 'A', toSnapshotId: 'B', from: '2026-09-01', to: '2026-09-02' }
    const filters = { sku: 's', style: '0012', mpn: 'm', supplier: 'S & T', material: '1' }
    const given = { ...text, ...filters, changeType: 'unchanged', includeUnchanged: true } as const
    expect(Object.keys(given)).to.have.members(Object.keys(comparisonSelection))
    const state = changesSearch({ ...given, open: ['a', 'b', 'c'], more: 'true' })
    expect(comparisonOf(state)).to.deep.equal(given)
    const query = new URLSearchParams(writeAddress({ ...state }))
    const again = changesSearch(Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])))
    expect(again).to.deep.equal(state)
  })

  it('leaves out unknown values', () => {
    const state = changesSearch({ changeType: 'odd', includeUnchanged: 'maybe', open: 'alone', style: ['a', 'b'] })
    expect(writeAddress({ ...state })).to.equal('?style=a')
  })

  it('loses all filters and keeps the snapshots when filters are cleared', () => {
    const state = changesSearch({ fromSnapshotId: 'A', style: 'x', includeUnchanged: 'true' })
    expect(isFiltered(state)).to.equal(true)
    const cleared = { ...state, ...withoutFilters }
    expect(isFiltered(cleared)).to.equal(false)
    expect(writeAddress(cleared)).to.equal('?fromSnapshotId=A')
  })
})

describe('the lists of the summary of changes', () => {
  it('are counted without the filter that their own entries set', () => {
    const all = { style: 's', sku: 'k', material: 'm', supplier: 'x', changeType: 'added' } as const
    expect(withoutOwn('style', all)).to.deep.equal({ ...all, style: undefined })
    expect(withoutOwn('changeType', all)).to.deep.equal({ ...all, changeType: undefined })
    expect(withoutOwn('largest', all)).to.deep.equal({ ...all, style: undefined, sku: undefined, material: undefined })
    expect(withoutOwn('largest', { style: 's', material: 'm' })).to.deep.equal({ style: 's', material: 'm' })
  })
})

describe('the time line of snapshots', () => {
  it('places snapshots in order from end to end, wider apart for longer times between them', () => {
    const day = 86_400_000
    const places = placePoints([0, day, 2 * day, 12 * day])
    expect(places[0]).to.equal(0)
    expect(places.at(-1)).to.equal(1)
    const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0))
    expect(gaps[0]).to.be.closeTo(gaps[1] ?? 0, 1e-9)
    expect(gaps[2]).to.be.above(gaps[1] ?? 0)
  })

  it('keeps a minimum distance, even if many snapshots have the same time', () => {
    const times = [0, ...Array.from({ length: 98 }, () => 1), 1_000_000]
    const places = placePoints(times)
    for (const [at, place] of places.slice(1).entries())
      expect(place - (places[at] ?? 0)).to.be.at.least(0.7 / 99 - 1e-9)
    expect(placePoints([5, 5, 5])).to.deep.equal([0, 0.5, 1])
    expect(placePoints([5])).to.deep.equal([1])
    expect(placePoints([])).to.deep.equal([])
  })

  it('labels snapshots with dates that do not overlap', () => {
    for (let count = 1; count < 60; count += 1) {
      const labelled = Array.from({ length: count }, (_, at) => at).filter((at) => isLabelled(at, count))
      expect(labelled.at(-1)).to.equal(count - 1)
      const gaps = labelled.slice(1).map((at, index) => at - (labelled[index] ?? 0))
      if (count > 5) for (const gap of gaps) expect(gap, `of ${count}`).to.be.at.least(3)
    }
  })

  it('keeps the older snapshot first, whichever one is moved', () => {
    expect(choosePair({ from: 3, to: 5 }, 'from', 1)).to.deep.equal({ from: 1, to: 5 })
    expect(choosePair({ from: 3, to: 5 }, 'from', 7)).to.deep.equal({ from: 5, to: 7 })
    expect(choosePair({ from: 3, to: 5 }, 'to', 0)).to.deep.equal({ from: 0, to: 3 })
    expect(choosePair({ from: 3, to: 5 }, 'to', 3)).to.deep.equal({ from: 3, to: 3 })
  })

  it('moves both snapshots until one reaches the end', () => {
    expect(movePair({ from: 1, to: 3 }, -1, 5)).to.deep.equal({ from: 0, to: 2 })
    expect(movePair({ from: 0, to: 2 }, -1, 5)).to.equal(null)
    expect(movePair({ from: 2, to: 4 }, 1, 5)).to.equal(null)
  })
})

describe('a changed row', () => {
  it('is compared field by field, and distinguishes changed fields from other differences', () => {
    const change = changed(['uom'], { uom: 'MTR', materialName: 'Old', mpn: null }, { uom: 'YRD', materialName: 'New' })
    const states = new Map(compareRows({ ...change, changedFields: ['uom'] }).map(({ name, state }) => [name, state]))
    expect(states.get('uom')).to.equal('changed')
    expect(states.get('materialName')).to.equal('differs')
    expect(states.get('style')).to.equal('same')
    expect([...states.values()].slice(0, 3)).to.deep.equal(['changed', 'differs', 'differs'])
    expect(new Set([...states.values()].slice(3))).to.deep.equal(new Set(['same']))
    expect([...states.keys(), 'matchKey']).to.have.members(Object.keys(exampleChange.after ?? {}))
  })

  it('has one side and no marks when it was added', () => {
    const fields = compareRows({ ...changed([], {}, {}), before: null })
    expect(fields.every(({ before, state }) => before === undefined && state === 'same')).to.equal(true)
    expect(fields.find(({ name }) => name === 'style')?.after).to.equal(exampleChange.after?.style)
  })

  it('describes its line before and after in a short text', () => {
    const names = { section: null, materialColorCode: null }
    const change = changed(
      ['material', 'placement', 'supplierCode'],
      { ...names, placement: 'body', material: 'M1', materialName: 'Twill', supplierCode: 'S1' },
      { ...names, placement: 'sleeve', material: 'M2', materialName: null, supplierCode: null },
    )
    expect(lineText(change)).to.deep.equal({ placement: 'body → sleeve', material: 'M1 Twill → M2' })
    expect(lineText({ ...change, before: null })).to.deep.equal({ placement: 'sleeve', material: 'M2' })
    expect(otherFieldText(change.changedFields, change.before)).to.equal('S1 (Supplier code)')
    expect(otherFieldText(change.changedFields, change.after)).to.equal('– (Supplier code)')
    expect(otherFieldText(['netYield', 'material'], change.after)).to.equal(null)
  })

  it('shows the number of garments with its unit unless it is one', () => {
    const { before, after } = changed(
      ['yieldPerUnits'],
      { uom: 'MTR', yieldPerUnits: 1 },
      { uom: 'MTR', yieldPerUnits: 12 },
    )
    expect([before && unitText(before), after && unitText(after)]).to.deep.equal(['MTR', 'MTR/12'])
  })

  it('has a key of style, SKU, and match key', () => {
    const change = changed([], {}, {})
    expect(rowKeyOf(change)).to.equal(`${change.style} ${change.sku} ${change.matchKey}`)
  })

  it('fills its bar at 100 %, or at the largest change if that is smaller', () => {
    expect([barScale('-13.5'), barScale('340'), barScale(null)]).to.deep.equal(['-13.5', '100', '100'])
  })
})
