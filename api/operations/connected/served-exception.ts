import type { StoredException } from '../../../cypher/connected.ts'
import {
  type ExceptionCode,
  ExceptionSeverity,
  type Freshness,
  type PositionException,
} from '../../../schemas/connected.ts'

/** From the least to the most severe. */
const severities = ExceptionSeverity.options

/** An exception as it is answered; its document is made when it is on the page. */
export interface ServedException {
  exceptionId: string
  code: ExceptionCode
  severity: ExceptionSeverity
  document(): string
}

/**
 * An exception as of now: a stale input lowers the severity of one about quantities by one step, the least stays, and
 * never hides it.
 */
export function servedException(
  { exceptionId, code, severity, quantity, datasetIds, doc }: StoredException,
  freshness: ReadonlyMap<string, Freshness>,
): ServedException {
  const staleInput = datasetIds.some((id) => freshness.get(id)?.status === 'stale')
  if (!staleInput) return { exceptionId, code, severity, document: () => doc }
  const served = quantity ? lowered(severity) : severity
  const document = () => JSON.stringify({ ...exceptionOf(doc), severity: served, staleInput })
  return { exceptionId, code, severity: served, document }
}

/** The stored severities that may be answered as `severity`. */
export function storedAs(severity: ExceptionSeverity): ExceptionSeverity[] {
  return severities.filter((stored) => stored === severity || lowered(stored) === severity)
}

function lowered(severity: ExceptionSeverity): ExceptionSeverity {
  return severities[Math.max(0, severities.indexOf(severity) - 1)] ?? severity
}

/** Documents were checked when they were written. */
function exceptionOf(doc: string): PositionException {
  return JSON.parse(doc)
}
