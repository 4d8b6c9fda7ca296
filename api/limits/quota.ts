/** The rest of a quota in the current UTC minute, from which the five rate-limit headers are made. */
export interface Quota {
  readonly policy: 'default' | 'address'
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
