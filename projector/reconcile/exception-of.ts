import type { PositionException } from '../../schemas/connected.ts'
import { canonicalIdOf } from '../../schemas/identity.ts'
import type { End, Finding } from './pair.ts'
import { recommendedActions } from './recommended-actions.ts'

/** What an exception is about: the material, the factory, or both. */
export interface Ends {
  material: Pick<End, 'key' | 'id' | 'code' | 'label'> | null
  factory: Pick<End, 'key' | 'id' | 'code' | 'label'> | null
}

/** The life of an exception, in event times. */
export type Life = Pick<PositionException, 'status' | 'firstSeenAt' | 'lastSeenAt'>

/** The id of an exception: the same whenever the same thing is wrong with the same ends. */
export function exceptionIdOf(organization: string, { material, factory }: Ends, finding: Finding): string {
  const { code, measure } = finding
  return canonicalIdOf([organization, code, material?.key ?? '', factory?.key ?? '', measure ?? ''])
}

/** The exception as it is stored, with its base severity. */
export function exceptionOf(organization: string, ends: Ends, finding: Finding, life: Life): PositionException {
  const { code, severity, measure, systems, datasetIds, observed, expected, delta, uom } = finding
  return {
    exceptionId: exceptionIdOf(organization, ends, finding),
    ...{ code, severity, status: life.status },
    material: ends.material && shownEnd(ends.material),
    factory: ends.factory && shownEnd(ends.factory),
    ...{ measure, systems, observed, expected, delta, uom },
    ...{ firstSeenAt: life.firstSeenAt, lastSeenAt: life.lastSeenAt },
    ...{ staleInput: false, datasetIds, recommendedAction: recommendedActions[code] },
  }
}

/** An exception that was found again keeps its begin; one that comes back begins anew. */
export function seenAgain(before: Life | null, at: string): Life {
  if (before?.status !== 'open') return { status: 'open', firstSeenAt: at, lastSeenAt: at }
  return { status: 'open', firstSeenAt: before.firstSeenAt, lastSeenAt: later(before.lastSeenAt, at) }
}

/** One that is not found any more was there until now. */
export function resolved<T extends Life>(before: T, at: string): T {
  return { ...before, status: 'resolved', lastSeenAt: later(before.lastSeenAt, at) }
}

const later = (a: string, b: string) => (a > b ? a : b)

const shownEnd = ({ id, code, label }: Pick<End, 'id' | 'code' | 'label'>) => ({ id, code, label })
