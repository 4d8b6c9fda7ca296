import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAddress } from '../../use-address.ts'
import { graphSearch, walkTo } from './graph-search.ts'

interface EntityLinkProps {
  node: { id: string; label: string | null; listed: boolean }
  /** -1 in a table, where Enter opens the row. */
  tabIndex?: number | undefined
}

/** A link to an entity, which keeps the filters of the neighborhood. Plain text if the entity is not published. */
export function EntityLink({ node: { id, label, listed }, tabIndex }: EntityLinkProps): ReactNode {
  const [search] = useAddress(graphSearch)
  const text = label ?? 'No name'
  if (!listed)
    return (
      <span className="quiet" title={text}>
        {text} (not published)
      </span>
    )
  return (
    <Link
      to="/graph"
      search={{ ...search, ...walkTo(id) }}
      title={text}
      tabIndex={tabIndex}
      onClick={(event) => event.stopPropagation()}
    >
      {text}
    </Link>
  )
}
