import type { Option } from './found.ts'

/** A page of the menu. */
interface Page {
  path: string
  name: string
  /** A scope that the page requires and the token lacks. */
  lacking: string | null
}

/** The views of pages, and the words by which people look for a page. */
const views: Readonly<Record<string, readonly { name: string; search: Readonly<Record<string, string>> }[]>> = {
  '/materials': [
    { name: 'Positions', search: { view: 'positions' } },
    { name: 'Comparison', search: { view: 'comparison' } },
  ],
  '/ingest': [
    { name: 'Rejections', search: { list: 'rejections' } },
    { name: 'Conflicts', search: { list: 'conflicts' } },
    { name: 'Sources', search: { list: 'sources' } },
  ],
}
const synonyms: Readonly<Record<string, string>> = {
  '/': 'home start health',
  '/changes': 'compare comparison snapshots difference history',
  '/yields': 'bom bill of materials consumption',
  '/requirements': 'material requirements mrp purchase calculate cost',
  '/graph': 'search entities relationships styles skus suppliers',
  '/materials': 'exceptions stock inventory',
  '/freshness': 'datasets age stale',
  '/exports': 'download csv excel parquet files',
  '/ingest': 'events publications errors',
}

/** The pages and their views. */
function allPages(pages: readonly Page[]): (Option & { words: string })[] {
  return pages.flatMap(({ path, name, lacking }) => {
    const detail = lacking === null ? 'Page' : `Page, requires ${lacking}`
    const page = { key: `page ${path}`, title: name, detail, target: { to: path, search: {} } }
    const own = (views[path] ?? []).map((view) => ({
      key: `page ${path} ${view.name}`,
      title: `${name}: ${view.name}`,
      detail,
      target: { to: path, search: view.search },
      words: `${name} ${view.name}`,
    }))
    return [{ ...page, words: `${name} ${synonyms[path] ?? ''}` }, ...own]
  })
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The pages of which each word of the text begins a word. Without words, the pages of the menu. */
export function pageOptions(pages: readonly Page[], text: string): Option[] {
  const words = wordsOf(text)
  const all = allPages(pages)
  if (words.length === 0)
    return text === '' ? all.filter(({ key }) => pages.some(({ path }) => key === `page ${path}`)) : []
  return all.filter((page) => words.every((word) => wordsOf(page.words).some((own) => own.startsWith(word))))
}

/** The pages whose name differs from the text in at most two characters. */
export function similarPages(pages: readonly Page[], text: string): Option[] {
  const wanted = text.toLowerCase().trim()
  if (wanted.length < SHORTEST) return []
  return allPages(pages).filter(({ title }) =>
    [title, ...title.split(/\W+/)].some((name) => editsBetween(name.toLowerCase(), wanted) <= MOST_EDITS),
  )
}

const SHORTEST = 5
const MOST_EDITS = 2

/** The number of characters to insert, remove, or replace to get from one text to another. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, one] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + Number(one !== other)))
    row = next
  }
  return row.at(-1) ?? 0
}
