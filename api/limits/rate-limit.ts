import { hashOfKey } from '../../cypher/system/hash-of-key.ts'
import type { Credential } from '../../schemas/credentials.ts'
import { minuteOf, type Quotas, quotaOf } from './quota.ts'

/** Counts requests per UTC minute and ID: of a credential, or `organization:` with the hash of its key. */
export interface MinuteCounter {
  /** Counts one request and returns the number of requests in the minute. */
  hit(id: string, minute: number): Promise<number> | number
}

/** A verified caller. Its organization may have no quota. */
export interface Limited {
  credential: Pick<Credential, 'id' | 'organization' | 'quota'>
  organizationQuota: number | null
}

/**
 * Counts a request in the current UTC minute: against the quota of its credential, and against that of the
 * organization, if it has one. A request that exceeds the quota of its credential does not count for the organization,
 * so one credential cannot use up the requests of the others.
 */
export type RateLimit = (caller: Limited) => Promise<Quotas>

/** The rate limit, based on a counter. `now` returns milliseconds since 1970. */
export function createRateLimit(counter: MinuteCounter, now: () => number): RateLimit {
  return async ({ credential: { id, organization, quota }, organizationQuota }) => {
    const nowMs = now()
    const minute = minuteOf(nowMs)
    const own = quotaOf('default', quota, await counter.hit(id, minute), nowMs)
    if (organizationQuota === null || own.exceeded) return [own]
    const count = await counter.hit(`organization:${hashOfKey(organization)}`, minute)
    return [own, quotaOf('organization', organizationQuota, count, nowMs)]
  }
}

/** Counts in the memory of this process, and keeps only the current minute. */
export interface MemoryCounter extends MinuteCounter {
  hit(id: string, minute: number): number
  /** Raises a count to one from another counter, if that is higher. */
  raise(id: string, minute: number, count: number): void
}

/** A counter in the memory of one process. */
export function createMemoryCounter(): MemoryCounter {
  const counts = new Map<string, number>()
  let current = Number.NEGATIVE_INFINITY

  function countOf(id: string, minute: number): number {
    if (minute !== current) counts.clear()
    current = minute
    return counts.get(id) ?? 0
  }

  return {
    hit(id, minute) {
      const count = countOf(id, minute) + 1
      counts.set(id, count)
      return count
    },
    raise(id, minute, count) {
      if (count > countOf(id, minute)) counts.set(id, count)
    },
  }
}
