import { deadReasonValues, publicationStateValues } from '@tenant-data/client'
import { oneOf, pageState, text } from '../../address.ts'

export const ingestLists = ['publications', 'rejections', 'conflicts', 'sources'] as const
export type IngestListName = (typeof ingestLists)[number]

const fields = pageState({
  /** The list that is shown. Publications if absent. */
  list: oneOf(ingestLists),
  /** A filter of publications. */
  state: oneOf(publicationStateValues),
  /** Filters of rejections, from here to the next comment. */
  reason: oneOf(deadReasonValues),
  type: text,
  source: text,
  subject: text,
  eventId: text,
  since: text,
  /** Filters of conflicts, from here to the next comment. */
  kind: text,
  system: text,
  /** The key of the row that is open. */
  open: text,
})

type IngestSearch = ReturnType<typeof fields>

/** The names of the filters of each list. */
export const filtersOf = {
  publications: ['state'],
  rejections: ['reason', 'type', 'source', 'subject', 'eventId', 'since'],
  conflicts: ['kind', 'system'],
  sources: [],
} as const satisfies Record<IngestListName, readonly (keyof IngestSearch)[]>

/** The state of the page: the list, its filters, and the open row. */
export function ingestSearch(raw: Record<string, unknown>): IngestSearch {
  const { list, open, ...all } = fields(raw)
  const own = filtersOf[list ?? 'publications'].map((name) => [name, all[name]] as const)
  return { list, ...Object.fromEntries(own), open }
}
