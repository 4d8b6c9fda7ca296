import type { ExportJob, FaultyInput, Operations, Problem } from './contract.ts'

export type OperationId = keyof Operations
export type ProblemCode = Problem['code']

/**
 * Added to errors of requests that are not safe to retry, because the response was lost and the request may have
 * succeeded.
 */
const LOOK_FIRST =
  'The request may have succeeded although its response was lost: look at listExports before you retry it.'

/** The request that an error belongs to. */
export interface Origin {
  operationId: OperationId
  /** False for an operation that creates something: after a lost response, it may have been created. */
  isRepeatable: boolean
}

/** A problem that the service returned. Its message describes the error, and `recovery` describes how to fix it. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly operationId: OperationId
  /** The code to branch on. A later version of the service may return further codes. */
  readonly code: ProblemCode
  /** HTTP status. */
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly recovery: string
  /** Address of the page that describes the code. */
  readonly type: string
  /** ID by which operators find the request. */
  readonly requestId: string
  readonly correlationId: string
  /** Each invalid input; empty unless the code is `invalid_request`. */
  readonly errors: readonly FaultyInput[]
  /** Whether the same request may succeed later without a change. */
  readonly retryable: boolean
  /** Seconds to wait before a retry, from Retry-After, or null. */
  readonly retryAfterSeconds: number | null

  constructor(problem: Problem, { operationId, isRepeatable }: Origin, retryAfterSeconds: number | null) {
    const { status, code, detail, requestId } = problem
    const advice = status >= 500 && !isRepeatable ? ` ${LOOK_FIRST}` : ''
    super(`${operationId} was answered with ${status} ${code}: ${detail} (request ${requestId})${advice}`)
    this.operationId = operationId
    this.code = code
    this.status = status
    this.title = problem.title
    this.detail = detail
    this.recovery = problem.recovery
    this.type = problem.type
    this.requestId = requestId
    this.correlationId = problem.correlationId
    this.errors = problem.errors ?? []
    this.retryable = problem.retryable
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * A response that does not fit the contract, such as the error page of a proxy. The message leaves out its contents,
 * which may be anything.
 */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse'
  readonly operationId: OperationId
  readonly status: number
  readonly contentType: string | null
  readonly retryAfterSeconds: number | null

  constructor(response: Response, { operationId, isRepeatable }: Origin, retryAfterSeconds: number | null) {
    const { status, headers } = response
    const contentType = headers.get('Content-Type')
    const advice = isRepeatable ? '' : ` ${LOOK_FIRST}`
    super(`${operationId} was answered with ${status} ${contentType ?? 'and no media type'}, not by the API.${advice}`)
    this.operationId = operationId
    this.status = status
    this.contentType = contentType
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No response was received, or the connection broke during it; `cause` is what `fetch` threw. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly operationId: OperationId

  constructor({ operationId, isRepeatable }: Origin, cause: unknown) {
    const advice = isRepeatable ? '' : ` ${LOOK_FIRST}`
    super(`${operationId} got no answer: ${reasonOf(cause)}.${advice}`, { cause })
    this.operationId = operationId
  }
}

/** The export has no file: it failed, it is not finished, or its file has expired. */
export class ExportNotCompleted extends Error {
  override readonly name = 'ExportNotCompleted'
  readonly job: ExportJob

  constructor(job: ExportJob) {
    const reason = job.errorCode === null ? '' : ` (${job.errorCode})`
    super(`The export ${job.exportId} is ${job.status}${reason}, not completed.`)
    this.job = job
  }
}

/** The downloaded bytes do not have the checksum of the file. Do not use them. */
export class ChecksumMismatch extends Error {
  override readonly name = 'ChecksumMismatch'
  /** SHA-256, hexadecimal. */
  readonly expected: string
  readonly actual: string

  constructor(expected: string, actual: string) {
    super(`The file has the SHA-256 ${actual}, not ${expected}: download it again.`)
    this.expected = expected
    this.actual = actual
  }
}

/**
 * Finds the reason of a network error. The message of `fetch` often only says that it failed, and its causes say why.
 */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'the request failed'
  const below = cause.cause instanceof Error ? cause.cause.message : ''
  return below === '' ? cause.message : below
}
