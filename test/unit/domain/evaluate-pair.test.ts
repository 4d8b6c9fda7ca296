import { expect } from 'chai'
import { evaluatePair } from '../../../domain/exceptions/evaluate-pair.ts'
import { exceptionOf } from '../../../domain/exceptions/exception-of.ts'
import type { Pair } from '../../../domain/exceptions/pair.ts'
import { actionOf, codesAbout } from '../../../schemas/materials/exception-table.ts'
import { PositionException } from '../../../schemas/materials/exceptions.ts'
import {
  cases,
  codesOf,
  erpDatasets,
  excess,
  need,
  nominated,
  pairOf,
  production,
  stock,
} from '../../support/materials/exception-cases.ts'
import { facts, input, pair, position, record } from '../../support/materials/positions.ts'

describe('the exceptions of a pair', () => {
  for (const [what, given, codes] of cases) {
    it(`${codes.length > 0 ? codes.join(' and ') : 'are none'}: ${what}`, () => {
      expect(codesOf(given)).to.deep.equal(codes)
    })
  }

  it('do not depend on the order of positions', () => {
    for (const [what, given] of cases) {
      const turned = { ...given, positions: given.positions.toReversed() }
      expect(evaluatePair(turned), what).to.deep.equal(evaluatePair(given))
    }
  })

  it('have a case for each code', () => {
    const found = new Set(cases.flatMap(([, , exceptions]) => exceptions.map((one) => one.split(' ')[0])))
    expect([...found].sort()).to.deep.equal(codesAbout('pair').sort())
  })

  it('have the severity high if stock differs by more than a tenth of the larger amount', () => {
    const severity = (erp: string, wms: string) =>
      evaluatePair(pairOf(stock('erp', erp), stock('wms', wms)))[0]?.severity
    expect(severity('900', '1000')).to.equal('medium')
    expect(severity('899.99', '1000')).to.equal('high')
    expect(severity('1000', '900')).to.equal('medium')
    expect(severity('1000', '899.99')).to.equal('high')
  })
})

describe('the values of an exception', () => {
  const firstFinding = (given: Pair) => {
    const [first] = evaluatePair(given)
    if (!first) throw new Error('nothing was found')
    return first
  }

  it('are those of the two systems that differ most, in base units, with the names of all that differ', () => {
    const given = pairOf(stock('erp', '100'), stock('wms', '120'), stock('factory_portal', '50', { uom: 'YRD' }))
    const found = evaluatePair(given).find(({ code }) => code === 'QUANTITY_MISMATCH')
    const { inputs, steps: _, ...mismatch } = found ?? { inputs: [] }
    expect(inputs.map(({ id }) => id)).to.have.members(['erp/main', 'erp/main', 'wms/main', 'factory_portal/main'])
    expect(mismatch).to.deep.equal({
      code: 'QUANTITY_MISMATCH',
      severity: 'high',
      measure: 'onHand',
      observed: '100',
      expected: '45.72',
      delta: '54.28',
      uom: 'MTR',
      systems: ['erp', 'factory_portal', 'wms'],
      datasetIds: ['erp.material_stock', 'factory_portal.material_stock', 'wms.material_stock'],
    })
  })

  it('are those of the WMS if both differ equally', () => {
    const given = pairOf(stock('erp', '100'), stock('wms', '120'), stock('factory_portal', '80'))
    expect(firstFinding(given)).to.include({ expected: '120', delta: '-20' })
  })

  it('are exact in the unit of their source if the base unit would need too many decimals', () => {
    const pounds = stock('wms', '-1.123456789', { uom: 'LBR' })
    const negative = evaluatePair(pairOf(pounds)).find(({ code }) => code === 'NEGATIVE_ON_HAND')
    expect(negative).to.include({ observed: '-1.123456789', expected: '0', delta: '-1.123456789', uom: 'LBR' })
    const fewer = stock('wms', '-1.12345678', { uom: 'LBR' })
    expect(evaluatePair(pairOf(fewer)).find(({ code }) => code === 'NEGATIVE_ON_HAND')).to.include({
      observed: '-0.5095914234327686',
      delta: '-0.5095914234327686',
      uom: 'KGM',
    })
    const both = pairOf(stock('erp', '9', { uom: 'LBR' }), stock('wms', '1.123456789', { uom: 'LBR' }))
    expect(evaluatePair(both).find(({ code }) => code === 'QUANTITY_MISMATCH')).to.include({
      observed: '9',
      expected: '1.123456789',
      delta: '7.876543211',
      uom: 'LBR',
    })
  })

  it('are null if they have no exact decimal in either unit, and the exception still exists', () => {
    const given = pairOf(stock('erp', '9', { uom: 'KGM' }), stock('wms', '1.123456789', { uom: 'LBR' }))
    expect(evaluatePair(given).find(({ code }) => code === 'QUANTITY_MISMATCH')).to.include({
      observed: '9',
      expected: null,
      delta: null,
      uom: 'KGM',
      severity: 'high',
    })
  })

  it('are null instead of rounded for a mean without an exact decimal', () => {
    const given = pair({
      positions: [position({ required: '1' })],
      need: { ...need('0'), amount: { numerator: 100n, denominator: 3n } },
    })
    expect(firstFinding(given)).to.include({
      measure: 'required',
      observed: '1',
      expected: null,
      delta: null,
      uom: 'MTR',
    })
  })

  it('are units, states, suppliers, and times as they were sent', () => {
    expect(firstFinding(pairOf(position({ uom: 'YRD' })))).to.include({
      observed: 'YRD',
      expected: 'MTR',
      uom: 'MTR',
      delta: null,
    })
    const discontinued = { ...facts, lifecycleState: 'discontinued' }
    expect(firstFinding(pair({ facts: discontinued, positions: [position({ onOrder: '1' })] }))).to.include({
      observed: 'discontinued',
      expected: 'approved',
      measure: 'onOrder',
    })
    expect(firstFinding(pair({ facts: nominated, positions: [position({ supplier: 'SUP-2' })] }))).to.include({
      observed: 'SUP-2',
      expected: 'SUP-1',
    })
    expect(firstFinding(pair({ facts: nominated, positions: [position({ mpn: 'X' })] })).expected).to.equal(
      'HV-1, HV-2',
    )
    expect(firstFinding(pairOf(position({ asOf: '2027-03-14T07:00:00.000Z' })))).to.include({
      observed: '2027-03-14T07:00:00.000Z',
      expected: '2027-03-14T06:00:00.000Z',
    })
    expect(
      firstFinding(
        pair({ production, erpDatasets: [...erpDatasets, { datasetId: 'erp.b', input: input('dataset', 'erp.b') }] }),
      ),
    ).to.deep.include({
      systems: ['erp'],
      datasetIds: ['erp.a', 'erp.b'],
    })
  })

  it('are those of the lowest amount below its limit', () => {
    const given = pairOf(stock('wms', '-1'), stock('factory_portal', '-2'))
    expect(firstFinding(given)).to.deep.include({
      measure: 'onHand',
      observed: '-2',
      expected: '0',
      delta: '-2',
      uom: 'MTR',
      systems: ['factory_portal', 'wms'],
    })
    expect(firstFinding(excess({}))).to.include({
      measure: 'liabilityQuantity',
      observed: '10.01',
      expected: '10',
      delta: '0.01',
    })
    expect(firstFinding(pairOf(stock('wms', '1', { allocated: '3' })))).to.include({
      measure: 'allocated',
      observed: '3',
      expected: '1',
    })
    expect(firstFinding(pairOf(position({ projected: '-3' })))).to.include({ measure: 'projected', delta: '-3' })
    expect(firstFinding(pair({ isAllocated: false, positions: [stock('wms', '7')] }))).to.include({
      measure: 'onHand',
      observed: '7',
    })
  })

  it('include an ID for each organization, code, pair, and measure, and advice in one sentence', () => {
    const given = pair({ positions: [position({ onHand: '-1', projected: '-1', allocated: '0' })] })
    const ids = ['quillmere', 'tessaro'].flatMap((one) =>
      evaluatePair(given).map((finding) => exceptionOf(one, given, finding).exceptionId),
    )
    expect(new Set(ids).size).to.equal(6)
    for (const [, one] of cases)
      for (const finding of evaluatePair(one)) PositionException.parse(exceptionOf('quillmere', one, finding))
    for (const code of [...codesAbout('pair'), ...codesAbout('connected record')])
      expect(actionOf(code)).to.match(/^[A-Z][^.]+\.$/)
  })
})

describe('the times of an exception', () => {
  const timesOf = (given: Pair, code: string) => {
    const [exception] = evaluatePair(given)
      .map((finding) => exceptionOf('quillmere', given, finding))
      .filter((one) => one.code === code)
    if (!exception) throw new Error(`${code} was not found`)
    const dayOf = (time: string) => new Date(time).getUTCDate()
    const { firstSeenAt, lastSeenAt, inputs } = exception
    return [dayOf(firstSeenAt), dayOf(lastSeenAt), inputs.map(({ kind, observedAt }) => `${kind} ${dayOf(observedAt)}`)]
  }

  it('are those of its newest input; inputs are listed newest first', () => {
    const discontinued = { ...facts, lifecycleState: 'discontinued', record: record('material', 'M-1', 5, 9) }
    const ordering = position({ onOrder: '1', record: record('position', 'P-1', 3, 4) })
    expect(timesOf(pair({ facts: discontinued, positions: [ordering] }), 'STATUS_CONFLICT')).to.deep.equal([
      ...[5, 9],
      ['material 5', 'position 3'],
    ])
  })

  it('are those of the values that it is based on, not of other fields of the record', () => {
    const sent = record('position', 'P-1', 3, 8)
    const [onHand, uom] = [new Date(Date.UTC(2027, 2, 5)), new Date(Date.UTC(2027, 2, 7))].map((day) =>
      day.toISOString(),
    )
    const history = { ...sent.history, later: { onHand: onHand ?? '', uom: uom ?? '' } }
    const given = pairOf(position({ system: 'wms', onHand: '-1', record: { ...sent, history } }))
    expect(timesOf(given, 'NEGATIVE_ON_HAND')).to.deep.equal([5, 8, ['position 5']])
  })

  it('come from all inputs, of which at most twenty are listed', () => {
    const positions = Array.from({ length: 30 }, (_, at) =>
      stock('wms', '-1', { instance: `i${at}`, record: record('position', `P-${at}`, (at % 28) + 1) }),
    )
    const [first, last, inputs] = timesOf(pairOf(...positions), 'NEGATIVE_ON_HAND')
    expect([first, last, (inputs as string[]).length, (inputs as string[])[0]]).to.deep.equal([
      28,
      28,
      20,
      'position 28',
    ])
  })
})
