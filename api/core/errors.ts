import { type FaultyInput, type ProblemCode, problems } from '../../schemas/problem.ts'

interface Details {
  /** What happened, in a sentence for the caller; never an internal. */
  detail?: string
  /** Every invalid input of a 400. */
  errors?: FaultyInput[]
  /** Further headers of the response, for example Allow or Retry-After. */
  headers?: Record<string, string>
  cause?: unknown
}

/** A cursor that is not of the list it is passed to; REST has cursors in the query, see perform.ts for other callers. */
export function invalidCursor(fault: string): ApiError {
  return new ApiError('invalid_cursor', {
    detail: `The cursor ${fault}.`,
    errors: [{ in: 'query', name: 'cursor', detail: fault }],
  })
}

/** The one way to fail a request: status, title, retryable and recovery follow from the code. */
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
