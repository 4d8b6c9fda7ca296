import { listInputDatasets } from '../../../cypher/connected.ts'
import type { ExceptionCode, Freshness, PositionException } from '../../../schemas/connected.ts'
import { later } from '../../../schemas/freshness-of.ts'
import { canonicalIdOf } from '../../../schemas/identity.ts'
import type { Context } from '../../context.ts'
import type { ServedException } from './served-exception.ts'

const AT_ONCE = 1000

/** The codes of exceptions that follow from the clock, and are never stored. */
export const computedCodes: readonly ExceptionCode[] = ['STALE_SOURCE', 'UNKNOWN_FRESHNESS']

/** The ids of all datasets that live records or positions name: few, because people set them up. */
export async function readInputDatasets(context: Context): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const rows = await context.read(listInputDatasets, { after: ids.at(-1) ?? '', limit: AT_ONCE })
    ids.push(...rows.map(({ datasetId }) => datasetId))
    if (rows.length < AT_ONCE) return ids
  }
}

/** The exceptions of datasets that are not known to be fresh, one a dataset. */
export function computedExceptions(organization: string, freshness: Iterable<Freshness>): ServedException[] {
  return [...freshness].flatMap((one): ServedException[] => {
    if (one.status === 'fresh') return []
    const exception = one.status === 'stale' ? staleSource(organization, one) : unknownFreshness(organization, one)
    const { exceptionId, code, severity } = exception
    return [{ exceptionId, code, severity, document: () => JSON.stringify(exception) }]
  })
}

/** It begins when the threshold was passed. */
function staleSource(organization: string, freshness: Freshness): PositionException {
  const { basis, sourceWatermarkAt, lastSuccessAt, warnAfterSeconds, errorAfterSeconds } = freshness
  const since = basis === 'source_watermark' ? sourceWatermarkAt : lastSuccessAt
  const within = warnAfterSeconds ?? errorAfterSeconds
  return {
    ...common(organization, 'STALE_SOURCE', freshness, later(since, within)),
    severity: 'medium',
    observed: since,
    expected: `not older than ${within} s`,
    staleInput: true,
    recommendedAction: `Find out why ${freshness.datasetId} is not loaded: see its last loads in the source's inspection.`,
  }
}

/** It begins with the last load, if there was one. */
function unknownFreshness(organization: string, freshness: Freshness): PositionException {
  return {
    ...common(organization, 'UNKNOWN_FRESHNESS', freshness, freshness.lastAttemptAt),
    severity: 'low',
    observed: freshness.reason,
    expected: null,
    staleInput: false,
    recommendedAction: `Give ${freshness.datasetId} thresholds and report its loads, or resume it.`,
  }
}

/** What is not known to have begun began with the epoch, so that the answer is the same each time. */
const EPOCH = new Date(0).toISOString()

function common(organization: string, code: ExceptionCode, { datasetId, sourceSystem }: Freshness, at: string | null) {
  return {
    exceptionId: canonicalIdOf([organization, code, datasetId]),
    code,
    status: 'open' as const,
    ...{ material: null, factory: null, measure: null, delta: null, uom: null },
    systems: [sourceSystem],
    datasetIds: [datasetId],
    firstSeenAt: at ?? EPOCH,
    lastSeenAt: at ?? EPOCH,
  }
}
