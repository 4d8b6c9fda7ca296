import { findDeclarations, listInputDatasets } from '../../../../cypher/materials/read-materials.ts'
import { type Declaration, evaluateDataset } from '../../../../domain/exceptions/evaluate-dataset.ts'
import type { Step } from '../../../../domain/exceptions/steps.ts'
import type { Freshness } from '../../../../schemas/materials/datasets.ts'
import type { PositionException } from '../../../../schemas/materials/exceptions.ts'
import { storedException } from '../../../../schemas/stored/connected-data.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'
import { type StoredVersions, storedVersions } from '../../../../schemas/stored/version.ts'
import type { Reader } from '../../../core/context.ts'
import type { ServedException } from './served-exception.ts'

const AT_ONCE = 1000

/** The IDs of all datasets that current records or positions refer to. There are few, because people configure them. */
export async function readInputDatasets(context: Reader): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const rows = await context.read(listInputDatasets, { after: ids.at(-1) ?? '', limit: AT_ONCE })
    ids.push(...rows.map(({ datasetId }) => datasetId))
    if (rows.length < AT_ONCE) return ids
  }
}

interface ComputedException extends ServedException {
  systems: readonly string[]
  exception: PositionException
  /** The steps of the explanation. */
  steps: readonly Step[]
}

/** The exceptions of datasets that are not fresh, one per dataset. They are computed at each read and not stored. */
export async function computedExceptions(
  context: Reader,
  organization: string,
  freshness: readonly Freshness[],
): Promise<ComputedException[]> {
  const declared = await readDeclared(
    context,
    freshness.filter((one) => one.status !== 'fresh'),
  )
  return freshness.flatMap((one) =>
    evaluateDataset(organization, one, declared.get(one.datasetId) ?? null).map(({ steps, ...exception }) => ({
      exceptionId: exception.exceptionId,
      code: exception.code,
      severity: exception.severity,
      systems: exception.systems,
      position: exception.exceptionId,
      exception,
      steps,
      document: () => storedException.write(exception),
    })),
  )
}

/** The declarations of datasets, and when each was last updated. */
async function readDeclared(context: Reader, freshness: readonly Freshness[]) {
  const datasetIds = freshness.map(({ datasetId }) => datasetId)
  const rows = datasetIds.length > 0 ? await context.read(findDeclarations, { datasetIds }) : []
  return new Map(rows.flatMap(({ datasetId, state }) => declarationOf(datasetId, state)))
}

function declarationOf(datasetId: string, state: TextOf<StoredVersions> | null): [string, Declaration][] {
  const kept = state === null ? {} : storedVersions.read(state)
  const newestFirst = Object.entries(kept).sort(([a, one], [b, other]) => (one.t + a > other.t + b ? -1 : 1))
  const [key, shown] = newestFirst.find(([, { content }]) => content !== null) ?? []
  const newestAt = newestFirst[0]?.[1].t
  if (key === undefined || !shown || newestAt === undefined) return []
  const [system = '', instance = ''] = key.split(':')
  const observedAt = shown.s ?? shown.t
  const record = { kind: 'dataset', id: datasetId, system, instance, recordId: datasetId } as const
  return [[datasetId, { newestAt, input: { ...record, recordVersion: shown.v, observedAt } }]]
}
