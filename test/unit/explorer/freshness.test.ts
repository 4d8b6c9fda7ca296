import { expect } from 'chai'
import { exampleFreshness } from '../../../api/operations/materials/examples.ts'
import type { Freshness } from '../../../client/src/contract.ts'
import { loadingText } from '../../../explorer/src/format/times.ts'
import {
  isLate,
  lagScale,
  lateFirst,
  pastText,
  thresholdText,
} from '../../../explorer/src/pages/freshness/dataset-lag.ts'
import { plainText } from '../../support/explorer/plain-text.ts'

const row = (changes: Partial<Freshness>): Freshness => ({ ...exampleFreshness, ...changes })

describe('the freshness page', () => {
  it('shows a message about loading data only while the projector is far behind', () => {
    expect([null, 0, 9].map(loadingText)).to.deep.equal([null, null, null])
    expect(plainText(loadingText(75) ?? '')).to.equal(
      'Data is still loading: the service is 1 min 15 s behind, so figures are not complete yet.',
    )
  })

  it('scales a lag and its thresholds to fit the bar', () => {
    const scale = (lagSeconds: number | null, warnAfterSeconds: number | null, errorAfterSeconds: number | null) =>
      lagScale({ lagSeconds, warnAfterSeconds, errorAfterSeconds })
    const { lag = null, warn = null, error = null } = scale(50, 100, 200) ?? {}
    expect((error ?? 0) / (lag ?? 1)).to.be.closeTo(4, 1e-9)
    expect((error ?? 0) / (warn ?? 1)).to.be.closeTo(2, 1e-9)
    expect(error).to.be.within(0.8, 0.999)
    expect(scale(1_000, 10, null)?.lag).to.be.within(0.8, 0.999)
    expect(scale(1_000, 10, null)?.error).to.equal(null)
    expect(scale(null, 10, 20)?.lag).to.equal(null)
    expect(scale(0, 0, 0)).to.deep.equal({ lag: 0, warn: 0, error: 0 })
    expect(scale(5, null, null)).to.equal(null)
  })

  it('describes thresholds, and how far a lag exceeds them', () => {
    expect(plainText(thresholdText({ warnAfterSeconds: 60, errorAfterSeconds: 7_200 }))).to.equal(
      'warns after 1 min, error after 2 h',
    )
    expect(thresholdText({ warnAfterSeconds: null, errorAfterSeconds: 60 })).to.equal('error after 1\u00a0min')
    expect(thresholdText({ warnAfterSeconds: null, errorAfterSeconds: null })).to.equal('no thresholds')
    const stale = { lagSeconds: 100, warnAfterSeconds: 60, errorAfterSeconds: 90 }
    expect(pastText(row({ ...stale, severity: 'warn' }))).to.equal('40\u00a0s past its warning threshold')
    expect(pastText(row({ ...stale, severity: 'error' }))).to.equal('10\u00a0s past its error threshold')
    expect(pastText(row({ ...stale, severity: 'none' }))).to.equal(null)
    expect(pastText(row({ ...stale, lagSeconds: null, severity: 'warn' }))).to.equal(null)
  })

  it('lists late datasets first, the most severe before the others, and keeps the order otherwise', () => {
    const fresh = { status: 'fresh', severity: 'none', reason: null } as const
    const rows = [
      row({ ...fresh, datasetId: 'a' }),
      row({ ...fresh, datasetId: 'b', reason: 'last_load_failed' }),
      row({ datasetId: 'c', status: 'unknown', severity: 'none', reason: 'never_loaded' }),
      row({ datasetId: 'd', status: 'stale', severity: 'warn', reason: null }),
      row({ ...fresh, datasetId: 'e' }),
      row({ datasetId: 'f', status: 'stale', severity: 'error', reason: null }),
    ]
    expect(lateFirst(rows).map(({ datasetId }) => datasetId)).to.deep.equal(['f', 'd', 'c', 'b', 'a', 'e'])
    expect(rows.filter(isLate).map(({ datasetId }) => datasetId)).to.deep.equal(['c', 'd', 'f'])
  })
})
