import { type ProblemCode, problems } from '../../schemas/problem.ts'
import type { Operation } from './operation.ts'

/**
 * The problems that every operation can return: those of any request, of the credential, of limits, and of the state of
 * the service.
 */
export const commonProblems: readonly ProblemCode[] = [
  ...(['invalid_request', 'not_acceptable', 'headers_too_large', 'invalid_token', 'insufficient_scope'] as const),
  ...(['wrong_region', 'rate_limited', 'internal_error', 'dependency_unavailable', 'rebuilding'] as const),
  ...(['query_timeout', 'overloaded'] as const),
]

/** The problems that only requests with a body can return. */
const bodyProblems: readonly ProblemCode[] = ['payload_too_large', 'unsupported_media_type', 'malformed_json']

/**
 * The problems that a POST to `/mcp` returns as an HTTP response. Errors that a model can correct are results of the
 * tool instead.
 */
export const mcpProblems = inOrder([...commonProblems, ...bodyProblems, 'forbidden_origin', 'not_found'])

const known = new WeakMap<object, readonly ProblemCode[]>()

/**
 * Every problem that an operation can return, in the order of the table of problems: those derived from its method,
 * input, output, and scope, and those that it declares itself. `perform` turns any other problem into an internal
 * error.
 */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  const found = known.get(operation) ?? inOrder(derivedFrom(operation))
  known.set(operation, found)
  return found
}

function derivedFrom({ method, scope, input, output, files, ...operation }: Operation): ProblemCode[] {
  const isUnscoped = scope === null
  const shape = 'shape' in output ? (output.shape as Record<string, unknown>) : {}
  const isOneResource = files === undefined && !('links' in shape)
  const common = commonProblems.filter(
    (code) =>
      !(code === 'insufficient_scope' && isUnscoped) &&
      !(code === 'rebuilding' && operation.isAvailableDuringRebuild === true),
  )
  return [
    ...common,
    ...(method === 'POST' ? bodyProblems : []),
    ...('cursor' in input.shape ? (['invalid_cursor'] as const) : []),
    ...(isOneResource ? (['unreadable_record'] as const) : []),
    ...(operation.refusedHeader ? [operation.refusedHeader.code] : []),
    ...(operation.problems ?? []),
  ]
}

function inOrder(codes: readonly ProblemCode[]): readonly ProblemCode[] {
  return (Object.keys(problems) as ProblemCode[]).filter((code) => codes.includes(code))
}
