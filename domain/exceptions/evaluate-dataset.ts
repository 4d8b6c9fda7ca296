import type { Freshness } from '../../schemas/materials/datasets.ts'
import { actionOf, type CodeOf, exceptionTable } from '../../schemas/materials/exception-table.ts'
import type { ExceptionInput, PositionException } from '../../schemas/materials/exceptions.ts'
import { canonicalIdOf } from '../identity/identity.ts'
import { later } from '../materials/freshness-of.ts'
import { recordValue, type Step, type StepValue, textStep } from './steps.ts'

/** The newest record that describes a dataset, and the newest event of any record that describes it. */
export interface Declaration {
  newestAt: string
  input: ExceptionInput
}

/** Since when a dataset is not fresh, with the steps that explain it. */
type Violation = Pick<PositionException, 'observed' | 'expected'> & { since: string | null; steps: readonly Step[] }

/** An exception with the steps that led to it. */
export type ExplainedException = PositionException & { steps: readonly Step[] }

type Rule = (freshness: Freshness, declaration: Declaration | null) => Violation | null

/** One rule for each exception code about datasets. The compiler rejects a code without a rule. */
const rules: Readonly<Record<CodeOf<'dataset'>, Rule>> = {
  STALE_SOURCE: staleSource,
  UNKNOWN_FRESHNESS: unknownFreshness,
}

/** Replaces an unknown time, so that repeated responses are equal. */
const EPOCH = new Date(0).toISOString()

/**
 * Returns the open exceptions of a dataset at `now`, or none if it is fresh. They depend on the time of the request, so
 * they are never stored.
 */
export function evaluateDataset(
  organization: string,
  freshness: Freshness,
  declaration: Declaration | null,
): ExplainedException[] {
  const { datasetId, sourceSystem, status } = freshness
  return (Object.keys(rules) as CodeOf<'dataset'>[]).flatMap((code): ExplainedException[] => {
    const violation = rules[code](freshness, declaration)
    if (!violation) return []
    const { observed, expected, since, steps } = violation
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
        steps,
      },
    ]
  })
}

/** The exception begins when the lag exceeds the threshold. */
function staleSource(freshness: Freshness): Violation | null {
  if (freshness.status !== 'stale') return null
  const valueIn = freshnessValue(freshness)
  const { basis, sourceWatermarkAt, lastSuccessAt, warnAfterSeconds, errorAfterSeconds } = freshness
  const observed = basis === 'source_watermark' ? sourceWatermarkAt : lastSuccessAt
  const withinSeconds = warnAfterSeconds ?? errorAfterSeconds
  const [basisName, threshold] = [
    basis === 'source_watermark' ? 'sourceWatermarkAt' : 'lastSuccessAt',
    warnAfterSeconds === null ? 'errorAfterSeconds' : 'warnAfterSeconds',
  ]
  const steps = [
    textStep('Time that the lag is counted from', observed, [valueIn(basisName, observed)]),
    textStep('Time of this evaluation', freshness.evaluatedAt),
    textStep('Threshold in seconds', textOf(withinSeconds), [valueIn(threshold, textOf(withinSeconds))]),
    textStep('Lag in seconds, rounded up', textOf(freshness.lagSeconds)),
  ]
  return { observed, expected: `not older than ${withinSeconds} s`, since: later(observed, withinSeconds), steps }
}

/** The exception begins at the last load, or without loads at the description of the dataset. */
function unknownFreshness(freshness: Freshness, declaration: Declaration | null): Violation | null {
  const { status, reason, lastAttemptAt, lastSuccessAt, warnAfterSeconds, errorAfterSeconds } = freshness
  if (status !== 'unknown') return null
  const valueIn = freshnessValue(freshness)
  const steps = [
    textStep('End of the latest successful load', lastSuccessAt, [valueIn('lastSuccessAt', lastSuccessAt)]),
    textStep('Lowest threshold in seconds', textOf(warnAfterSeconds ?? errorAfterSeconds), [
      valueIn('warnAfterSeconds', textOf(warnAfterSeconds)),
      valueIn('errorAfterSeconds', textOf(errorAfterSeconds)),
    ]),
    textStep('Reason that the freshness is unknown', reason, [valueIn('reason', reason)]),
  ]
  return { observed: reason, expected: null, since: lastAttemptAt ?? declaration?.newestAt ?? null, steps }
}

const textOf = (value: number | null) => (value === null ? null : String(value))

/**
 * Returns a function that creates values of the dataset's freshness. A dataset that no source declares is identified by
 * its ID alone.
 */
function freshnessValue({ datasetId, sourceSystem }: Freshness) {
  const dataset = { kind: 'dataset', id: datasetId, system: sourceSystem, instance: null, recordId: datasetId } as const
  return (name: string, value: string | null): StepValue => recordValue(dataset, name, value)
}
