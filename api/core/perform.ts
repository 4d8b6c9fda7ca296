import { GraphError, type GraphErrorKind } from '../../cypher/errors.ts'
import { checkValue } from '../../schemas/checking/check-value.ts'
import type { FaultyInput, ProblemCode } from '../../schemas/problem.ts'
import { checkedResponse, type OperationResult } from './checked-response.ts'
import type { Context } from './context.ts'
import { ApiError } from './errors.ts'
import { faultsOf, invalidRequest } from './input/invalid-request.ts'
import { type Operation, scopesOf } from './operation.ts'
import { problemsOf } from './problems-of.ts'
import { requireScopes } from './require-scopes.ts'

/**
 * Runs an operation for a caller. It checks the scope and the input, does the work when the organization has a slot,
 * and checks the response, always in this order. REST and MCP both use it. `location` is where errors locate the
 * inputs; by default that is their place in a REST request.
 * @throws ApiError. An internal_error has its cause, for the log of the caller.
 */
export async function perform(
  operation: Operation,
  rawInput: unknown,
  context: Context,
  location?: FaultyInput['in'],
): Promise<OperationResult> {
  requireScopes(scopesOf(operation), context.scopes)
  const input = parseInput(operation, rawInput, location)
  try {
    const work = async () => checkedResponse(operation, await operation.handle(input, context), context.unreadable)
    return await withDeadline(context.schedule(work), context.respondWithinMs)
  } catch (error) {
    throw placed(declared(operation, toApiError(error)), location)
  }
}

/**
 * A problem that the contract of an operation does not list is an internal error, like a response that does not fit its
 * schema.
 */
function declared(operation: Operation, error: ApiError): ApiError {
  if (problemsOf(operation).includes(error.code)) return error
  const cause = new Error(`${operation.operationId} returned ${error.code}, which its contract does not list`, {
    cause: error,
  })
  return new ApiError('internal_error', { cause })
}

/** Changes the location of the faults that an operation itself found, because operations report them for REST. */
function placed(error: ApiError, location: FaultyInput['in'] | undefined): ApiError {
  if (!location || !error.errors) return error
  const errors = error.errors.map((fault) => ({ ...fault, in: location }))
  return new ApiError(error.code, { detail: error.message, errors, headers: error.headers, cause: error.cause })
}

function parseInput(operation: Operation, rawInput: unknown, location: FaultyInput['in'] | undefined) {
  const checked = checkValue(operation.input, rawInput)
  if (checked.success) return normalize(checked.data) as typeof checked.data
  throw invalidRequest(faultsOf(operation, checked.faults, location))
}

/**
 * Stored text is NFC, so text that is compared with it must be NFC, too. This runs after the check, because the limits
 * on length apply to the text as sent.
 */
function normalize(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC')
  if (Array.isArray(value)) return value.map(normalize)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, normalize(field)]))
}

async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GraphError('timeout', 'The operation took too long')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const codes: Record<GraphErrorKind, ProblemCode> = {
  unavailable: 'dependency_unavailable',
  timeout: 'query_timeout',
  overloaded: 'overloaded',
  conflict: 'internal_error',
  fault: 'internal_error',
}

/** The message of a graph error stays in the cause. Callers see the problem code and no internal details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(error instanceof GraphError ? codes[error.kind] : 'internal_error', { cause: error })
}
