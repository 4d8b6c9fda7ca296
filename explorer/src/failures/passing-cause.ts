import { ApiProblem, NetworkError, UnexpectedResponse } from '@tenant-data/client'

/** Why requests fail for now. The same requests may succeed later. */
export interface PassingCause {
  /** The same for failures with the same cause. */
  key: string
  title: string
  detail: string
  /** Seconds after which the API asks to try again, or null. */
  retryAfterSeconds: number | null
  /** What developers and operators look up. */
  facts: { code: string; type: string; requestId: string } | null
}

/** Statuses of proxies in front of an API that is away. */
const AWAY: readonly number[] = [502, 503, 504]

const away = {
  key: 'away',
  title: 'The API is not reachable',
  detail: 'Check your network connection, or wait until the service has started.',
  retryAfterSeconds: null,
  facts: null,
}

/** The cause of an error that may pass. Null for an error that stays until the request changes. */
export function passingCause(error: unknown): PassingCause | null {
  if (error instanceof NetworkError) {
    const isLate = error.cause instanceof DOMException && error.cause.name === 'TimeoutError'
    return isLate ? { ...away, key: 'late', title: 'The API takes too long to respond' } : away
  }
  if (error instanceof UnexpectedResponse) return AWAY.includes(error.status) ? away : null
  if (!(error instanceof ApiProblem) || !error.retryable) return null
  const { code, title, recovery, type, requestId, retryAfterSeconds } = error
  return { key: code, title, detail: recovery, retryAfterSeconds, facts: { code, type, requestId } }
}

/** Whether an error takes the place of the content. Content that only cannot be refreshed for now stays. */
export function hidesContent<Failed>(error: Failed | null, hasContent: boolean): error is Failed {
  return error !== null && !(hasContent && passingCause(error) !== null)
}
