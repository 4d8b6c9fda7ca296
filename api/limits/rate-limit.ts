import type { Credential } from '../../schemas/credentials.ts'
import { minuteOf, type Quota, quotaOf } from './quota.ts'

/** Counts requests by credential and UTC minute. */
export interface MinuteCounter {
  /** Counts one and says how many there are now. */
  hit(credentialId: string, minute: number): Promise<number> | number
}

/** Takes one request from a credential's quota of the current UTC minute. */
export type RateLimit = (credential: Pick<Credential, 'id' | 'quota'>) => Promise<Quota>

/** The rate limit over a counter; `now` is in milliseconds. */
export function createRateLimit(counter: MinuteCounter, now: () => number): RateLimit {
  return async ({ id, quota }) => {
    const nowMs = now()
    return quotaOf('default', quota, await counter.hit(id, minuteOf(nowMs)), nowMs)
  }
}

/** Counts in this process, and remembers only the current minute. */
export interface MemoryCounter extends MinuteCounter {
  hit(credentialId: string, minute: number): number
  /** Takes over a count that was made elsewhere, when it is higher. */
  raise(credentialId: string, minute: number, count: number): void
}

/** A counter of one process. */
export function createMemoryCounter(): MemoryCounter {
  const counts = new Map<string, number>()
  let current = Number.NEGATIVE_INFINITY

  function countOf(credentialId: string, minute: number): number {
    if (minute !== current) counts.clear()
    current = minute
    return counts.get(credentialId) ?? 0
  }

  return {
    hit(credentialId, minute) {
      const count = countOf(credentialId, minute) + 1
      counts.set(credentialId, count)
      return count
    },
    raise(credentialId, minute, count) {
      if (count > countOf(credentialId, minute)) counts.set(credentialId, count)
    },
  }
}
