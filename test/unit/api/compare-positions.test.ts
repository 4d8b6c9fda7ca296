import { expect } from 'chai'
import { comparePositions } from '../../../api/operations/materials/compare-positions.ts'
import { toleranceOf } from '../../../domain/quantities/tolerance.ts'
import type { MaterialFactoryPosition, Measure } from '../../../schemas/materials/positions.ts'
import { position } from '../../support/materials/connected-rows.ts'

const ends = {
  material: { id: null, code: 'M-1', label: null },
  factory: { id: null, code: 'F-1', label: null },
}

/** The position of a system; amounts are in meters unless `more` has another unit. */
function positionIn(system: string, more: Partial<MaterialFactoryPosition>): MaterialFactoryPosition {
  return { ...position('quillmere', system, ends), freshness: { status: 'fresh', lagSeconds: 1 }, ...more }
}

interface Given {
  systems?: string[]
  measures?: Measure[]
  tolerance?: Parameters<typeof toleranceOf>[0]
}

function compared(positions: MaterialFactoryPosition[], given: Given = {}) {
  const { systems = ['erp', 'wms'], measures = ['onHand'], tolerance } = given
  return comparePositions({ positions, systems, measures, tolerance: toleranceOf(tolerance) })
}

/** The verdict on what the ERP and the WMS have on hand. */
function verdict(
  erp: string,
  wms: string,
  { erpUom = 'MTR', wmsUom = 'MTR', ...given }: Given & Record<string, unknown> = {},
) {
  const positions = [
    positionIn('erp', { onHand: erp, uom: erpUom as 'MTR' }),
    positionIn('wms', { onHand: wms, uom: wmsUom as 'MTR' }),
  ]
  return compared(positions, given).verdict
}

describe('comparing positions', () => {
  it('changes the verdict exactly at the percentage of the larger amount, in both directions', () => {
    expect(verdict('1000', '1000')).to.equal('match')
    expect(verdict('1000', '990')).to.equal('within_tolerance')
    expect(verdict('1000', '989.9999999999999999')).to.equal('mismatch')
    expect(verdict('990', '1000')).to.equal('within_tolerance')
    expect(verdict('989.9999999999999999', '1000')).to.equal('mismatch')
    const exact = { tolerance: { percent: '0', absolute: {} } }
    expect(verdict('1000', '1000.0000000000000001', exact)).to.equal('mismatch')
    expect(verdict('1000', '1000', exact)).to.equal('match')
  })

  it('returns amounts in the unit of a source if the base unit would need too many decimals, never rounded', () => {
    const [ours, theirs] = [
      positionIn('erp', { onHand: '9', uom: 'LBR' }),
      positionIn('wms', { onHand: '1.123456789', uom: 'LBR' }),
    ]
    const [inPounds] = compared([ours, theirs]).differences
    const amounts = { baseline: '1.123456789', other: '9', delta: '7.876543211', uom: 'LBR' }
    expect(inPounds).to.deep.include({ ...amounts, deltaPercent: '701.0989', withinTolerance: false })
    const [alone] = compared([theirs]).differences
    expect(alone).to.deep.include({ baseline: '1.123456789', other: null, delta: null, uom: 'LBR' })
    const [apart] = compared([positionIn('erp', { onHand: '9', uom: 'KGM' }), theirs]).differences
    expect(apart).to.deep.include({ baseline: null, other: '9', delta: null, uom: 'KGM', withinTolerance: false })
    const short = positionIn('wms', { onHand: '1.12345678', uom: 'LBR' })
    expect(compared([ours, short]).differences[0]).to.deep.include({ baseline: '0.5095914234327686', uom: 'KGM' })
  })

  it('changes the verdict exactly at the absolute tolerance in base units, in both directions', () => {
    expect(verdict('3', '4')).to.equal('within_tolerance')
    expect(verdict('4', '3')).to.equal('within_tolerance')
    expect(verdict('3', '4.0001', { tolerance: { percent: '0' } })).to.equal('mismatch')
    expect(verdict('4.0001', '3', { tolerance: { percent: '0' } })).to.equal('mismatch')
    expect(verdict('10', '11', { erpUom: 'EA', wmsUom: 'EA' })).to.equal('mismatch')
    expect(verdict('10', '10.5', { erpUom: 'KGM', wmsUom: 'KGM' })).to.equal('within_tolerance')
    expect(verdict('10', '10.51', { erpUom: 'KGM', wmsUom: 'KGM', tolerance: { percent: '0' } })).to.equal('mismatch')
    const given = { tolerance: { percent: '0', absolute: { MTR: '0.9144' } } }
    expect(verdict('100', '99', { erpUom: 'YRD', wmsUom: 'YRD', ...given })).to.equal('within_tolerance')
    expect(verdict('100', '98.9999', { erpUom: 'YRD', wmsUom: 'YRD', ...given })).to.equal('mismatch')
  })

  it('compares exact amounts in base units', () => {
    expect(verdict('100', '91.44', { erpUom: 'YRD' })).to.equal('match')
    expect(verdict('2', '24', { erpUom: 'DZN', wmsUom: 'EA' })).to.equal('match')
    const positions = [positionIn('erp', { onHand: '100', uom: 'YRD' }), positionIn('wms', { onHand: '90' })]
    expect(compared(positions)).to.deep.equal({
      differences: [
        {
          measure: 'onHand',
          baselineSystem: 'wms',
          baseline: '90',
          otherSystem: 'erp',
          other: '91.44',
          delta: '1.44',
          deltaPercent: '1.6',
          uom: 'MTR',
          withinTolerance: false,
        },
      ],
      verdict: 'mismatch',
      warnings: ['uom_converted'],
    })
  })

  it('returns not_comparable for different dimensions, with both amounts', () => {
    const {
      differences,
      verdict: said1,
      warnings,
    } = compared([positionIn('erp', { onHand: '5', uom: 'KGM' }), positionIn('wms', { onHand: '7' })])
    expect(said1).to.equal('not_comparable')
    expect(warnings).to.deep.equal([])
    expect(differences[0]).to.include({ baseline: '7', other: '5', delta: null, uom: null, withinTolerance: null })
    expect(verdict('1', '1', { erpUom: 'PR', wmsUom: 'SET' })).to.equal('not_comparable')
  })

  it('returns missing if a system has no amount, unless two others already mismatch', () => {
    const erp = positionIn('erp', { onHand: '5' })
    const { differences, verdict: missing } = compared([erp])
    expect(missing).to.equal('missing')
    expect(differences[0]).to.include({ baselineSystem: 'wms', baseline: null, other: '5', delta: null, uom: 'MTR' })
    expect(compared([]).verdict).to.equal('missing')
    expect(compared([erp, positionIn('wms', { onHand: null })]).verdict).to.equal('missing')
    const systems = ['erp', 'wms', 'factory_portal']
    expect(compared([erp, positionIn('wms', { onHand: '50' })], { systems }).verdict).to.equal('mismatch')
    expect(compared([erp, positionIn('wms', { onHand: '5' })], { systems }).verdict).to.equal('missing')
  })

  it('uses the source of truth of each measure as the baseline, or the first system', () => {
    const baselines = (systems: string[], measures: Measure[]) =>
      compared([], { systems, measures }).differences.map(
        (one) => `${one.measure} ${one.baselineSystem} ${one.otherSystem}`,
      )
    expect(baselines(['erp', 'wms'], ['onHand', 'required', 'available', 'onOrder'])).to.deep.equal([
      'onHand wms erp',
      'required erp wms',
      'available wms erp',
      'onOrder erp wms',
    ])
    expect(baselines(['erp', 'factory_portal', 'wms'], ['onHand'])).to.deep.equal([
      'onHand wms erp',
      'onHand wms factory_portal',
    ])
    expect(baselines(['erp', 'factory_portal'], ['qualityHold'])).to.deep.equal(['qualityHold factory_portal erp'])
    expect(baselines(['plm', 'mdm'], ['onHand', 'projected'])).to.deep.equal(['onHand plm mdm', 'projected plm mdm'])
  })

  it('returns no percentage of a zero baseline, and otherwise one with the sign of the difference', () => {
    const percent = (erp: string, wms: string) =>
      compared([positionIn('erp', { onHand: erp }), positionIn('wms', { onHand: wms })]).differences[0]?.deltaPercent
    expect(percent('5', '0')).to.equal(null)
    expect(percent('1', '3')).to.equal('-66.6667')
    expect(percent('-5', '-10')).to.equal('50')
  })

  it('warns of stale sources', () => {
    const stale = positionIn('erp', { freshness: { status: 'stale', lagSeconds: 9000 } })
    expect(compared([stale, positionIn('wms', {})]).warnings).to.deep.equal(['stale_source'])
    const unknown = positionIn('erp', { freshness: { status: 'unknown', lagSeconds: null } })
    expect(compared([unknown, positionIn('wms', {})]).warnings).to.deep.equal([])
  })
})
