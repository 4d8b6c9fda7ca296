import type { Style } from '@tenant-data/client'
import { useRead } from '../../../parts/data/use-read.ts'
import { usePaced } from '../../../parts/forms/use-paced.ts'

const MOST = 8

/** The styles whose labels hold the words, best first; those of the search before while the next goes on. */
export function useStyleSearch(words: string): { styles: Style[]; isSearching: boolean; error: Error | null } {
  const q = usePaced(words)
  const search = useRead(
    'searchEntities',
    { type: 'style', q, limit: MOST },
    { enabled: q !== '' && words !== '', keepsPrevious: true },
  )
  const styles = words === '' ? [] : (search.data?.data ?? []).filter((entity) => entity.type === 'style')
  return { styles, isSearching: words !== q || search.isFetching, error: search.error }
}
