import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '../../parts/layout.tsx'
import { useAddress } from '../../use-address.ts'
import { ConflictsList } from './conflicts-list.tsx'
import { type IngestListName, ingestLists, ingestSearch } from './ingest-search.ts'
import { PublicationsList } from './publications-list.tsx'
import { RejectionsList } from './rejections-list.tsx'
import { SourcesList } from './sources-list.tsx'
import './ingest.css'

const lists = {
  publications: PublicationsList,
  rejections: RejectionsList,
  conflicts: ConflictsList,
  sources: SourcesList,
}

/** The ingestion status: publications, rejected events, duplicate codes, and sources. */
export function IngestPage(): ReactNode {
  const [{ list = 'publications' }] = useAddress(ingestSearch)
  const List = lists[list]
  return (
    <>
      <PageHead title="Ingest" lead="The status of the events that your sources sent." />
      <IngestTabs list={list} />
      <section className="ingest-list" aria-label={listTitles[list]}>
        <List key={list} />
      </section>
    </>
  )
}

/** The titles of the lists. */
const listTitles: Readonly<Record<IngestListName, string>> = {
  publications: 'Publications',
  rejections: 'Rejections',
  conflicts: 'Conflicts',
  sources: 'Sources',
}

/** Links to the lists, each of which has a URL. */
function IngestTabs({ list }: { list: IngestListName }): ReactNode {
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
