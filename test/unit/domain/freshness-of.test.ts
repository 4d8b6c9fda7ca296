import { expect } from 'chai'
import { type FreshnessPolicy, freshnessOf, type LoadTimes } from '../../../domain/materials/freshness-of.ts'

const watermark = Date.parse('2027-03-14T02:00:00.000Z')
const at = (ms: number) => new Date(watermark + ms).toISOString()
const hour = 3600

const policy: FreshnessPolicy = {
  sourceSystem: 'erp',
  lifecycle: 'active',
  expectedIntervalSeconds: hour,
  warnAfterSeconds: 2 * hour,
  errorAfterSeconds: 6 * hour,
}
/** A load whose data is from 02:00 and that ended five minutes later. */
const success: LoadTimes = { status: 'succeeded', startedAt: at(0), endedAt: at(300_000), sourceWatermarkAt: at(0) }
const without: LoadTimes = { ...success, sourceWatermarkAt: null }

function evaluated(ms: number, loads: LoadTimes[] = [success], declared: FreshnessPolicy | null = policy) {
  return freshnessOf('erp.material_stock', declared, loads, new Date(watermark + ms))
}
const outcomeOf = (ms: number, ...rest: [LoadTimes[]?, (FreshnessPolicy | null)?]) => {
  const { status, severity, reason, lagSeconds } = evaluated(ms, ...rest)
  return [status, severity, reason, lagSeconds]
}

describe('freshness', () => {
  it('changes its status just above each threshold', () => {
    const [warn, error] = [2 * hour, 6 * hour]
    expect(outcomeOf((warn - 1) * 1000)).to.deep.equal(['fresh', 'none', null, warn - 1])
    expect(outcomeOf(warn * 1000)).to.deep.equal(['fresh', 'none', null, warn])
    expect(outcomeOf(warn * 1000 + 1)).to.deep.equal(['stale', 'warn', null, warn + 1])
    expect(outcomeOf((warn + 1) * 1000)).to.deep.equal(['stale', 'warn', null, warn + 1])
    expect(outcomeOf((error - 1) * 1000)).to.deep.equal(['stale', 'warn', null, error - 1])
    expect(outcomeOf(error * 1000)).to.deep.equal(['stale', 'warn', null, error])
    expect(outcomeOf(error * 1000 + 1)).to.deep.equal(['stale', 'error', null, error + 1])
    expect(outcomeOf((error + 1) * 1000)).to.deep.equal(['stale', 'error', null, error + 1])
  })

  it('includes its basis and the time at which the next load is due', () => {
    expect(evaluated(hour * 1000)).to.deep.equal({
      datasetId: 'erp.material_stock',
      sourceSystem: 'erp',
      status: 'fresh',
      severity: 'none',
      basis: 'source_watermark',
      sourceWatermarkAt: at(0),
      lastSuccessAt: at(300_000),
      lastAttemptAt: at(300_000),
      lastAttemptStatus: 'succeeded',
      lagSeconds: hour,
      warnAfterSeconds: 2 * hour,
      errorAfterSeconds: 6 * hour,
      evaluatedAt: at(hour * 1000),
      nextExpectedAt: at(300_000 + hour * 1000),
      reason: null,
    })
  })

  it('starts at the end of the last success if the source sends no watermark', () => {
    const { basis, lagSeconds, sourceWatermarkAt } = evaluated(300_000 + 2 * hour * 1000, [without])
    expect([basis, lagSeconds, sourceWatermarkAt]).to.deep.equal(['last_success', 2 * hour, null])
    expect(outcomeOf(300_000 + (2 * hour + 1) * 1000, [without]).slice(0, 2)).to.deep.equal(['stale', 'warn'])
  })

  it('starts at the latest watermark or end of any successful load, in any order', () => {
    const backfill: LoadTimes = { ...success, startedAt: at(1000), endedAt: at(400_000), sourceWatermarkAt: at(-9e8) }
    const overlapping: LoadTimes = { ...success, startedAt: at(-5000), endedAt: at(900_000), sourceWatermarkAt: at(-7) }
    for (const loads of [
      [success, backfill, overlapping],
      [overlapping, backfill, success],
      [backfill, success, overlapping],
    ]) {
      const { sourceWatermarkAt, lastSuccessAt, lagSeconds, lastAttemptAt } = evaluated(hour * 1000, loads)
      expect([sourceWatermarkAt, lastSuccessAt, lagSeconds]).to.deep.equal([at(0), at(900_000), hour])
      expect(lastAttemptAt).to.equal(at(400_000))
    }
    const { basis, sourceWatermarkAt, lagSeconds } = evaluated(hour * 1000, [without, backfill])
    expect([basis, sourceWatermarkAt, lagSeconds]).to.deep.equal(['last_success', at(-9e8), hour - 300])
  })

  it('is unknown for a dataset that was never loaded, is paused, or has no policy', () => {
    const running: LoadTimes = { status: 'started', startedAt: at(0), endedAt: null, sourceWatermarkAt: null }
    for (const loads of [[], [running], [{ ...success, status: 'failed' as const }]]) {
      expect(outcomeOf(0, loads)).to.deep.equal(['unknown', 'none', 'never_loaded', null])
    }
    expect(evaluated(0, []).basis).to.equal(null)
    expect(evaluated(0, []).nextExpectedAt).to.equal(null)
    expect(outcomeOf(9 * hour * 1000, [success], { ...policy, lifecycle: 'paused' }).slice(0, 3)).to.deep.equal([
      'unknown',
      'none',
      'paused',
    ])
    const free = { ...policy, warnAfterSeconds: null, errorAfterSeconds: null }
    expect(outcomeOf(9 * hour * 1000, [success], free)).to.deep.equal(['unknown', 'none', 'no_policy', 9 * hour])
    expect(outcomeOf(0, [success], null)).to.deep.equal(['unknown', 'none', 'no_policy', 0])
    expect(evaluated(0, [], null).sourceSystem).to.equal('erp')
  })

  it('uses the only threshold if there is one', () => {
    const onlyError = { ...policy, warnAfterSeconds: null }
    expect(outcomeOf(6 * hour * 1000, [success], onlyError).slice(0, 2)).to.deep.equal(['fresh', 'none'])
    expect(outcomeOf((6 * hour + 1) * 1000, [success], onlyError).slice(0, 2)).to.deep.equal(['stale', 'error'])
    const onlyWarn = { ...policy, errorAfterSeconds: null }
    expect(outcomeOf(99 * hour * 1000, [success], onlyWarn).slice(0, 2)).to.deep.equal(['stale', 'warn'])
  })

  it('has no lag and the reason clock_skew for a watermark in the future', () => {
    expect(outcomeOf(-1)).to.deep.equal(['fresh', 'none', 'clock_skew', 0])
    expect(outcomeOf(0)).to.deep.equal(['fresh', 'none', null, 0])
    expect(outcomeOf(299_999, [without])).to.deep.equal(['fresh', 'none', 'clock_skew', 0])
  })

  it('reports a failed attempt without changing the status', () => {
    const failed: LoadTimes = {
      status: 'failed',
      startedAt: at(hour * 1000),
      endedAt: null,
      sourceWatermarkAt: at(9e6),
    }
    for (const loads of [
      [success, failed],
      [failed, success],
    ]) {
      const found = evaluated(2 * hour * 1000, loads)
      expect([found.status, found.reason]).to.deep.equal(['fresh', 'last_load_failed'])
      expect([found.lastAttemptAt, found.lastAttemptStatus]).to.deep.equal([at(hour * 1000), 'failed'])
      expect([found.lastSuccessAt, found.sourceWatermarkAt]).to.deep.equal([at(300_000), at(0)])
    }
    expect(outcomeOf((2 * hour + 1) * 1000, [success, failed]).slice(0, 3)).to.deep.equal([
      'stale',
      'warn',
      'last_load_failed',
    ])
    expect(outcomeOf(-1, [success, failed])[2]).to.equal('clock_skew')
  })
})
