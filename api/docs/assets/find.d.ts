import type MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'

/** A section of a page as the index has it. */
export interface Indexed {
  id: number
  /** A problem's code or an operationId, when that is what the section describes. */
  key: string | null
  /** The key as people type it: with and without what joins its words. */
  code: string
  /** Of a page, at its start. */
  keywords: string
  page: string
  title: string
  /** The words of the page's address, at its start. */
  path: string
  /** Below the docs, with its anchor. */
  url: string
  text: string
}

export type Hit = SearchResult & Pick<Indexed, 'key' | 'page' | 'title' | 'url' | 'text'>

export const indexOptions: { fields: string[]; storeFields: string[]; processTerm: (term: string) => string }
export function find(index: MiniSearch<Indexed>, asked: string, limit?: number): Hit[]
export function excerptOf(hit: Pick<Hit, 'text' | 'terms'>, length?: number): { text: string; isMatch: boolean }[]
