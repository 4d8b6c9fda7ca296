import { expect } from 'chai'
import { evaluateDataset } from '../../../domain/exceptions/evaluate-dataset.ts'
import { type FreshnessPolicy, freshnessOf, type LoadTimes } from '../../../domain/materials/freshness-of.ts'
import { codesAbout } from '../../../schemas/materials/exception-table.ts'
import { PositionException } from '../../../schemas/materials/exceptions.ts'

const NOW = new Date('2027-03-14T06:00:00.000Z')
const policy: FreshnessPolicy = {
  sourceSystem: 'erp',
  lifecycle: 'active',
  expectedIntervalSeconds: null,
  warnAfterSeconds: 3600,
  errorAfterSeconds: 7200,
}
const load = (endedAt: string, sourceWatermarkAt: string | null = null): LoadTimes => ({
  status: 'succeeded',
  startedAt: endedAt,
  endedAt,
  sourceWatermarkAt,
})
const input = { kind: 'dataset', id: 'erp.stock', system: 'erp', instance: 'main', recordId: 'erp.stock' } as const
const declaration = {
  newestAt: '2027-03-02T00:00:00.000Z',
  input: { ...input, recordVersion: '1', observedAt: '2027-03-01T00:00:00.000Z' },
}
const evaluate = (declared: FreshnessPolicy | null, loads: LoadTimes[], isDeclared = true) =>
  evaluateDataset('quillmere', freshnessOf('erp.stock', declared, loads, NOW), isDeclared ? declaration : null)

/** Name, freshness policy, loads, and expected exceptions of each case (`code severity observed, expected, since`). */
const cases: [string, FreshnessPolicy | null, LoadTimes[], string[]][] = [
  ['a load at the threshold', policy, [load('2027-03-14T05:00:00.000Z')], []],
  [
    'a load just outside it',
    policy,
    [load('2027-03-14T04:59:59.999Z')],
    ['STALE_SOURCE medium 2027-03-14T04:59:59.999Z, not older than 3600 s, since 2027-03-14T05:59:59.999Z'],
  ],
  [
    'an old watermark, without a threshold to warn',
    { ...policy, warnAfterSeconds: null },
    [load('2027-03-14T05:59:00.000Z', '2027-03-14T03:00:00.000Z')],
    ['STALE_SOURCE medium 2027-03-14T03:00:00.000Z, not older than 7200 s, since 2027-03-14T05:00:00.000Z'],
  ],
  ['no load', policy, [], ['UNKNOWN_FRESHNESS low never_loaded, null, since 2027-03-02T00:00:00.000Z']],
  [
    'no thresholds',
    { ...policy, warnAfterSeconds: null, errorAfterSeconds: null },
    [load('2027-03-13T00:00:00.000Z')],
    ['UNKNOWN_FRESHNESS low no_policy, null, since 2027-03-13T00:00:00.000Z'],
  ],
  [
    'a paused dataset that would be stale',
    { ...policy, lifecycle: 'paused' },
    [load('2027-03-13T00:00:00.000Z')],
    ['UNKNOWN_FRESHNESS low paused, null, since 2027-03-13T00:00:00.000Z'],
  ],
]

describe('the exceptions of a dataset', () => {
  for (const [what, declared, loads, exceptions] of cases)
    it(`${exceptions.map((one) => one.split(' ')[0]).join(' and ') || 'are none'}: ${what}`, () => {
      const found = evaluate(declared, loads).map((one) => PositionException.parse(one))
      const lines = found.map(
        ({ code, severity, observed, expected, firstSeenAt }) =>
          `${code} ${severity} ${observed}, ${expected}, since ${firstSeenAt}`,
      )
      expect(lines).to.deep.equal(exceptions)
    })

  it('have a case for each code', () => {
    const found = new Set(cases.flatMap(([, , , exceptions]) => exceptions.map((one) => one.split(' ')[0])))
    expect([...found].sort()).to.deep.equal(codesAbout('dataset').sort())
  })

  it('name the dataset in the action, and its newest description as the input', () => {
    const [stale] = evaluate(policy, [load('2027-03-14T01:00:00.000Z')])
    expect(stale).to.deep.include({
      staleInput: true,
      inputs: [declaration.input],
      recommendedAction: 'Find out why erp.stock is not loaded. To see its last loads, inspect its source system.',
    })
  })

  it('start at 1970-01-01 if the dataset was never declared', () => {
    const [unknown] = evaluate(null, [], false)
    expect(unknown).to.deep.include({ firstSeenAt: '1970-01-01T00:00:00.000Z', inputs: [], staleInput: false })
  })
})
