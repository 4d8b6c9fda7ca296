import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePolicy } from '../http/browser-pages.ts'
import { layout, searchField } from './layout.ts'
import { linksOf } from './links.ts'
import { firstSentence, llmsText } from './llms.ts'
import { escapeHtml } from './markdown/escape-html.ts'
import { finishedMarkdown } from './markdown/finished-markdown.ts'
import type { Rendered } from './markdown/render-markdown.ts'
import { nearestPlaces, wordsOfPath } from './nearest-places.ts'
import { readFiles } from './pages.ts'
import { type Published, publish } from './published.ts'
import { type SearchedPage, searchIndex, searchLibrary } from './search/search-index.ts'
import { type DocsOptions, type Site, type SiteContent, siteOf } from './site-content.ts'

const HTML = 'text/html; charset=utf-8'
const JAVASCRIPT = 'text/javascript; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const types: Readonly<Record<string, string>> = { css: 'text/css; charset=utf-8', js: JAVASCRIPT, svg: 'image/svg+xml' }
const styles = ['frame.css', 'text.css', 'code.css', 'reference.css']
const scripts = [
  'early.js',
  'docs.js',
  'copy.js',
  'tabs.js',
  'search.js',
  'find.js',
  'ranking.js',
  'print.js',
  'try.js',
  'part.js',
]
const assets = [...styles, ...scripts, 'icon.svg']

export interface Documents {
  /** The documents by the path at which they are served. */
  published: ReadonlyMap<string, Published>
  /** Returns the 404 page for an unknown path below `/docs/`. */
  missing(path: string): Published
}

/** Renders all documents once, at startup. */
export function documents(options: DocsOptions): Documents {
  const site = siteOf(options)
  const rendered = new Map(site.pages.map((page) => [page, renderedOf(site, page, rootOf(page.path))]))
  const pages = [...rendered]
  const [openApi, asyncApi, llmsTxt] = [json(options.openApi), json(options.asyncApi), llms(site)]
  const below: [string, Published][] = [
    ['openapi.json', openApi],
    ['asyncapi.json', asyncApi],
    ...pages.map(([page, content]): [string, Published] => [page.path, htmlOf(site, page, rootOf(page.path), content)]),
    ...site.pages.map((page): [string, Published] => [`${page.path || 'index'}.md`, markdownOf(site, page)]),
    ...readFiles().map(({ path, content }): [string, Published] => [path, publish(typeOf(path), content)]),
    ...assets.map((name): [string, Published] => [`assets/${name}`, asset(name)]),
    ['assets/minisearch.js', publish(JAVASCRIPT, searchLibrary())],
    ['search.json', publish('application/json', searchIndex(pages.map(searchedOf)))],
    ['llms.txt', llmsTxt],
  ]
  const served = below.map(([path, document]): [string, Published] => [`/docs/${path}`, document])
  const landing = site.pages.filter(({ path }) => path === '')
  const published = new Map([
    ['/openapi.json', openApi],
    ['/asyncapi.json', asyncApi],
    ['/llms.txt', llmsTxt],
    // `/docs` has no trailing slash, so its relative links must start with `./docs`.
    ...landing.map((page): [string, Published] => [
      '/docs',
      htmlOf(site, page, './docs', renderedOf(site, page, './docs')),
    ]),
    ...landing.map((page): [string, Published] => ['/docs.md', markdownOf(site, page)]),
    ...served,
  ])
  return { published, missing: (path) => notFoundPage(site, path) }
}

/**
 * The 404 page for an unknown address below the docs: a search for the words of the address, and links to pages and
 * operations with similar addresses.
 */
function notFoundPage({ sections, options, pages }: Site, path: string): Published {
  const root = rootOf(path)
  const places = pages.flatMap((page) => [
    page,
    ...page.within.map(({ slug, name }) => ({ path: `${page.path}#${slug}`, name })),
  ])
  const links = nearestPlaces(path, places).map(
    ({ path, name }) => `<li><a href="${root}/${path}">${escapeHtml(name)}</a></li>\n`,
  )
  const similar = links.length === 0 ? '' : `<h2>Similar pages</h2>\n<ul>\n${links.join('')}</ul>\n`
  const html = `<h1>Page not found</h1>
<p>No page has this address. Search the docs, or go to the <a href="${root}/">home page</a>.</p>
${searchField(wordsOfPath(path).join(' '))}${similar}`
  const rendered = { title: 'Page not found', headings: [], html }
  return publish(HTML, layout(rendered, { path: null, root, sections }), policyOf(options))
}

function renderedOf({ published, pictures }: Site, { file, render }: SiteContent, root: string): Rendered {
  return render(linksOf(file, root, published, pictures))
}

function htmlOf(
  { sections, options }: Site,
  { path, within, markdown }: SiteContent,
  root: string,
  rendered: Rendered,
): Published {
  const description = firstSentence(markdown).replaceAll('`', '')
  return publish(HTML, layout(rendered, { path, root, sections, within, description }), policyOf(options))
}

/**
 * Links in Markdown are absolute and lead to the Markdown of other pages, because the text is often read outside of the
 * site.
 */
function markdownOf({ published, options }: Site, { file, markdown }: SiteContent): Published {
  const pages = new Map(
    [...published].map(([name, path]) => [name, name.endsWith('.md') ? `${path || 'index'}.md` : path]),
  )
  return publish(
    MARKDOWN,
    finishedMarkdown(markdown, linksOf(file, options.docsUrl, pages, new Map(), options.baseUrl)),
  )
}

function searchedOf([{ path, searched, keys }, { title, headings }]: [SiteContent, Rendered]): SearchedPage {
  return { path, title, headings, markdown: searched, keys }
}

function llms({ sections, pages, options }: Site): Published {
  const described = pages.map(({ path, name, markdown }) => {
    return [path, { title: name, description: firstSentence(markdown) }] as const
  })
  return publish(PLAIN, llmsText(sections, new Map(described), options))
}

/** The relative path from a page to the root of the docs. */
export function rootOf(path: string): string {
  const steps = path.split('/').length - 1
  return steps === 0 ? '.' : Array(steps).fill('..').join('/')
}

function policyOf({ baseUrl, docsUrl }: DocsOptions): string {
  const { origin } = new URL(baseUrl)
  return pagePolicy(origin === new URL(docsUrl).origin ? [] : [origin])
}

function json(document: object): Published {
  return publish('application/json', JSON.stringify(document))
}

function typeOf(path: string): string {
  if (path.endsWith('.png')) return 'image/png'
  if (path.endsWith('.svg')) return 'image/svg+xml'
  return path.endsWith('.json') ? 'application/schema+json' : PLAIN
}

function asset(name: string): Published {
  const content = readFileSync(join(import.meta.dirname, 'assets', name))
  return publish(types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream', content)
}
