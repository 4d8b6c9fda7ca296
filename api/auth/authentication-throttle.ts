import { isIPv6 } from 'node:net'
import { minuteOf, type Quota, quotaOf } from '../limits/quota.ts'

const FAILURES_PER_MINUTE = 300
const LOOKUPS_PER_SECOND = 10
const MAX_ADDRESSES = 50_000

interface Attempts {
  failures: number
  second: number
  lookups: number
}

/** Counts failed authentications per address and UTC minute, so that a caller cannot guess tokens by trying many. */
export interface AuthenticationThrottle {
  fail(address: string): void
  /**
   * Whether a well-formed token that was never verified may be looked up for this address. It always may while the
   * address has failures left in this minute, and otherwise 10 times per second.
   */
  mayLookUp(address: string): boolean
  quota(address: string): Quota
}

/** `now` is in milliseconds. */
export function createAuthenticationThrottle(now: () => number): AuthenticationThrottle {
  const attempts = new Map<string, Attempts>()
  let minute = 0

  function attemptsOf(address: string): Attempts {
    const current = minuteOf(now())
    if (current !== minute) attempts.clear()
    minute = current
    // Above MAX_ADDRESSES, all further addresses of the minute share one count, which bounds the memory.
    const wanted = addressBucket(address)
    const bucket = attempts.has(wanted) || attempts.size < MAX_ADDRESSES ? wanted : 'others'
    const found = attempts.get(bucket) ?? { failures: 0, second: 0, lookups: 0 }
    attempts.set(bucket, found)
    return found
  }

  return {
    fail(address) {
      attemptsOf(address).failures += 1
    },
    mayLookUp(address) {
      const found = attemptsOf(address)
      if (found.failures < FAILURES_PER_MINUTE) return true
      const second = Math.floor(now() / 1000)
      if (second !== found.second) found.lookups = 0
      found.second = second
      found.lookups += 1
      return found.lookups <= LOOKUPS_PER_SECOND
    },
    quota(address) {
      return quotaOf('address', FAILURES_PER_MINUTE, attemptsOf(address).failures, now())
    },
  }
}

/**
 * The bucket in which failed authentications are counted: an IPv4 address, or the /64 network of an IPv6 address,
 * because a caller with one address of a /64 usually has all of them.
 */
function addressBucket(address: string): string {
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':').length : 0
  while (tail !== undefined && groups.length + after < 8) groups.push('0')
  return `${groups.slice(0, 4).join(':')}::/64`
}
