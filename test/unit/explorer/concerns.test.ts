import { expect } from 'chai'
import {
  type ExceptionCode,
  exceptionCodeValues,
  exceptionSeverityValues,
  type Freshness,
  type IngestRejection,
  type PositionExceptionCounts,
} from '../../../client/src/index.ts'
import { openExceptions, recentRejections, staleness } from '../../../explorer/src/pages/overview/concerns.ts'

const dataset = (datasetId: string, status: string, lagSeconds: number | null) =>
  ({ datasetId, status, lagSeconds }) as Freshness

function countsOf(severity: Record<string, number>, code: Partial<Record<ExceptionCode, number>> = {}) {
  const zeros = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]))
  return {
    exceptions: Object.values(severity).reduce((a, b) => a + b, 0),
    severity: { ...zeros(exceptionSeverityValues), ...severity },
    code: { ...zeros(exceptionCodeValues), ...code },
  } as PositionExceptionCounts
}

const now = Date.parse('2026-11-28T12:00:00.000Z')
const rejection = (rejectedAt: string, count = 1) => ({ rejectedAt, count }) as IngestRejection

describe('what needs attention, on the overview', () => {
  it('names the oldest of the stale datasets, and counts those of unknown freshness', () => {
    const textsOf = (...datasets: Freshness[]) => staleness(datasets).map(({ text }) => text)
    expect(textsOf(dataset('erp.stock', 'fresh', 5))).to.deep.equal([])
    expect(textsOf(dataset('erp.stock', 'stale', 7200), dataset('erp.orders', 'fresh', 90_000))).to.deep.equal([
      'erp.stock is 2\u00a0h old',
    ])
    const several = [dataset('a', 'stale', 60), dataset('b', 'stale', 176_400), dataset('c', 'unknown', null)]
    expect(textsOf(...several)).to.deep.equal([
      '2 datasets are stale, and b is 2\u00a0d 1\u00a0h old',
      'the freshness of 1 dataset is unknown',
    ])
    expect(staleness(several).map(({ search }) => search)).to.deep.equal([{ status: 'stale' }, { status: 'unknown' }])
  })

  it('names the most frequent code of critical exceptions once it is known', () => {
    const textsOf = (...given: Parameters<typeof openExceptions>) => openExceptions(...given).map(({ text }) => text)
    expect(textsOf(countsOf({}), null)).to.deep.equal([])
    expect(textsOf(countsOf({ high: 1 }), null)).to.deep.equal(['1 open exception'])
    const all = countsOf({ critical: 5, low: 2000 })
    expect(textsOf(all, null)).to.deep.equal(['5 critical exceptions', '2\u202f000 other exceptions'])
    const mixed = countsOf({ critical: 5 }, { UOM_MISMATCH: 1, UOM_INCOMPATIBLE: 4 })
    expect(textsOf(all, mixed)[0]).to.equal('5 critical exceptions (most: UOM incompatible)')
    expect(textsOf(all, countsOf({ critical: 5 }, { UOM_INCOMPATIBLE: 5 }))[0]).to.equal(
      '5 critical exceptions (UOM incompatible)',
    )
  })

  it('counts the events that were rejected in the last 24 hours', () => {
    const given = [rejection('2026-11-28T11:00:00.000Z', 40), rejection('2026-11-27T12:00:00.000Z')]
    const old = rejection('2026-11-27T11:59:59.999Z')
    const textOf = (rejections: IngestRejection[], hasMore: boolean) =>
      recentRejections(rejections, hasMore, now).map(({ text }) => text)
    expect(textOf([old], true)).to.deep.equal([])
    expect(textOf([...given, old], true)).to.deep.equal(['41 events rejected in the last 24 hours'])
    expect(textOf(given, true)).to.deep.equal(['at least 41 events rejected in the last 24 hours'])
    expect(textOf(given, false)).to.deep.equal(['41 events rejected in the last 24 hours'])
  })
})
