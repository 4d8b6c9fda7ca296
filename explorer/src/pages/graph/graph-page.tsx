import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useAddress } from '../../use-address.ts'
import { EntityView } from './entity/entity-view.tsx'
import { graphSearch, walkTo } from './graph-search.ts'
import { SearchView } from './search-view.tsx'
import './graph.css'
import './picture/picture.css'

/** The graph: a search, and the relationships of the entity that is opened. */
export function GraphPage(): ReactNode {
  const [search, setSearch] = useAddress(graphSearch)
  const { entity } = search
  const open = useCallback((id: string) => setSearch(walkTo(id)), [setSearch])
  useFocusAfterWalk(entity)
  if (entity === undefined) return <SearchView search={search} onChange={setSearch} onOpen={open} />
  return <EntityView id={entity} search={search} onChange={setSearch} onOpen={open} />
}

/** Moves the focus to the top of a newly opened entity, unless the element that was used stays, as in the graph. */
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
