import { findDeclarations, listInputDatasets } from '../../../cypher/connected.ts'
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
export async function computedExceptions(
  context: Context,
  freshness: readonly Freshness[],
): Promise<ServedException[]> {
  const { organization } = context.credential
  const declared = await readDeclared(
    context,
    freshness.filter((one) => one.status === 'unknown' && one.lastAttemptAt === null),
  )
  return freshness.flatMap((one): ServedException[] => {
    if (one.status === 'fresh') return []
    const begun = one.lastAttemptAt ?? declared.get(one.datasetId) ?? null
    const exception = one.status === 'stale' ? staleSource(organization, one) : unknown(organization, one, begun)
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

/** When datasets without loads were described. */
async function readDeclared(context: Context, freshness: readonly Freshness[]): Promise<Map<string, string>> {
  if (freshness.length === 0) return new Map()
  const rows = await context.read(findDeclarations, { datasetIds: freshness.map(({ datasetId }) => datasetId) })
  return new Map(
    rows.flatMap(({ datasetId, state }) => {
      const said: Record<string, { t: string }> = JSON.parse(state ?? '{}')
      const newest = Object.values(said)
        .map(({ t }) => t)
        .sort()
        .at(-1)
      return newest === undefined ? [] : [[datasetId, newest] as const]
    }),
  )
}

/** It begins with the last load, else with the description of the dataset. */
function unknown(organization: string, freshness: Freshness, begun: string | null): PositionException {
  return {
    ...common(organization, 'UNKNOWN_FRESHNESS', freshness, begun),
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
