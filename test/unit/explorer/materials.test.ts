import { expect } from 'chai'
import { comparePositions } from '../../../api/operations/materials/compare-positions.ts'
import { exampleComparison, examplePosition } from '../../../api/operations/materials/examples.ts'
import { defaultTolerance, toleranceOf as toleranceOfInput } from '../../../domain/quantities/tolerance.ts'
import { parseAddress, writeAddress } from '../../../explorer/src/address.ts'
import {
  absoluteTolerances,
  differenceRows,
  percentTolerance,
  toleranceOf,
} from '../../../explorer/src/pages/materials/comparison/comparison.ts'
import { parseValue } from '../../../explorer/src/pages/materials/exceptions/exceptions.ts'
import { materialsSearch } from '../../../explorer/src/pages/materials/materials-search.ts'
import {
  askedPairs,
  cellKey,
  comparableSystems,
  marksOf,
  pairsOf,
} from '../../../explorer/src/pages/materials/positions/positions.ts'
import type { MaterialFactoryPosition } from '../../../schemas/materials/positions.ts'

type Uom = MaterialFactoryPosition['uom']

/** A position with this stock on hand. */
function position(system: string, onHand: string | null, uom: Uom = 'MTR'): MaterialFactoryPosition {
  return { ...examplePosition, positionId: `${system} ${onHand}`, system, onHand, uom }
}

/** The comparison of stock in the ERP and the WMS, as the API returns it. */
function compared(erp: MaterialFactoryPosition | null, wms: MaterialFactoryPosition | null) {
  const positions = [erp, wms].filter((one) => one !== null)
  const asked = { positions, systems: ['erp', 'wms'], measures: ['onHand'] as const, tolerance: defaultTolerance }
  return { ...exampleComparison, positions, ...comparePositions(asked) }
}

describe('the page of materials', () => {
  it('has a state that its URL restores', () => {
    const state = {
      view: 'comparison',
      material: '0012',
      factory: 'erp:main:1',
      status: 'resolved',
      exception: 'e',
      systems: ['wms', 'erp'],
      measures: ['onHand', 'required'],
      verdict: 'missing',
      percent: '2.50',
      EA: '3',
    }
    const again = materialsSearch(parseAddress(writeAddress({ ...materialsSearch(state) })))
    expect(JSON.parse(JSON.stringify(again))).to.deep.equal(state)
    const faulty = materialsSearch({ view: 'x', severity: 'x', measures: 'x', systems: 7, percent: '' })
    expect(Object.values(faulty).filter((value) => value !== undefined)).to.deep.equal([])
  })

  it('has the default tolerance of the contract', () => {
    const inForce = toleranceOfInput({ percent: percentTolerance, absolute: absoluteTolerances })
    expect(inForce.percent).to.equal(defaultTolerance.percent)
    expect(inForce.absolute).to.deep.equal({ MTK: '0', ...defaultTolerance.absolute })
    expect(toleranceOf({})).to.equal(undefined)
    expect(toleranceOf({ percent: '3' })).to.deep.equal({ percent: '3' })
    expect(toleranceOf({ EA: '5' })).to.deep.equal({ absolute: { MTR: '1', KGM: '0.5', MTK: '0', EA: '5' } })
  })

  it('distinguishes amounts, codes, and times', () => {
    expect(parseValue('-12.5', 'MTR')).to.deep.equal({ kind: 'amount', value: '-12.5', unit: 'MTR' })
    expect(parseValue('100018', null)).to.deep.equal({ kind: 'text', value: '100018' })
    expect(parseValue('YRD', 'MTR')).to.deep.equal({ kind: 'text', value: 'YRD' })
    expect(parseValue('2026-09-14T02:10:05.310Z', null).kind).to.equal('time')
    expect(parseValue(null, 'MTR').kind).to.equal('nothing')
  })

  it('groups positions by material and factory, ordered by code', () => {
    const other = { ...position('erp', '1'), material: { id: null, code: 'A-1', label: null } }
    const pairs = pairsOf([position('wms', '2'), other, position('erp', '3')])
    expect(
      pairs.map(({ material, positions }) => [material.code, positions.map(({ system }) => system)]),
    ).to.deep.equal([
      ['A-1', ['erp']],
      [examplePosition.material.code, ['erp', 'wms']],
    ])
    expect(askedPairs(pairs)).to.deep.equal([
      { material: examplePosition.material.id, factory: examplePosition.factory.id },
    ])
    expect(comparableSystems(['erp'])).to.equal(null)
    expect(comparableSystems(['a', 'b', 'c', 'd', 'e'])).to.deep.equal(['a', 'b', 'c', 'd'])
  })

  it('marks differences with the verdict of the API', () => {
    const marked = (erp: MaterialFactoryPosition, wms: MaterialFactoryPosition) => {
      const marks = marksOf([compared(erp, wms)])
      return [erp, wms].map(({ positionId }) => marks.get(cellKey(positionId, 'onHand'))?.kind)
    }
    expect(marked(position('erp', '100'), position('wms', '100'))).to.deep.equal([undefined, undefined])
    expect(marked(position('erp', '100.5'), position('wms', '100'))).to.deep.equal(['within', 'baseline'])
    expect(marked(position('erp', '150'), position('wms', '100'))).to.deep.equal(['outside', 'baseline'])
    expect(marked(position('erp', '100', 'KGM'), position('wms', '100'))).to.deep.equal(['not_comparable', 'baseline'])
    expect(marked(position('erp', null), position('wms', '100'))).to.deep.equal([undefined, undefined])
  })

  it('shows a single difference with the verdict of its pair', () => {
    const cases = [
      compared(position('erp', '100'), position('wms', '100')),
      compared(position('erp', '100.5'), position('wms', '100')),
      compared(position('erp', '150'), position('wms', '100')),
      compared(position('erp', '100', 'KGM'), position('wms', '100')),
      compared(position('erp', '100', 'KGM'), position('wms', null)),
      compared(position('erp', null), position('wms', '100')),
      compared(null, position('wms', '100')),
      compared(null, null),
    ]
    expect(new Set(cases.map(({ verdict }) => verdict)).size).to.equal(5)
    for (const one of cases) expect(differenceRows(one).map(({ verdict }) => verdict)).to.deep.equal([one.verdict])
  })

  it('shows amounts that are not comparable in their own units', () => {
    const [row] = differenceRows(compared(position('erp', '7', 'KGM'), position('wms', '100')))
    expect([row?.baselineUnit, row?.otherUnit, row?.difference.delta]).to.deep.equal(['MTR', 'KGM', null])
  })
})
