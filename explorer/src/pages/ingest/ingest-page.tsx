import type { ReactNode } from 'react'
import { PageHead } from '../../parts/page/page-head.tsx'
import { useAddress } from '../../use-address.ts'
import { ConflictsList } from './conflicts/conflicts-list.tsx'
import './ingest.css'
import { ingestSearch } from './ingest-search.ts'
import { IngestTabs, listTitles } from './ingest-tabs.tsx'
import { PublicationsList } from './publications/publications-list.tsx'
import { RejectionsList } from './rejections/rejections-list.tsx'
import { SourcesList } from './sources/sources-list.tsx'

const lists = {
  publications: PublicationsList,
  rejections: RejectionsList,
  conflicts: ConflictsList,
  sources: SourcesList,
}

/** Whether events arrived: what was published, put aside, claimed twice, and sent by whom. */
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
