/** The rest of a quota in the current UTC minute, from which the five rate-limit headers are made. */
export interface Quota {
  /** Whose requests are counted: those of the credential (`default`), of its organization, or of an address. */
  readonly policy: 'default' | 'organization' | 'address'
  readonly limit: number
  readonly remaining: number
  /** Whole seconds to the end of the minute, 1 to 60. */
  readonly resetSeconds: number
  /** True if the request that it was counted for exceeds the quota. */
  readonly exceeded: boolean
}

const MINUTE_MS = 60_000

/** The number of the UTC minute that a time in milliseconds is in. */
export function minuteOf(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS)
}

/** The quota after `used` of `limit` in the minute of `nowMs`. */
export function quotaOf(policy: Quota['policy'], limit: number, used: number, nowMs: number): Quota {
  return {
    policy,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1000),
    exceeded: used > limit,
  }
}

/** The quotas that a request was counted against. */
export type Quotas = readonly [Quota, ...Quota[]]

/** The quota that rejects the next request first, or has rejected this one. */
export function boundBy([first, ...others]: Quotas): Quota {
  return others.reduce((a, b) => (b.exceeded || (!a.exceeded && b.remaining < a.remaining) ? b : a), first)
}
