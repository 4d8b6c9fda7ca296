import { hash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { findCredential } from '../../cypher/system/credentials.ts'
import { hashSecret, parseToken, type Token } from '../../domain/credentials/token.ts'
import type { Credential } from '../../schemas/credentials.ts'
import type { Scope } from '../../schemas/scopes.ts'
import { ApiError } from '../core/errors.ts'
import type { AuthenticationThrottle } from './authentication-throttle.ts'

const TRUSTED_MS = 5000
const REFUSED_AFTER_MS = 25
const MAX_TOKEN_LENGTH = 128
const MAX_VERIFIED = 10_000
const nobody = Buffer.alloc(32)

export type StoredCredential = ReturnType<typeof findCredential.row.parse>

/** The caller of a request, identified by its verified credential. */
export interface Caller {
  readonly credential: Readonly<Credential>
  readonly organizationName: string
  /** Requests per minute of all credentials of the organization together; null for no limit. */
  readonly organizationQuota: number | null
  readonly scopes: ReadonlySet<Scope>
}

/** The operator who holds a support token, or null for a token of the organization. */
export function operatorOf({ credential }: Caller): string | null {
  return credential.kind === 'support' ? credential.name : null
}

interface Verified {
  readonly caller: Caller
  readonly readAtMs: number
  readonly expiresAtMs: number
}

interface Lookup {
  readonly stored: StoredCredential | null
  readonly readAtMs: number
}

export interface Credentials {
  /**
   * Returns the caller that a bearer token belongs to.
   * @param address IP address that the token was sent from
   * @throws ApiError invalid_token, wrong_region, rate_limited; GraphError if the graph cannot be read
   */
  verify(text: string, address: string): Promise<Caller>
}

interface Settings {
  find(keyId: string): Promise<StoredCredential | null>
  region: string
  otherRegions: ReadonlySet<string>
  throttle: Pick<AuthenticationThrottle, 'mayLookUp'>
  /** Milliseconds since 1970, for expiry. */
  now: () => number
  /** Milliseconds of a monotonic clock, for the age of cached credentials. */
  elapsed?: () => number
}

/**
 * Verifies tokens against stored credentials. A verified token is trusted for 5 seconds after its lookup began, so a
 * revocation takes effect within 5 seconds. Rejections are never cached. Every rejected token costs the same lookup and
 * is rejected after the same time, whether its ID is unknown, its secret is wrong, or its credential is expired or
 * revoked. Timing therefore reveals nothing about a token.
 */
export function createCredentials(settings: Settings): Credentials {
  const { find, region, otherRegions, throttle, now, elapsed = () => performance.now() } = settings
  const verified = new Map<string, Verified>()
  const lookups = new Map<string, Promise<Lookup>>()

  function lookUp(keyId: string): Promise<Lookup> {
    const running = lookups.get(keyId)
    if (running) return running
    const readAtMs = elapsed()
    const lookup = find(keyId)
      .then((stored) => ({ stored, readAtMs }))
      .finally(() => lookups.delete(keyId))
    lookups.set(keyId, lookup)
    return lookup
  }

  function readToken(text: string): Token {
    const token = text.length <= MAX_TOKEN_LENGTH ? parseToken(text) : null
    if (!token) throw invalidToken()
    if (token.region === region) return token
    if (!otherRegions.has(token.region)) throw invalidToken()
    throw new ApiError('wrong_region', {
      detail: `The token belongs to region ${token.region}. This is region ${region}.`,
    })
  }

  /** The map keeps the order of verification. If it is full, it drops the credential that was verified longest ago. */
  function remember(digest: string, entry: Verified): void {
    verified.delete(digest)
    verified.set(digest, entry)
    const [oldest] = verified.keys()
    if (verified.size > MAX_VERIFIED && oldest !== undefined) verified.delete(oldest)
  }

  return {
    async verify(text, address) {
      const digest = hash('sha256', text, 'base64')
      const known = verified.get(digest)
      if (known && elapsed() - known.readAtMs < TRUSTED_MS && now() < known.expiresAtMs) return known.caller
      const token = readToken(text)
      // A token that was verified before is no guess. Other callers behind the same address cannot lock it out.
      if (!known && !throttle.mayLookUp(address)) throw tooManyGuesses()
      const refusal = wait(REFUSED_AFTER_MS)
      const { stored, readAtMs } = await lookUp(token.keyId)
      const entry = verifiedFrom(token, stored, readAtMs, now())
      if (entry) {
        remember(digest, entry)
        return entry.caller
      }
      verified.delete(digest)
      await refusal
      throw invalidToken()
    },
  }
}

/**
 * Makes every check even after one has failed, and compares the secret of an unknown ID with a hash that no secret has.
 * The time that this takes reveals nothing.
 */
function verifiedFrom(token: Token, stored: StoredCredential | null, readAtMs: number, nowMs: number): Verified | null {
  const expected = stored ? Buffer.from(stored.secretHash, 'hex') : nobody
  const isSame = timingSafeEqual(hashSecret(token.secret), expected)
  const expiresAtMs = stored?.expiresAt ? Date.parse(stored.expiresAt) : Number.POSITIVE_INFINITY
  const isAlive = nowMs < expiresAtMs && !stored?.revokedAt && !stored?.suspendedAt
  if (!stored || !isSame || !isAlive || stored.region !== token.region) return null
  const { secretHash: _hash, suspendedAt: _suspendedAt, organizationName, organizationQuota, ...credential } = stored
  const caller = { credential, organizationName, organizationQuota, scopes: new Set(credential.scopes) }
  return { caller, readAtMs, expiresAtMs }
}

function invalidToken(): ApiError {
  return new ApiError('invalid_token')
}

function tooManyGuesses(): ApiError {
  return new ApiError('rate_limited', { detail: 'Too many failed authentications from this address.' })
}
