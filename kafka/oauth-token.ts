import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const TIMEOUT_MS = 10_000
/**
 * A token is used until this share of its lifetime is left, or this time if that is longer. A session at a broker ends
 * with its token, and kafkajs logs in again 10 s before. With less time left, it would do so for each request, and the
 * broker accepts only one login per second.
 * @see https://cwiki.apache.org/confluence/display/KAFKA/KIP-368%3A+Allow+SASL+Connections+to+Periodically+Re-Authenticate
 */
const LEFT_SHARE = 0.2
const LEFT_MS = 20_000

/** A token endpoint, with the credentials of a client. */
export interface TokenEndpoint {
  url: string
  clientId: string
  clientSecret: string
  scope?: string | undefined
}

/** No token was issued. The message contains no secret. */
export class TokenNotIssued extends Error {
  /** Whether the endpoint refused the client, so that waiting does not help. */
  readonly isRefused: boolean

  constructor(message: string, { isRefused = false } = {}) {
    super(message)
    this.isRefused = isRefused
  }
}

/** `expires_in` is in seconds. */
const Issued = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional(),
})
const Refused = z.object({ error: z.string().regex(/^[\w.-]{1,60}$/) })

/**
 * Returns a function that requests tokens by the client credentials grant. Concurrent calls share one request, and a
 * token is used again while it is valid for long enough. A token without a lifetime is used once.
 * @param now milliseconds of a monotonic clock
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4
 */
export function createTokenSource(endpoint: TokenEndpoint, now = () => performance.now()): () => Promise<string> {
  let current: { token: string; until: number } | null = null
  let requested: Promise<string> | null = null

  async function request(): Promise<string> {
    const begun = now()
    const { access_token: token, expires_in: seconds = 0 } = await requestToken(endpoint)
    const lifetimeMs = seconds * 1000
    current = { token, until: begun + lifetimeMs - Math.max(LEFT_MS, lifetimeMs * LEFT_SHARE) }
    return token
  }

  return async () => {
    if (current && now() < current.until) return current.token
    requested ??= request().finally(() => {
      requested = null
    })
    return requested
  }
}

/** Reads a token that another program writes to a file, such as Kubernetes. @throws TokenNotIssued */
export async function readToken(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new TokenNotIssued(`KAFKA_OAUTH_TOKEN_FILE cannot be read: ${error.code}`)
  })
  if (text.trim() === '') throw new TokenNotIssued('KAFKA_OAUTH_TOKEN_FILE is empty')
  return text.trim()
}

async function requestToken(endpoint: TokenEndpoint): Promise<z.infer<typeof Issued>> {
  const { url, clientId, clientSecret, scope } = endpoint
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) })
  const authorization = `Basic ${Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')}`
  const headers = { authorization, accept: 'application/json' }
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error & { cause?: { code?: string } }) => {
    throw new TokenNotIssued(`The token endpoint cannot be reached: ${error.cause?.code ?? error.name}`)
  })
  const document: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const reason = Refused.safeParse(document).data?.error
    const isRefused = response.status >= 400 && response.status < 500 && ![408, 429].includes(response.status)
    throw new TokenNotIssued(`The token endpoint returned ${response.status}${reason ? ` ${reason}` : ''}`, {
      isRefused,
    })
  }
  const issued = Issued.safeParse(document)
  if (!issued.success) throw new TokenNotIssued('The token endpoint returned no access_token')
  return issued.data
}

/** Encodes a part of the header as RFC 6749, section 2.3.1, requires. */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}
