import type { OperationId } from './errors.ts'

/** An attempt to send a request, without its token. */
export interface SentRequest {
  operationId: OperationId
  method: string
  url: string
  /** 1 for the first. */
  attempt: number
}

/** What a client is made with. */
export interface ClientOptions {
  /** Where the API is, as `https://api.example.com`; paths of the contract are added to it. */
  baseUrl: string
  /** The token, or what gives one, asked before each attempt. It is sent in a header and stands nowhere else. */
  token: string | (() => string | Promise<string>)
  /** In the place of the platform's own. */
  fetch?: typeof fetch
  /** How often what may be repeated is repeated; default 3. */
  retries?: number
  /** The longest time to wait before a repetition, default 60,000: what asks for more is thrown at once. */
  maxWaitMs?: number
  /** Told of each attempt. */
  onRequest?: (request: SentRequest) => void
  /** In the place of a timer; rejects with the reason of the signal when that is aborted. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Options of one call. */
export interface RequestOptions {
  signal?: AbortSignal | undefined
  /** In the place of the client's own; 0 for none. */
  retries?: number | undefined
}

export type Settings = Required<Omit<ClientOptions, 'token'>> & { token: () => Promise<string> }

/** @throws TypeError for an address that cannot be one */
export function settingsOf(options: ClientOptions): Settings {
  const { token, retries = 3, maxWaitMs = 60_000, onRequest = () => undefined } = options
  // Browsers refuse to run their fetch as the method of another object.
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

/** `fetch` would put a token that no header can have into its error. */
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
