import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useAddress } from '../../use-address.ts'
import { EntityView } from './entity-view.tsx'
import { graphSearch, walkTo } from './graph-search.ts'
import { SearchView } from './search-view.tsx'
import './graph.css'

/** What hangs together: a search, and from what it finds from entity to entity. */
export function GraphPage(): ReactNode {
  const [search, setSearch] = useAddress(graphSearch)
  const { entity } = search
  const open = useCallback((id: string) => setSearch(walkTo(id)), [setSearch])
  useFocusAfterWalk(entity)
  if (entity === undefined) return <SearchView search={search} onChange={setSearch} onOpen={open} />
  return <EntityView id={entity} search={search} onChange={setSearch} onOpen={open} />
}

/** The page of another entity begins at its top, unless what was chosen stays where it is, as in the picture. */
function useFocusAfterWalk(entity: string | undefined): void {
  const before = useRef(entity)
  useEffect(() => {
    if (before.current !== entity && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
    }
    before.current = entity
  }, [entity])
}
