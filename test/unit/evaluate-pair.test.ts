import { expect } from 'chai'
import { evaluatePair } from '../../projector/reconcile/evaluate-pair.ts'
import { exceptionIdOf, exceptionOf, resolved, seenAgain } from '../../projector/reconcile/exception-of.ts'
import type { Pair } from '../../projector/reconcile/pair.ts'
import { recommendedActions } from '../../projector/reconcile/recommended-actions.ts'
import { PositionException } from '../../schemas/connected.ts'
import { cases, codesOf, excess, nominated, pairOf, stock } from '../support/exception-cases.ts'
import { facts, pair, position } from '../support/positions.ts'

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
