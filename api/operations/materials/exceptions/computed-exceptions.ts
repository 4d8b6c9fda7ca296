import { findDeclarations, listInputDatasets } from '../../../../cypher/materials/read-materials.ts'
import { canonicalIdOf } from '../../../../domain/identity/identity.ts'
import { later } from '../../../../domain/materials/freshness-of.ts'
import type { Freshness } from '../../../../schemas/materials/datasets.ts'
import type { ExceptionCode, ExceptionInput, PositionException } from '../../../../schemas/materials/exceptions.ts'
import type { Reader } from '../../../context.ts'
import type { ServedException } from './served-exception.ts'

const AT_ONCE = 1000

/** The codes of exceptions that follow from the clock, and are never stored. */
export const computedCodes: readonly ExceptionCode[] = ['STALE_SOURCE', 'UNKNOWN_FRESHNESS']

/** The ids of all datasets that live records or positions name: few, because people set them up. */
export async function readInputDatasets(context: Reader): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const rows = await context.read(listInputDatasets, { after: ids.at(-1) ?? '', limit: AT_ONCE })
    ids.push(...rows.map(({ datasetId }) => datasetId))
    if (rows.length < AT_ONCE) return ids
  }
}

/** The exceptions of datasets that are not known to be fresh, one a dataset. */
export async function computedExceptions(
  context: Reader,
  organization: string,
  freshness: readonly Freshness[],
): Promise<ServedException[]> {
  const declared = await readDeclared(
    context,
    freshness.filter((one) => one.status !== 'fresh'),
  )
  return freshness.flatMap((one): ServedException[] => {
    if (one.status === 'fresh') return []
    const declaration = declared.get(one.datasetId) ?? null
    const begun = one.lastAttemptAt ?? declaration?.newestAt ?? null
    const exception = {
      ...(one.status === 'stale' ? staleSource(organization, one) : unknown(organization, one, begun)),
      inputs: declaration ? [declaration.input] : [],
    }
    const { exceptionId, code, severity } = exception
    return [{ exceptionId, code, severity, document: () => JSON.stringify(exception) }]
  })
}

type Computed = Omit<PositionException, 'inputs'>

/** It begins when the threshold was passed. */
function staleSource(organization: string, freshness: Freshness): Computed {
  const { basis, sourceWatermarkAt, lastSuccessAt, warnAfterSeconds, errorAfterSeconds } = freshness
  const since = basis === 'source_watermark' ? sourceWatermarkAt : lastSuccessAt
  const within = warnAfterSeconds ?? errorAfterSeconds
  return {
    ...common(organization, 'STALE_SOURCE', freshness, later(since, within)),
    severity: 'medium',
    observed: since,
    expected: `not older than ${within} s`,
    staleInput: true,
    recommendedAction: `Find out why ${freshness.datasetId} is not loaded. GET /v1/sources/inspect lists its last loads.`,
  }
}

/** What describes datasets, and when that was said last. */
async function readDeclared(context: Reader, freshness: readonly Freshness[]) {
  const datasetIds = freshness.map(({ datasetId }) => datasetId)
  const rows = datasetIds.length > 0 ? await context.read(findDeclarations, { datasetIds }) : []
  return new Map(rows.flatMap(({ datasetId, state }) => declarationOf(datasetId, state)))
}

interface Declaration {
  newestAt: string
  input: ExceptionInput
}

/** What the projector keeps of each record that describes a dataset: its version, its time, and since when it says so. */
type Kept = Record<string, { v: string; t: string; s?: string; content: object | null }>

function declarationOf(datasetId: string, state: string | null): [string, Declaration][] {
  const kept: Kept = JSON.parse(state ?? '{}')
  const said = Object.entries(kept).sort(([a, one], [b, other]) => (one.t + a > other.t + b ? -1 : 1))
  const [key, shown] = said.find(([, { content }]) => content !== null) ?? []
  const newestAt = said[0]?.[1].t
  if (key === undefined || !shown || newestAt === undefined) return []
  const [system = '', instance = ''] = key.split(':')
  const observedAt = shown.s ?? shown.t
  const record = { kind: 'dataset', id: datasetId, system, instance, recordId: datasetId } as const
  return [[datasetId, { newestAt, input: { ...record, recordVersion: shown.v, observedAt } }]]
}

/** It begins with the last load, else with the description of the dataset. */
function unknown(organization: string, freshness: Freshness, begun: string | null): Computed {
  return {
    ...common(organization, 'UNKNOWN_FRESHNESS', freshness, begun),
    severity: 'low',
    observed: freshness.reason,
    expected: null,
    staleInput: false,
    recommendedAction: `Set thresholds for ${freshness.datasetId} and report its loads, or resume it.`,
  }
}

/** What is not known to have begun began with the epoch, so that the answer is the same each time. */
const EPOCH = new Date(0).toISOString()

function common(organization: string, code: ExceptionCode, { datasetId, sourceSystem }: Freshness, at: string | null) {
  return {
    exceptionId: canonicalIdOf([organization, code, datasetId]),
    code,
    status: 'open' as const,
    material: null,
    factory: null,
    measure: null,
    delta: null,
    uom: null,
    systems: [sourceSystem],
    datasetIds: [datasetId],
    firstSeenAt: at ?? EPOCH,
    lastSeenAt: at ?? EPOCH,
  }
}
