import type { Freshness } from '../../schemas/materials/datasets.ts'
import { actionOf, type CodeOf, exceptionTable } from '../../schemas/materials/exception-table.ts'
import type { ExceptionInput, PositionException } from '../../schemas/materials/exceptions.ts'
import { canonicalIdOf } from '../identity/identity.ts'
import { later } from '../materials/freshness-of.ts'
import { recordValue, type Step, type StepValue, textStep } from './steps.ts'

/** The newest record that describes a dataset, and the newest event of any that does. */
export interface Declaration {
  newestAt: string
  input: ExceptionInput
}

/** Since when a dataset is not fresh, and how that was found. */
type Violation = Pick<PositionException, 'observed' | 'expected'> & { since: string | null; steps: readonly Step[] }

/** An exception with the steps that led to it. */
export type ExplainedException = PositionException & { steps: readonly Step[] }

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

/** It begins when the threshold is passed. */
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

/** It begins with the last load, or without any with the description of the dataset. */
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

/** Values of the freshness of a dataset, which is known by its id alone where no source declares it. */
function freshnessValue({ datasetId, sourceSystem }: Freshness) {
  const dataset = { kind: 'dataset', id: datasetId, system: sourceSystem, instance: null, recordId: datasetId } as const
  return (name: string, value: string | null): StepValue => recordValue(dataset, name, value)
}
