import type { Dataset, Freshness, InspectedLoad } from '../../schemas/materials/datasets.ts'

/**
 * The fields of a dataset that determine its freshness. Null for a dataset that records name but no source declares.
 */
export type FreshnessPolicy = Pick<
  Dataset,
  'sourceSystem' | 'lifecycle' | 'expectedIntervalSeconds' | 'warnAfterSeconds' | 'errorAfterSeconds'
>

/** The fields of a load that determine freshness. */
export type LoadTimes = Pick<InspectedLoad, 'status' | 'startedAt' | 'endedAt' | 'sourceWatermarkAt'>

type Verdict = Pick<Freshness, 'status' | 'severity' | 'reason'>

const UNDECLARED: FreshnessPolicy = {
  sourceSystem: '',
  lifecycle: 'active',
  expectedIntervalSeconds: null,
  warnAfterSeconds: null,
  errorAfterSeconds: null,
}

/**
 * Computes the freshness of a dataset at `now`. A successful load covers the data up to its source watermark, or up to
 * its end if it has none. The lag is counted from the latest of these times, in whole seconds, rounded up. So a later
 * load of older data does not increase the lag. A lag equal to a threshold does not exceed it.
 * @param loads the loads of the dataset that matter, in any order: the newest attempt, and of the successful loads the
 * one that ended last, the one with the highest watermark, and the one without a watermark that ended last
 */
export function freshnessOf(
  datasetId: string,
  declared: FreshnessPolicy | null,
  loads: readonly LoadTimes[],
  now: Date,
): Freshness {
  const policy = declared ?? { ...UNDECLARED, sourceSystem: datasetId.split('.')[0] ?? '' }
  const attempt = newestOf(loads)
  const succeeded = loads.filter(({ status }) => status === 'succeeded')
  const sourceWatermarkAt = latest(succeeded.map((load) => load.sourceWatermarkAt))
  const lastSuccessAt = latest(succeeded.map(timeOf))
  const unmarked = succeeded.filter((load) => load.sourceWatermarkAt === null)
  const since = latest([sourceWatermarkAt, ...unmarked.map(timeOf)])
  const lagMs = since === null ? null : now.getTime() - Date.parse(since)
  const lagSeconds = lagMs === null ? null : Math.ceil(Math.max(0, lagMs) / 1000)
  const { expectedIntervalSeconds, warnAfterSeconds, errorAfterSeconds, sourceSystem } = policy
  return {
    datasetId,
    sourceSystem,
    ...verdictOf(policy, lagMs, lagSeconds, attempt),
    basis: since === null ? null : since === sourceWatermarkAt ? 'source_watermark' : 'last_success',
    sourceWatermarkAt,
    lastSuccessAt,
    lastAttemptAt: attempt && timeOf(attempt),
    lastAttemptStatus: attempt?.status ?? null,
    lagSeconds,
    warnAfterSeconds,
    errorAfterSeconds,
    evaluatedAt: now.toISOString(),
    nextExpectedAt: later(lastSuccessAt, expectedIntervalSeconds),
  }
}

function verdictOf(
  { lifecycle, warnAfterSeconds, errorAfterSeconds }: FreshnessPolicy,
  lagMs: number | null,
  lagSeconds: number | null,
  attempt: LoadTimes | null,
): Verdict {
  const failed = attempt?.status === 'failed' ? 'last_load_failed' : null
  if (lifecycle === 'paused') return { status: 'unknown', severity: 'none', reason: 'paused' }
  if (lagMs === null || lagSeconds === null) return { status: 'unknown', severity: 'none', reason: 'never_loaded' }
  if (warnAfterSeconds === null && errorAfterSeconds === null) {
    return { status: 'unknown', severity: 'none', reason: 'no_policy' }
  }
  const reason = lagMs < 0 ? 'clock_skew' : failed
  if (errorAfterSeconds !== null && lagSeconds > errorAfterSeconds)
    return { status: 'stale', severity: 'error', reason }
  if (warnAfterSeconds !== null && lagSeconds > warnAfterSeconds) return { status: 'stale', severity: 'warn', reason }
  return { status: 'fresh', severity: 'none', reason }
}

/** The time when a load ended, or when it started if it is still running. */
function timeOf({ startedAt, endedAt }: LoadTimes): string {
  return endedAt ?? startedAt
}

/** Returns the latest time. Times are RFC 3339 in UTC with milliseconds, so they sort as text. */
function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((last, time) => (last !== null && (time === null || last >= time) ? last : time), null)
}

function newestOf(loads: readonly LoadTimes[]): LoadTimes | null {
  return loads.reduce<LoadTimes | null>((newest, load) => (newest && isNewer(newest, load) ? newest : load), null)
}

function isNewer(a: LoadTimes, b: LoadTimes): boolean {
  return a.startedAt === b.startedAt ? timeOf(a) >= timeOf(b) : a.startedAt > b.startedAt
}

/** Adds seconds to a time. Returns null if the result is beyond the year 9999. */
export function later(time: string | null, seconds: number | null): string | null {
  if (time === null || seconds === null) return null
  const milliseconds = Date.parse(time) + seconds * 1000
  return milliseconds <= END_OF_TIMES ? new Date(milliseconds).toISOString() : null
}

/** The last instant whose year has four digits. */
const END_OF_TIMES = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
