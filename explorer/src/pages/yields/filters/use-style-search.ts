import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Style } from '@tenant-data/client'
import { useEffect, useState } from 'react'
import { useClient } from '../../../session/session-context.tsx'

/** So long nothing is typed before a search. */
const PAUSE_MS = 150
const MOST = 8

/** The styles whose labels hold the words, best first; those of the search before while the next goes on. */
export function useStyleSearch(words: string): { styles: Style[]; isSearching: boolean; error: Error | null } {
  const client = useClient()
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const input = { type: 'style', q, limit: MOST } as const
  const search = useQuery({
    queryKey: ['searchEntities', input, 'once'],
    queryFn: async ({ signal }) => await client.searchEntities(input, { signal }),
    enabled: q !== '' && words !== '',
    placeholderData: keepPreviousData,
  })
  const styles = words === '' ? [] : (search.data?.data ?? []).filter((entity) => entity.type === 'style')
  return { styles, isSearching: words !== q || search.isFetching, error: search.error }
}
