import type MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'

/** A section of a page, as the search index contains it. */
export interface Indexed {
  id: number
  /** A problem's code or an operationId, when that is what the section describes. */
  key: string | null
  /** The key as people type it: as one word, and split into its words. */
  code: string
  /** The search keywords of the page, only in its first section. */
  keywords: string
  page: string
  title: string
  /** The words of the page's address, only in its first section. */
  path: string
  /** The path with its anchor, relative to `/docs/`. */
  url: string
  text: string
}

export type Hit = SearchResult & Pick<Indexed, 'key' | 'page' | 'title' | 'url' | 'text'>

export const indexOptions: { fields: string[]; storeFields: string[]; processTerm: (term: string) => string }
export function find(index: MiniSearch<Indexed>, asked: string, limit?: number): Hit[]
export function excerptOf(hit: Pick<Hit, 'text' | 'terms'>, length?: number): { text: string; isMatch: boolean }[]
