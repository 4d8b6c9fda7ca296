import type { ListIngestPublicationsInput, ListIngestRejectionsInput } from '@tenant-data/client'
import { oneOf, textOf } from '../../address.ts'
import { publicationStates, rejectionReasons } from './ingest-values.ts'

export const ingestLists = ['publications', 'rejections', 'conflicts', 'sources'] as const
export type IngestListName = (typeof ingestLists)[number]

interface IngestSearch {
  /** Which list is shown; publications unless given. */
  list?: IngestListName | undefined
  /** Of publications. */
  state?: ListIngestPublicationsInput['state']
  /** Of rejections, and the next three. */
  reason?: ListIngestRejectionsInput['reason']
  type?: string | undefined
  source?: string | undefined
  since?: string | undefined
  /** Of conflicts, and the next one. */
  kind?: string | undefined
  system?: string | undefined
  /** The key of the row that is open. */
  open?: string | undefined
}

/** The filters of each list. */
export const filtersOf = {
  publications: ['state'],
  rejections: ['reason', 'type', 'source', 'since'],
  conflicts: ['kind', 'system'],
  sources: [],
} as const satisfies Record<IngestListName, readonly (keyof IngestSearch)[]>

/** The state of the page: a list, its own filters, and the row that is open. */
export function ingestSearch(raw: Record<string, unknown>): IngestSearch {
  const list = oneOf(raw, 'list', ingestLists)
  const all: IngestSearch = {
    state: oneOf(raw, 'state', publicationStates),
    reason: oneOf(raw, 'reason', rejectionReasons),
    type: textOf(raw, 'type'),
    source: textOf(raw, 'source'),
    since: textOf(raw, 'since'),
    kind: textOf(raw, 'kind'),
    system: textOf(raw, 'system'),
  }
  const own = filtersOf[list ?? 'publications'].map((name) => [name, all[name]] as const)
  return { list, ...Object.fromEntries(own), open: textOf(raw, 'open') }
}
