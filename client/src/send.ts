import { endpoints, type Problem } from './contract.ts'
import { ApiProblem, NetworkError, type OperationId, type Origin, UnexpectedResponse } from './errors.ts'
import type { RequestOptions, Settings } from './settings.ts'
import { toRequest } from './to-request.ts'

const FIRST_WAIT_MS = 500
const MOST_JITTER_MS = 1000
/** Statuses that a proxy returns while the service is temporarily unavailable. */
const passing = [429, 502, 503, 504]

/**
 * Sends the request of an operation and returns the JSON body, or the response itself if it is a file. It retries
 * requests that are safe to retry, after the time that the service asks for.
 * @throws ApiProblem, UnexpectedResponse, NetworkError, or the reason of the signal
 */
export async function send(
  operationId: OperationId,
  input: object,
  settings: Settings,
  { signal, retries = settings.retries }: RequestOptions,
): Promise<unknown> {
  const { isRepeatable } = endpoints[operationId]
  const most = isRepeatable ? retries : 0
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(operationId, input, settings, signal, attempt)
    } catch (error) {
      const waitMs = attempt > most ? null : waitBefore(error, attempt, settings.maxWaitMs)
      if (waitMs === null) throw error
      await settings.wait(waitMs, signal)
    }
  }
}

async function attemptOnce(
  operationId: OperationId,
  input: object,
  settings: Settings,
  signal: AbortSignal | undefined,
  attempt: number,
): Promise<unknown> {
  signal?.throwIfAborted()
  const { accept, isRepeatable } = endpoints[operationId]
  const origin = { operationId, isRepeatable }
  const { url, init } = toRequest(operationId, input, settings.baseUrl)
  const token = await settings.token()
  settings.onRequest({ operationId, method: init.method, url, attempt })
  const headers = { ...init.headers, Authorization: `Bearer ${token}` }
  const connection = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      signal?.throwIfAborted()
      throw new NetworkError(origin, cause)
    }
  }
  const response = await connection(() =>
    settings.fetch(url, { ...init, headers, credentials: 'omit', ...(signal && { signal }) }),
  )
  if (response.ok && accept !== 'application/json') return response
  const json = parsed(await connection(() => response.text()))
  if (response.ok && json !== undefined) return json
  throw failureOf(response, json, origin)
}

function failureOf(response: Response, json: unknown, origin: Origin): ApiProblem | UnexpectedResponse {
  const retryAfterSeconds = secondsOf(response.headers.get('Retry-After'))
  if (isProblem(json)) return new ApiProblem(json, origin, retryAfterSeconds)
  return new UnexpectedResponse(response, origin, retryAfterSeconds)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const texts = ['type', 'title', 'detail', 'code', 'requestId', 'recovery']

function isProblem(json: unknown): json is Problem {
  if (typeof json !== 'object' || json === null) return false
  const fields = new Map(Object.entries(json))
  return (
    texts.every((name) => typeof fields.get(name) === 'string') &&
    typeof fields.get('status') === 'number' &&
    typeof fields.get('retryable') === 'boolean'
  )
}

/** Retry-After in seconds: the service sends a number, a proxy may send a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/**
 * Milliseconds to wait before a retry; null if a retry would not help, or the wait would be longer than `maxWaitMs`.
 */
function waitBefore(error: unknown, attempt: number, maxWaitMs: number): number | null {
  const isPassing =
    error instanceof NetworkError ||
    (error instanceof ApiProblem && error.retryable) ||
    (error instanceof UnexpectedResponse && passing.includes(error.status))
  if (!isPassing) return null
  const askedMs = 'retryAfterSeconds' in error ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  const leastMs = Math.max(askedMs, FIRST_WAIT_MS * 2 ** (attempt - 1))
  // Random jitter, so that clients that were rejected at the same time do not all retry at the same time.
  return leastMs > maxWaitMs ? null : leastMs + Math.random() * Math.min(leastMs, MOST_JITTER_MS)
}
