import { findEntities, listEntities, listEntitiesOfType } from '../../../cypher/graph.ts'
import { searchTerms } from '../../../cypher/search-terms.ts'
import { foldWords } from '../../../cypher/words.ts'
import { EntityType } from '../../../schemas/graph.ts'
import type { LongReader } from '../../context.ts'

const MOST_HITS = 10_000

/** What finds the entities whose label holds all words of `q`, after a rank and an id; null for a text without a word. */
export function searchFor(
  q: string,
  { type, afterRank, after, limit }: { type?: EntityType | undefined; afterRank: number; after: string; limit: number },
) {
  const words = foldWords(q)
  if (words.length === 0) return null
  return {
    terms: searchTerms(words, type),
    words: [...new Set(words)],
    folded: words.join(' '),
    types: type ? [type] : EntityType.options,
    most: MOST_HITS,
    ...{ afterRank, after, limit },
  }
}

/** The documents of all entities that filters find, in the order of the pages, in one long read. */
export async function* everyEntity(
  reader: LongReader,
  { type, q }: { type?: EntityType | undefined; q?: string | undefined },
): AsyncGenerator<string> {
  const all = { after: '', limit: Number.MAX_SAFE_INTEGER }
  if (q === undefined) {
    const listed = type ? reader.stream(listEntitiesOfType, { ...all, type }) : reader.stream(listEntities, all)
    for await (const { doc } of listed) yield doc
    return
  }
  const search = searchFor(q, { type, afterRank: -1, ...all })
  if (search) for await (const { doc } of reader.stream(findEntities, search)) yield doc
}
