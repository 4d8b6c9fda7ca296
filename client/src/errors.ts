import type { ExportJob, FaultyInput, Operations, Problem } from './contract.ts'

export type OperationId = keyof Operations
export type ProblemCode = Problem['code']

/** What must be done before a request is made again that may have made something, although its answer was lost. */
const LOOK_FIRST = 'It may have taken effect all the same: look at listExports before you repeat it.'

/** Where an error comes from. */
export interface Origin {
  operationId: OperationId
  /** False for what makes something: after a lost answer it may be there. */
  isRepeatable: boolean
}

/** A problem that the service answered with. Its message says what is wrong, its `recovery` what to do. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly operationId: OperationId
  /** What programs decide by. A later version of the service may have further codes. */
  readonly code: ProblemCode
  /** Of HTTP. */
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly recovery: string
  /** The page that explains the code. */
  readonly type: string
  /** By which operators find the request. */
  readonly requestId: string
  readonly correlationId: string
  /** Each invalid input; empty unless the code is `invalid_request`. */
  readonly errors: readonly FaultyInput[]
  /** Whether the same request may succeed later without a change. */
  readonly retryable: boolean
  /** How long the service asks to wait, or null. */
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

/** An answer that is not of the service's contract, such as a proxy's page. What it says is left out: it may be anything. */
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

/** No answer came, or it broke off; `cause` is what `fetch` threw. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly operationId: OperationId

  constructor({ operationId, isRepeatable }: Origin, cause: unknown) {
    const advice = isRepeatable ? '' : ` ${LOOK_FIRST}`
    super(`${operationId} got no answer: ${reasonOf(cause)}.${advice}`, { cause })
    this.operationId = operationId
  }
}

/** An export that has no file: it failed, or its file has expired, or it has not ended. */
export class ExportNotCompleted extends Error {
  override readonly name = 'ExportNotCompleted'
  readonly job: ExportJob

  constructor(job: ExportJob) {
    const reason = job.errorCode === null ? '' : ` (${job.errorCode})`
    super(`The export ${job.exportId} is ${job.status}${reason}, not completed.`)
    this.job = job
  }
}

/** A file that is not the one that the service wrote: nothing of it may be used. */
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

/** What `fetch` says is often only that it failed; the reason lies below. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'the request failed'
  const below = cause.cause instanceof Error ? cause.cause.message : ''
  return below === '' ? cause.message : below
}
