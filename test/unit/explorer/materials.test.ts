import { expect } from 'chai'
import { comparePositions } from '../../../api/operations/materials/compare-positions.ts'
import { exampleComparison, exampleException, examplePosition } from '../../../api/operations/materials/examples.ts'
import type { ExplanationStep } from '../../../client/src/contract.ts'
import { defaultTolerance, toleranceOf as toleranceOfInput } from '../../../domain/quantities/tolerance.ts'
import { parseAddress, writeAddress } from '../../../explorer/src/address.ts'
import {
  absoluteTolerances,
  differenceRows,
  percentTolerance,
  toleranceOf,
} from '../../../explorer/src/pages/materials/comparison/comparison.ts'
import {
  exceptionFilters,
  parseValue,
  systemOf,
  withoutFilters,
  withoutOne,
} from '../../../explorer/src/pages/materials/exceptions/exceptions.ts'
import { pageOfInput } from '../../../explorer/src/pages/materials/exceptions/input-page.ts'
import { materialsSearch } from '../../../explorer/src/pages/materials/materials-search.ts'
import { markText } from '../../../explorer/src/pages/materials/positions/mark-text.ts'
import {
  askedPairs,
  type CellMark,
  cellKey,
  comparableSystems,
  marksOf,
  pairsOf,
} from '../../../explorer/src/pages/materials/positions/positions.ts'
import { SummarizeMaterialPositionExceptionsInput } from '../../../schemas/materials/connected-operations.ts'
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
      supplier: 'SUP-24',
      steward: 'Materials planning',
      since: '2026-09-14T00:00:00.000Z',
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

  it('sends all filters of exceptions that the API has, and clears them', () => {
    const filters = {
      ...{ code: 'QUANTITY_MISMATCH', severity: 'high', status: 'resolved', material: 'M', factory: 'F' },
      ...{ supplier: 'S', system: 'erp', steward: 'Planning', since: '2026-09-14T00:00:00.000Z' },
    }
    expect(Object.keys(filters)).to.have.members(Object.keys(SummarizeMaterialPositionExceptionsInput.shape))
    const search = materialsSearch({ ...filters, exception: 'e', view: 'exceptions', percent: '2' })
    expect(exceptionFilters(search)).to.deep.equal(filters)
    expect(exceptionFilters({ ...search, ...withoutFilters })).to.deep.equal({})
    const { system: _, ...others } = filters
    expect(withoutOne(exceptionFilters(search), 'system')).to.deep.equal(others)
  })

  it('links each value of an explanation to the page that shows its record', () => {
    const pageOf = (operation: string, parameters: Record<string, string>, name = 'onHand') =>
      pageOfInput({ id: 'ID', name, readBy: { operation, parameters } }, exampleException)
    const { material, factory } = exampleException
    const position = { view: 'positions', material: material?.id, factory: factory?.id, position: 'ID' }
    const ofPosition = { factory: 'other', system: 'erp' }
    expect(pageOf('getMaterialFactoryPosition', ofPosition, 'onOrder')).to.deep.equal({
      to: '/materials',
      search: { ...position, measure: 'onOrder' },
    })
    expect(pageOf('getMaterialFactoryPosition', ofPosition, 'uom')?.search).to.have.property('measure', 'onHand')
    expect(pageOf('getEntity', { entityId: 'E' })).to.deep.equal({ to: '/graph', search: { entity: 'E' } })
    const link = { entityId: 'E', relationshipType: 'SUPPLIED_BY', direction: 'outgoing' }
    expect(pageOf('listEntityRelationships', link)).to.deep.equal({
      to: '/graph',
      search: { entity: 'E', relationship: 'SUPPLIED_BY.outgoing' },
    })
    expect(pageOf('listBomYields', { style: 'S', material: 'M' })).to.deep.equal({
      to: '/yields',
      search: { style: 'S', material: 'M' },
    })
    expect(pageOf('getServiceDataFreshness', { datasetId: 'erp.stock' })).to.deep.equal({
      to: '/freshness',
      search: { datasetId: 'erp.stock', inspect: 'erp.stock' },
    })
    expect(pageOf('inspectServiceSource', { system: 'erp', recordId: '1' })).to.equal(null)
    expect(pageOfInput({ id: 'ID', name: 'units', readBy: null }, exampleException)).to.equal(null)
  })

  it('links to the position of a material without a record by its code', () => {
    const material = { id: null, code: 'X-1', label: null }
    const readBy = { operation: 'getMaterialFactoryPosition', parameters: {} }
    const page = pageOfInput({ id: 'ID', name: 'material', readBy }, { ...exampleException, material })
    expect(page?.search).to.include({ material: 'X-1', factory: exampleException.factory?.id })
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

  it('names the system of a value if the explanation has it from one system', () => {
    const step = (value: string, ...systems: string[]) =>
      ({ value, inputs: systems.map((system) => ({ system })) }) as ExplanationStep
    const steps = [step('10', 'erp', 'erp'), step('12', 'wms'), step('12'), step('5'), step('2', 'erp', 'plm')]
    expect(['10', '12', '5', '2', '7', null].map((value) => systemOf(value, steps))).to.deep.equal([
      ...['erp', 'wms', null, null, null, null],
    ])
  })

  it('writes a difference with its sign and unit, and names the baseline', () => {
    const difference = { baselineSystem: 'wms', delta: '-1200.5', deltaPercent: '-12.5', uom: 'MTR' }
    const mark = { kind: 'outside', difference } as CellMark
    expect(markText(mark)).to.equal(
      '\u22121\u202f200.5\u00a0MTR (\u221212.5\u00a0%) against wms, outside the tolerance',
    )
    const unknown = { kind: 'outside', difference: { ...difference, delta: null, deltaPercent: null } } as CellMark
    expect(markText(unknown)).to.equal('differs against wms, outside the tolerance')
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
