import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type IngestListName, ingestLists } from './ingest-search.ts'

/** What each list is called. */
export const listTitles: Readonly<Record<IngestListName, string>> = {
  publications: 'Publications',
  rejections: 'Rejections',
  conflicts: 'Conflicts',
  sources: 'Sources',
}

/** The lists as links, so that each has an address. */
export function IngestTabs({ list }: { list: IngestListName }): ReactNode {
  return (
    <nav className="tabs" aria-label="Lists">
      {ingestLists.map((name) => (
        <Link
          key={name}
          to="/ingest"
          search={{ list: name }}
          resetScroll={false}
          aria-current={name === list ? 'page' : undefined}
        >
          {listTitles[name]}
        </Link>
      ))}
    </nav>
  )
}
