import { deadReasonValues, publicationStateValues } from '@tenant-data/client'
import { oneOf, pageState, text } from '../../address.ts'

export const ingestLists = ['publications', 'rejections', 'conflicts', 'sources'] as const
export type IngestListName = (typeof ingestLists)[number]

const fields = pageState({
  /** Which list is shown; publications unless given. */
  list: oneOf(ingestLists),
  /** Of publications. */
  state: oneOf(publicationStateValues),
  /** Of rejections, and the next three. */
  reason: oneOf(deadReasonValues),
  type: text,
  source: text,
  since: text,
  /** Of conflicts, and the next one. */
  kind: text,
  system: text,
  /** The key of the row that is open. */
  open: text,
})

type IngestSearch = ReturnType<typeof fields>

/** The filters of each list. */
export const filtersOf = {
  publications: ['state'],
  rejections: ['reason', 'type', 'source', 'since'],
  conflicts: ['kind', 'system'],
  sources: [],
} as const satisfies Record<IngestListName, readonly (keyof IngestSearch)[]>

/** The state of the page: a list, its own filters, and the row that is open. */
export function ingestSearch(raw: Record<string, unknown>): IngestSearch {
  const { list, open, ...all } = fields(raw)
  const own = filtersOf[list ?? 'publications'].map((name) => [name, all[name]] as const)
  return { list, ...Object.fromEntries(own), open }
}
