import { ExceptionSeverity } from '../../schemas/materials/exceptions.ts'

/** Sorted from the least severe to the most severe. */
const severities = ExceptionSeverity.options

/**
 * Returns the severity of an exception about a quantity with a stale input: one level lower. The lowest level stays.
 */
export function lowered(severity: ExceptionSeverity): ExceptionSeverity {
  return severities[Math.max(0, severities.indexOf(severity) - 1)] ?? severity
}

/** Returns the stored severities of exceptions that the API may show with the given severity. */
export function storedAs(severity: ExceptionSeverity): ExceptionSeverity[] {
  return severities.filter((stored) => stored === severity || lowered(stored) === severity)
}
