import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type PassingCause, passingCause } from './passing-cause.ts'

/** Requests of the page that fail for now, with the same cause. */
export interface Failure {
  cause: PassingCause
  /** The time in milliseconds at which the oldest shown data was loaded. Null if nothing is shown. */
  since: number | null
}

/** The failures of the requests that the page uses, one for each cause. */
export function useFailures(): readonly Failure[] {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  const key = useSyncExternalStore(subscribe, () => JSON.stringify(failuresOf(cache)))
  return useMemo(() => JSON.parse(key) as Failure[], [key])
}

/** Whether a request of the page fails for now. Requests of suggestions show their errors themselves. */
export function isFailing(query: Query): boolean {
  return query.meta?.isOptional !== true && query.state.status === 'error' && passingCause(query.state.error) !== null
}

function failuresOf(cache: QueryCache): Failure[] {
  const failing = cache.findAll({ type: 'active', predicate: isFailing })
  const byKey = new Map<string, Failure>()
  for (const { state } of failing) {
    const cause = passingCause(state.error)
    if (cause === null) continue
    const known = byKey.get(cause.key)
    const loaded = state.dataUpdatedAt === 0 ? null : state.dataUpdatedAt
    const times = [known?.since ?? null, loaded].filter((time) => time !== null)
    byKey.set(cause.key, { cause: known?.cause ?? cause, since: times.length === 0 ? null : Math.min(...times) })
  }
  return [...byKey.values()]
}
