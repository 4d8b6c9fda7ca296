import { expect } from 'chai'
import { evaluatePair } from '../../projector/reconcile/evaluate-pair.ts'
import { exceptionIdOf, exceptionOf, resolved, seenAgain } from '../../projector/reconcile/exception-of.ts'
import type { Pair, StoredPosition } from '../../projector/reconcile/pair.ts'
import { recommendedActions } from '../../projector/reconcile/recommended-actions.ts'
import { PositionException } from '../../schemas/connected.ts'
import { quantity } from '../../schemas/quantity.ts'
import { facts, pair, position } from '../support/positions.ts'

const codesOf = (of: Pair) =>
  evaluatePair(of)
    .map(({ code }) => code)
    .sort()
const unknown = { id: null, owners: [], label: null }
const stock = (system: string, onHand: string, fields: Partial<StoredPosition> = {}) =>
  position({ system, onHand, ...fields })
const pairOf = (...positions: StoredPosition[]) => pair({ positions })
const need = (amount: string) => ({ amount: quantity(amount), baseUnit: 'MTR' as const })
const excess = (fields: Partial<StoredPosition>) =>
  pairOf(
    position({
      ...{ liabilityQuantity: '10.01', boughtQuantity: '100', asOf: '2027-03-14T06:00:00.000Z' },
      ...{ lastDemandAt: '2026-12-14T05:59:59.999Z', ...fields },
    }),
  )
const nominated = { ...facts, nominated: [{ code: 'SUP-1', names: ['SUP-1', 'V-1', 'id:v'] }], mpns: ['HV-1', 'HV-2'] }

/** Each line: what is looked at, and the codes that are found. */
const cases: [string, Pair, string[]][] = [
  ['nothing is said', pair(), []],
  ['a position that says nothing', pairOf(position()), []],

  [
    'an approved material is produced without an ERP position',
    pair({ isProduced: true, erpDatasets: ['erp.a'] }),
    ['MISSING_IN_ERP'],
  ],
  ['… and the ERP has one', pair({ isProduced: true, erpDatasets: ['erp.a'], positions: [position()] }), []],
  [
    '… and another system has one',
    pair({ isProduced: true, erpDatasets: ['erp.a'], positions: [position({ system: 'wms' })] }),
    ['MISSING_IN_ERP'],
  ],
  ['… without an active dataset of the ERP', pair({ isProduced: true }), []],
  [
    '… of a material that is not approved',
    pair({ isProduced: true, erpDatasets: ['erp.a'], facts: { ...facts, lifecycleState: 'submitted' } }),
    [],
  ],
  ['… that is not produced', pair({ erpDatasets: ['erp.a'] }), []],

  [
    'the ERP has a quantity of a material without a PLM code',
    pair({ positions: [position({ required: '0.01' })], facts: { ...facts, isInPlm: false } }),
    ['MISSING_IN_PLM'],
  ],
  [
    '… a negative one',
    pair({ positions: [position({ inTransit: '-1' })], facts: { ...facts, isInPlm: false } }),
    ['MISSING_IN_PLM'],
  ],
  [
    '… only zeros',
    pair({ positions: [position({ onHand: '0', required: '0' })], facts: { ...facts, isInPlm: false } }),
    [],
  ],
  ['… only in the WMS', pair({ positions: [stock('wms', '1')], facts: { ...facts, isInPlm: false } }), []],
  [
    'a code without an owner, in the ERP with a quantity',
    pair({
      positions: [position({ onHand: '1' })],
      facts: null,
      material: { ...unknown, key: 'code:erp:item:X', code: 'X' },
    }),
    ['MISSING_IN_PLM', 'ORPHAN_MATERIAL'],
  ],
  [
    '… in the ERP with nothing',
    pair({ positions: [position()], facts: null, material: { ...unknown, key: 'code:erp:item:X', code: 'X' } }),
    ['ORPHAN_MATERIAL'],
  ],
  [
    '… which nobody names any more',
    pair({ facts: null, material: { ...unknown, key: 'code:erp:item:X', code: 'X' } }),
    [],
  ],
  [
    'a factory code without an owner',
    pair({ positions: [position()], factory: { ...unknown, key: 'code:erp:site:X', code: 'X' } }),
    ['ORPHAN_FACTORY'],
  ],
  [
    'a code with two owners',
    pair({
      positions: [position({ onHand: '1' })],
      facts: null,
      material: { ...unknown, key: 'code:erp:item:X', code: 'X', owners: ['MT-1', 'MT-2'] },
    }),
    ['AMBIGUOUS_MATCH'],
  ],
  [
    'a factory code with two owners',
    pair({
      positions: [position()],
      factory: { ...unknown, key: 'code:erp:site:X', code: 'X', owners: ['FA-1', 'FA-2'] },
    }),
    ['AMBIGUOUS_MATCH'],
  ],

  ['units of another dimension', pairOf(position({ uom: 'KGM' })), ['UOM_INCOMPATIBLE']],
  ['another unit of the same dimension', pairOf(position({ uom: 'YRD' })), ['UOM_MISMATCH']],
  [
    'both',
    pairOf(position({ uom: 'KGM' }), position({ system: 'wms', uom: 'CMT' })),
    ['UOM_INCOMPATIBLE', 'UOM_MISMATCH'],
  ],
  [
    'the unit of the ERP where the base unit is not known',
    pair({ facts: { ...facts, baseUom: null }, positions: [position({ uom: 'YRD' }), position({ system: 'wms' })] }),
    ['UOM_MISMATCH'],
  ],
  [
    '… without an ERP',
    pair({ facts: { ...facts, baseUom: null }, positions: [position({ system: 'wms', uom: 'YRD' })] }),
    [],
  ],
  [
    'a pair is no piece',
    pair({ facts: { ...facts, baseUom: 'EA' }, positions: [position({ uom: 'PR' })] }),
    ['UOM_INCOMPATIBLE'],
  ],

  ['stock at the absolute tolerance', pairOf(stock('erp', '51'), stock('wms', '50')), []],
  ['… just above it', pairOf(stock('erp', '51.0000000000000001'), stock('wms', '50')), ['QUANTITY_MISMATCH']],
  ['… just below it, the other way', pairOf(stock('erp', '50'), stock('wms', '50.9999999999999999')), []],
  ['stock at the percentage', pairOf(stock('erp', '990'), stock('wms', '1000')), []],
  ['… just above it', pairOf(stock('erp', '989.99'), stock('wms', '1000')), ['QUANTITY_MISMATCH']],
  ['… the other way', pairOf(stock('erp', '1000'), stock('wms', '989.99')), ['QUANTITY_MISMATCH']],
  [
    '… in the other unit of the portal',
    pairOf(stock('erp', '91.44'), stock('factory_portal', '100', { uom: 'YRD' })),
    ['UOM_MISMATCH'],
  ],
  ['… across dimensions', pairOf(stock('erp', '1'), stock('wms', '100', { uom: 'KGM' })), ['UOM_INCOMPATIBLE']],
  ['… where one does not say', pairOf(position(), stock('wms', '100')), []],
  ['stock of two systems, neither of them the ERP', pairOf(stock('factory_portal', '1'), stock('wms', '100')), []],
  [
    'pieces that differ by one',
    pair({
      facts: { ...facts, baseUom: 'EA' },
      positions: [stock('erp', '101', { uom: 'EA' }), stock('wms', '100', { uom: 'EA' })],
    }),
    [],
  ],
  [
    'fewer than a hundred pieces that differ by one',
    pair({
      facts: { ...facts, baseUom: 'EA' },
      positions: [stock('erp', '99', { uom: 'EA' }), stock('wms', '98', { uom: 'EA' })],
    }),
    ['QUANTITY_MISMATCH'],
  ],

  ['the requirement at the tolerance', pair({ positions: [position({ required: '990' })], need: need('1000') }), []],
  [
    '… just above it',
    pair({ positions: [position({ required: '989.99' })], need: need('1000') }),
    ['REQUIREMENT_MISMATCH'],
  ],
  [
    '… the other way',
    pair({ positions: [position({ required: '1010.2' })], need: need('1000') }),
    ['REQUIREMENT_MISMATCH'],
  ],
  ['… of the WMS', pair({ positions: [position({ system: 'wms', required: '1' })], need: need('1000') }), []],
  ['… without open production', pairOf(position({ required: '1000' })), []],
  ['… which the ERP does not say', pair({ positions: [position()], need: need('1000') }), []],
  [
    '… across dimensions',
    pair({ positions: [position({ required: '1', uom: 'KGM' })], need: need('1000') }),
    ['UOM_INCOMPATIBLE'],
  ],

  ['the nominated supplier by its code', pair({ facts: nominated, positions: [position({ supplier: 'SUP-1' })] }), []],
  ['… by its record', pair({ facts: nominated, positions: [position({ supplier: 'X', supplierRef: 'id:v' })] }), []],
  [
    'another supplier',
    pair({ facts: nominated, positions: [position({ supplier: 'SUP-2', supplierRef: 'id:w' })] }),
    ['SUPPLIER_MISMATCH'],
  ],
  ['… where none is nominated', pairOf(position({ supplier: 'SUP-2' })), []],
  ['… which is not named', pair({ facts: nominated, positions: [position()] }), []],
  ['a nominated article', pair({ facts: nominated, positions: [position({ mpn: 'HV-2' })] }), []],
  ['another article', pair({ facts: nominated, positions: [position({ mpn: 'hv-2' })] }), ['MPN_MISMATCH']],
  ['… where none is nominated', pairOf(position({ mpn: 'HV-3' })), []],

  ...['development', 'submitted', 'restricted', 'discontinued'].map((lifecycleState): [string, Pair, string[]] => [
    `an open order of a material in ${lifecycleState}`,
    pair({ facts: { ...facts, lifecycleState }, positions: [position({ onOrder: '0.01' })] }),
    ['STATUS_CONFLICT'],
  ]),
  ['… of an approved one', pairOf(position({ onOrder: '1' })), []],
  [
    '… of nothing',
    pair({ facts: { ...facts, lifecycleState: 'discontinued' }, positions: [position({ onOrder: '0' })] }),
    [],
  ],

  [
    'stock where no style is produced',
    pair({ isAllocated: false, positions: [stock('wms', '0.01')] }),
    ['FACTORY_NOT_ALLOCATED'],
  ],
  ['… where one is', pair({ isAllocated: true, positions: [stock('wms', '1')] }), []],
  ['… where that is not known', pair({ isAllocated: null, positions: [stock('wms', '1')] }), []],
  ['… no stock', pair({ isAllocated: false, positions: [stock('wms', '0')] }), []],

  ['stock below zero', pairOf(stock('wms', '-0.0000000000000001')), ['NEGATIVE_ON_HAND']],
  ['no stock', pairOf(stock('wms', '0')), []],
  ['more allocated than there is', pairOf(stock('wms', '1', { allocated: '1.0001' })), ['OVER_ALLOCATED']],
  ['all allocated', pairOf(stock('wms', '1', { allocated: '1' })), []],
  ['too little in sight', pairOf(position({ projected: '-0.01' })), ['SHORTAGE']],
  ['just enough', pairOf(position({ projected: '0' })), []],

  ['more than a tenth is left without demand', excess({}), ['EXCESS_LIABILITY']],
  ['… exactly a tenth', excess({ liabilityQuantity: '10' }), []],
  ['… with demand 90 days ago', excess({ lastDemandAt: '2026-12-14T06:00:00.000Z' }), []],
  ['… of which nothing was bought', excess({ boughtQuantity: '0', liabilityQuantity: '0.01' }), ['EXCESS_LIABILITY']],
  ['… where it is not known what was bought', excess({ boughtQuantity: null }), []],
  ['… where it is not known when it was needed', excess({ lastDemandAt: null }), []],

  ['a time five minutes ahead', pairOf(position({ asOf: '2027-03-14T06:05:00.000Z' })), []],
  ['… and a millisecond', pairOf(position({ asOf: '2027-03-14T06:05:00.001Z' })), ['FUTURE_TIMESTAMP']],

  [
    'only the newest position of a system counts',
    pairOf(stock('wms', '-1', { asOf: '2027-03-13T06:00:00.000Z' }), stock('wms', '1')),
    [],
  ],
  [
    '… each of another instance',
    pairOf(stock('wms', '-1', { instance: 'east', asOf: '2027-03-13T06:00:00.000Z' }), stock('wms', '1')),
    ['NEGATIVE_ON_HAND'],
  ],
]

describe('the exceptions of a pair', () => {
  for (const [what, of, codes] of cases) {
    it(`${codes.length > 0 ? codes.join(' and ') : 'are none'}: ${what}`, () => {
      expect(codesOf(of)).to.deep.equal(codes)
    })
  }

  it('do not depend on the order of positions', () => {
    for (const [what, of] of cases) {
      const turned = { ...of, positions: of.positions.toReversed() }
      expect(evaluatePair(turned), what).to.deep.equal(evaluatePair(of))
    }
  })

  const severities: Record<string, string> = {
    ...{ MISSING_IN_ERP: 'high', MISSING_IN_PLM: 'medium', ORPHAN_MATERIAL: 'high', ORPHAN_FACTORY: 'high' },
    ...{ UOM_INCOMPATIBLE: 'critical', UOM_MISMATCH: 'medium', REQUIREMENT_MISMATCH: 'high' },
    ...{
      SUPPLIER_MISMATCH: 'medium',
      MPN_MISMATCH: 'medium',
      STATUS_CONFLICT: 'high',
      FACTORY_NOT_ALLOCATED: 'medium',
    },
    ...{ NEGATIVE_ON_HAND: 'high', OVER_ALLOCATED: 'medium', SHORTAGE: 'high', EXCESS_LIABILITY: 'low' },
    ...{ AMBIGUOUS_MATCH: 'medium', FUTURE_TIMESTAMP: 'low' },
  }

  it('have the severity of the contract, and each code is among the cases', () => {
    const findings = cases.flatMap(([, of]) => evaluatePair(of)).filter(({ code }) => code !== 'QUANTITY_MISMATCH')
    for (const { code, severity } of findings) expect(severity, code).to.equal(severities[code])
    expect([...new Set(findings.map(({ code }) => code))].sort()).to.deep.equal(Object.keys(severities).sort())
  })

  it('weigh a difference of stock by a tenth of the larger amount', () => {
    const severity = (erp: string, wms: string) =>
      evaluatePair(pairOf(stock('erp', erp), stock('wms', wms)))[0]?.severity
    expect(severity('900', '1000')).to.equal('medium')
    expect(severity('899.99', '1000')).to.equal('high')
    expect(severity('1000', '900')).to.equal('medium')
    expect(severity('1000', '899.99')).to.equal('high')
  })
})

describe('what an exception says', () => {
  const said = (of: Pair) => {
    const [first] = evaluatePair(of)
    if (!first) throw new Error('nothing was found')
    return first
  }

  it('is the pair of systems that differs most, in base units, with all that differ', () => {
    const of = pairOf(stock('erp', '100'), stock('wms', '120'), stock('factory_portal', '50', { uom: 'YRD' }))
    expect(evaluatePair(of).find(({ code }) => code === 'QUANTITY_MISMATCH')).to.deep.equal({
      ...{ code: 'QUANTITY_MISMATCH', severity: 'high', measure: 'onHand', observed: '100', expected: '45.72' },
      ...{ delta: '54.28', uom: 'MTR', systems: ['erp', 'factory_portal', 'wms'] },
      datasetIds: ['erp.material_stock', 'factory_portal.material_stock', 'wms.material_stock'],
    })
  })

  it('is the WMS where both differ as much', () => {
    const of = pairOf(stock('erp', '100'), stock('wms', '120'), stock('factory_portal', '80'))
    expect(said(of)).to.include({ expected: '120', delta: '-20' })
  })

  it('is rounded where a mean has no end', () => {
    const of = pair({
      positions: [position({ required: '1' })],
      need: { amount: { numerator: 100n, denominator: 3n }, baseUnit: 'MTR' },
    })
    expect(said(of)).to.include({
      measure: 'required',
      observed: '1',
      expected: '33.3333',
      delta: '-32.3333',
      uom: 'MTR',
    })
  })

  it('names units, states, suppliers and times as they are', () => {
    expect(said(pairOf(position({ uom: 'YRD' })))).to.include({
      observed: 'YRD',
      expected: 'MTR',
      uom: 'MTR',
      delta: null,
    })
    const discontinued = { ...facts, lifecycleState: 'discontinued' }
    expect(said(pair({ facts: discontinued, positions: [position({ onOrder: '1' })] }))).to.include({
      observed: 'discontinued',
      expected: 'approved',
      measure: 'onOrder',
    })
    expect(said(pair({ facts: nominated, positions: [position({ supplier: 'SUP-2' })] }))).to.include({
      observed: 'SUP-2',
      expected: 'SUP-1',
    })
    expect(said(pair({ facts: nominated, positions: [position({ mpn: 'X' })] })).expected).to.equal('HV-1, HV-2')
    expect(said(pairOf(position({ asOf: '2027-03-14T07:00:00.000Z' })))).to.include({
      observed: '2027-03-14T07:00:00.000Z',
      expected: '2027-03-14T06:00:00.000Z',
    })
    expect(said(pair({ isProduced: true, erpDatasets: ['erp.a', 'erp.b'] }))).to.deep.include({
      systems: ['erp'],
      datasetIds: ['erp.a', 'erp.b'],
    })
  })

  it('is how far below zero the lowest is', () => {
    const of = pairOf(stock('wms', '-1'), stock('factory_portal', '-2'))
    expect(said(of)).to.deep.include({
      ...{ measure: 'onHand', observed: '-2', expected: '0', delta: '-2', uom: 'MTR' },
      systems: ['factory_portal', 'wms'],
    })
    expect(said(excess({}))).to.include({
      measure: 'liabilityQuantity',
      observed: '10.01',
      expected: '10',
      delta: '0.01',
    })
    expect(said(pairOf(stock('wms', '1', { allocated: '3' })))).to.include({
      measure: 'allocated',
      observed: '3',
      expected: '1',
    })
    expect(said(pairOf(position({ projected: '-3' })))).to.include({ measure: 'projected', delta: '-3' })
    expect(said(pair({ isAllocated: false, positions: [stock('wms', '7')] }))).to.include({
      measure: 'onHand',
      observed: '7',
    })
  })

  it('has an id of its own for each organization, code, pair and measure, and advice in a sentence', () => {
    const of = pair({ positions: [position({ onHand: '-1', projected: '-1', allocated: '0' })] })
    const ids = ['quillmere', 'tessaro'].flatMap((one) =>
      evaluatePair(of).map((finding) => exceptionIdOf(one, of, finding)),
    )
    expect(new Set(ids).size).to.equal(6)
    const life = {
      status: 'open',
      firstSeenAt: '2027-03-14T06:00:00.000Z',
      lastSeenAt: '2027-03-14T06:00:00.000Z',
    } as const
    for (const [, one] of cases)
      for (const finding of evaluatePair(one)) PositionException.parse(exceptionOf('quillmere', one, finding, life))
    for (const advice of Object.values(recommendedActions)) expect(advice).to.match(/^[A-Z][^.]+\.$/)
  })
})

describe('the life of an exception', () => {
  const [early, late] = ['2027-03-14T06:00:00.000Z', '2027-03-15T06:00:00.000Z'] as const
  const open = { status: 'open', firstSeenAt: early, lastSeenAt: early } as const

  it('begins when it is first found, goes on, ends, and begins anew', () => {
    expect(seenAgain(null, early)).to.deep.equal(open)
    expect(seenAgain(open, late)).to.deep.equal({ ...open, lastSeenAt: late })
    const ended = resolved(open, late)
    expect(ended).to.deep.equal({ status: 'resolved', firstSeenAt: early, lastSeenAt: late })
    expect(seenAgain(ended, late)).to.deep.equal({ status: 'open', firstSeenAt: late, lastSeenAt: late })
  })

  it('never goes back in time', () => {
    expect(seenAgain({ ...open, lastSeenAt: late }, early).lastSeenAt).to.equal(late)
    expect(resolved({ ...open, lastSeenAt: late }, early).lastSeenAt).to.equal(late)
  })
})
