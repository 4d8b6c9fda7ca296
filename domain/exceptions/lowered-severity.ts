import { ExceptionSeverity } from '../../schemas/materials/exceptions.ts'

/** From the least to the most severe. */
const severities = ExceptionSeverity.options

/** The severity of an exception about a quantity with a stale input: one step less severe; the least stays. */
export function lowered(severity: ExceptionSeverity): ExceptionSeverity {
  return severities[Math.max(0, severities.indexOf(severity) - 1)] ?? severity
}

/** The stored severities that may be served as `severity`. */
export function storedAs(severity: ExceptionSeverity): ExceptionSeverity[] {
  return severities.filter((stored) => stored === severity || lowered(stored) === severity)
}
