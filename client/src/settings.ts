import type { OperationId } from './errors.ts'

/** One attempt to send a request. It does not contain the token. */
export interface SentRequest {
  operationId: OperationId
  method: string
  url: string
  /** Number of the attempt, from 1. */
  attempt: number
}

/** Options of a client. */
export interface ClientOptions {
  /** Address of the API, such as `https://api.example.com`, without the path of an operation. */
  baseUrl: string
  /**
   * The token, or a function that returns it, which is called before each attempt. The token is only sent in the
   * Authorization header.
   */
  token: string | (() => string | Promise<string>)
  /** A replacement for the global `fetch`. */
  fetch?: typeof fetch
  /** Maximum number of retries of a request that is safe to retry; default 3. */
  retries?: number
  /**
   * Maximum wait before a retry, in milliseconds; default 60,000. If the service asks for more, the error is thrown
   * without a retry.
   */
  maxWaitMs?: number
  /** Called before each attempt. */
  onRequest?: (request: SentRequest) => void
  /** A replacement for a timer. It must reject with the reason of the signal if that is aborted. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Options of one call. */
export interface RequestOptions {
  signal?: AbortSignal | undefined
  /** Maximum number of retries, instead of that of the client; 0 disables retries. */
  retries?: number | undefined
}

export type Settings = Required<Omit<ClientOptions, 'token'>> & { token: () => Promise<string> }

/** @throws TypeError for an invalid address */
export function settingsOf(options: ClientOptions): Settings {
  const { token, retries = 3, maxWaitMs = 60_000, onRequest = () => undefined } = options
  // Browsers throw an error if their `fetch` is called as a method of another object.
  const { fetch: given = fetch } = options
  return {
    baseUrl: addressOf(options.baseUrl),
    token: async () => checkedToken(typeof token === 'string' ? token : await token()),
    fetch: (input, init) => given(input, init),
    retries,
    maxWaitMs,
    onRequest,
    wait: options.wait ?? waitFor,
  }
}

function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be an absolute http(s) URL')
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must have no user, password, query or fragment')
  }
  return url.href.replace(/\/+$/, '')
}

/** Rejects a token that is not a valid header value, because the error that `fetch` would throw contains the token. */
function checkedToken(token: string): string {
  const text = token.trim()
  if (!/^[\x21-\x7e]+$/.test(text)) throw new TypeError('the token is empty or has characters that no token has')
  return text
}

function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
