import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import MiniSearch from 'minisearch'
import { type Indexed, indexOptions } from '../assets/find.js'
import { keywords } from '../assets/ranking.js'
import type { Heading } from '../markdown/render-markdown.ts'
import { sectionsOf } from './sections.ts'

export interface SearchedPage {
  path: string
  title: string
  headings: readonly Heading[]
  markdown: string
  /**
   * The problem code or operationId that each section describes, by the slug of the section; null is the whole page.
   */
  keys: ReadonlyMap<string | null, string>
}

/** The search index of all pages as JSON, with one entry per section. */
export function searchIndex(pages: readonly SearchedPage[]): string {
  const index = new MiniSearch<Indexed>(indexOptions)
  const entries = pages.flatMap(entriesOf).map((entry, id) => ({ ...entry, id }))
  index.addAll(entries)
  return JSON.stringify(index)
}

/** The library that reads the index, as one module. Its comments, which are more than half of it, are removed. */
export function searchLibrary(): string {
  const manifest = createRequire(import.meta.url).resolve('minisearch')
  const source = readFileSync(join(dirname(manifest), '../es/index.js'), 'utf8')
  return source.replace(/^ *\/\*\*\n(?: *\*.*\n)*? *\*\/\n/gm, '').replace(/^\/\/# sourceMappingURL.*$/m, '')
}

function entriesOf({ path, title, headings, markdown, keys }: SearchedPage): Omit<Indexed, 'id'>[] {
  return sectionsOf(markdown, headings).map((section) => {
    const key = keys.get(section.slug) ?? null
    const url = section.slug === null ? path : `${path}#${section.slug}`
    const code = key === null ? '' : `${key} ${key.replaceAll('_', '')}`
    const isStart = section.slug === null
    return {
      ...{ key, code, page: title, title: section.title, url, text: section.text },
      keywords: isStart && Object.hasOwn(keywords, path) ? (keywords[path] ?? '') : '',
      path: isStart ? path.replace(/[/_-]/g, ' ') : '',
    }
  })
}
