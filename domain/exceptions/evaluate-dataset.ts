import type { Freshness } from '../../schemas/materials/datasets.ts'
import { actionOf, type CodeOf, exceptionTable } from '../../schemas/materials/exception-table.ts'
import type { ExceptionInput, PositionException } from '../../schemas/materials/exceptions.ts'
import { canonicalIdOf } from '../identity/identity.ts'
import { later } from '../materials/freshness-of.ts'

/** The newest record that describes a dataset, and the newest event of any that does. */
export interface Declaration {
  newestAt: string
  input: ExceptionInput
}

/** Since when a dataset is not fresh, and how that was found. */
type Violation = Pick<PositionException, 'observed' | 'expected'> & { since: string | null }

type Rule = (freshness: Freshness, declaration: Declaration | null) => Violation | null

/** A rule for each code about a dataset: the compiler refuses a row of the table without one. */
const rules: Readonly<Record<CodeOf<'dataset'>, Rule>> = {
  STALE_SOURCE: staleSource,
  UNKNOWN_FRESHNESS: unknownFreshness,
}

/** A time that is not known is the epoch, so that each response has the same. */
const EPOCH = new Date(0).toISOString()

/** The open exceptions of a dataset as of now: none while it is fresh. They follow from the clock and are never stored. */
export function evaluateDataset(
  organization: string,
  freshness: Freshness,
  declaration: Declaration | null,
): PositionException[] {
  const { datasetId, sourceSystem, status } = freshness
  return (Object.keys(rules) as CodeOf<'dataset'>[]).flatMap((code): PositionException[] => {
    const violation = rules[code](freshness, declaration)
    if (!violation) return []
    const { observed, expected, since } = violation
    return [
      {
        exceptionId: canonicalIdOf([organization, code, datasetId]),
        code,
        severity: exceptionTable[code].severity,
        status: 'open',
        ...{ material: null, factory: null, measure: null },
        systems: [sourceSystem],
        observed,
        expected,
        ...{ delta: null, uom: null },
        firstSeenAt: since ?? EPOCH,
        lastSeenAt: since ?? EPOCH,
        staleInput: status === 'stale',
        datasetIds: [datasetId],
        inputs: declaration ? [declaration.input] : [],
        recommendedAction: actionOf(code, datasetId),
      },
    ]
  })
}

/** It begins when the threshold is passed. */
function staleSource(freshness: Freshness): Violation | null {
  if (freshness.status !== 'stale') return null
  const { basis, sourceWatermarkAt, lastSuccessAt, warnAfterSeconds, errorAfterSeconds } = freshness
  const observed = basis === 'source_watermark' ? sourceWatermarkAt : lastSuccessAt
  const withinSeconds = warnAfterSeconds ?? errorAfterSeconds
  return { observed, expected: `not older than ${withinSeconds} s`, since: later(observed, withinSeconds) }
}

/** It begins with the last load, or without any with the description of the dataset. */
function unknownFreshness(
  { status, reason, lastAttemptAt }: Freshness,
  declaration: Declaration | null,
): Violation | null {
  if (status !== 'unknown') return null
  return { observed: reason, expected: null, since: lastAttemptAt ?? declaration?.newestAt ?? null }
}
