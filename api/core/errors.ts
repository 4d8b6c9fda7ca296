import { type FaultyInput, type ProblemCode, problems } from '../../schemas/problem.ts'

interface Details {
  /** What happened, in a sentence for the caller, without internal details. */
  detail?: string
  /** Every invalid input of a 400 response. */
  errors?: FaultyInput[]
  /** Further headers of the response, for example Allow or Retry-After. */
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * A cursor that was not made for this list. The error names the query parameter of REST; perform.ts changes its
 * location for other protocols.
 */
export function invalidCursor(fault: string): ApiError {
  return new ApiError('invalid_cursor', {
    detail: `The cursor ${fault}.`,
    errors: [{ in: 'query', name: 'cursor', detail: fault }],
  })
}

/**
 * The error of every failed request. Its code determines the status, title, retryable, and recovery of the response.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ProblemCode
  readonly errors: FaultyInput[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, { detail, errors, headers = {}, cause }: Details = {}) {
    super(detail ?? problems[code].detail, { cause })
    this.code = code
    this.errors = errors
    this.headers = headers
  }
}
