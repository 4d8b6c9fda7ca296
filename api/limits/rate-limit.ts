import type { Credential } from '../../schemas/credentials.ts'
import { minuteOf, type Quota, quotaOf } from './quota.ts'

/** Counts requests per credential and UTC minute. */
export interface MinuteCounter {
  /** Counts one request and returns the number of requests in the minute. */
  hit(credentialId: string, minute: number): Promise<number> | number
}

/** Counts a request against the quota of its credential in the current UTC minute. */
export type RateLimit = (credential: Pick<Credential, 'id' | 'quota'>) => Promise<Quota>

/** The rate limit, based on a counter. `now` returns milliseconds since 1970. */
export function createRateLimit(counter: MinuteCounter, now: () => number): RateLimit {
  return async ({ id, quota }) => {
    const nowMs = now()
    return quotaOf('default', quota, await counter.hit(id, minuteOf(nowMs)), nowMs)
  }
}

/** Counts in the memory of this process, and keeps only the current minute. */
export interface MemoryCounter extends MinuteCounter {
  hit(credentialId: string, minute: number): number
  /** Raises a count to one from another counter, if that is higher. */
  raise(credentialId: string, minute: number, count: number): void
}

/** A counter in the memory of one process. */
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
