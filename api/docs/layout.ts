import { escapeHtml } from './markdown/escape-html.ts'
import type { Heading, Rendered } from './markdown/render-markdown.ts'
import { neighbors, type SubEntry, sidebar } from './sidebar.ts'
import type { SitePage, SiteSection } from './site.ts'

const NAME = 'Tenant Data API'

export interface Location {
  /** Path below the docs without a leading slash; empty for the landing page, null for the 404 page. */
  path: string | null
  /** Relative path to the root of the docs, so that they can be served below any address. */
  root: string
  sections: readonly SiteSection[]
  /** One sentence about the page, for search engines and previews of links. */
  description?: string
  /** Entries below the page in the sidebar. With them, the page needs no table of contents. */
  within?: readonly SubEntry[]
}

/** Renders a whole page around its content. `headings` become the table of contents. */
export function layout({ title, headings, html }: Rendered, location: Location): string {
  const { root, path, within = [] } = location
  const list = sidebar(location.sections, location, within)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title === NAME ? NAME : `${title} · ${NAME}`)}</title>
${metadata(title, location)}<link rel="icon" href="${root}/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}/assets/frame.css">
<link rel="stylesheet" href="${root}/assets/text.css">
<link rel="stylesheet" href="${root}/assets/code.css">
<link rel="stylesheet" href="${root}/assets/reference.css">
<script src="${root}/assets/early.js"></script>
<script src="${root}/assets/docs.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="${root}/">${NAME}</a>
${path === null ? '' : SEARCH}</header>
<div class="page${within.length > 0 ? ' page-wide' : ''}">
<nav class="sidebar wide-screen" aria-label="Docs">
${list}</nav>
<nav class="sidebar small-screen" aria-label="Docs"><details><summary>All pages</summary>
${list}</details></nav>
${within.length > 0 ? '' : contents(headings)}<main id="content" tabindex="-1">
${html}${foot(location)}</main>
</div>
</body>
</html>
`
}

function metadata(title: string, { path, description = '' }: Location): string {
  const about = description === '' ? '' : escapeHtml(description)
  const lines = [
    about === '' ? '' : `<meta name="description" content="${about}">`,
    path === null ? '<meta name="robots" content="noindex">' : '',
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    about === '' ? '' : `<meta property="og:description" content="${about}">`,
    `<meta property="og:type" content="${path === '' ? 'website' : 'article'}">`,
    `<meta property="og:site_name" content="${NAME}">`,
  ]
  return lines
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('')
}

/** The search field, for the header of every page and for the text of the 404 page. */
export function searchField(value: string): string {
  return SEARCH.replace(' autocomplete=', ` value="${escapeHtml(value)}" autocomplete=`)
}

const SEARCH = `<form class="search needs-script" role="search">
<label class="visually-hidden" for="docs-search">Search the docs</label>
<input id="docs-search" type="search" role="combobox" placeholder="Search" autocomplete="off" spellcheck="false" aria-expanded="false" aria-controls="docs-hits" aria-autocomplete="list">
<kbd aria-hidden="true">/</kbd>
<div id="docs-hits" role="listbox" aria-label="Results" hidden></div>
<p class="visually-hidden" role="status"></p>
</form>
`

/** A page gets a table of contents from this number of headings on. */
const LISTED_FROM = 4

/**
 * Renders the table of contents twice, and the styles show one of them: open next to the text on wide screens, and
 * folded above the text on narrow ones.
 */
function contents(headings: readonly Heading[]): string {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (listed.length < LISTED_FROM) return ''
  const items = listed.map(
    ({ depth, slug, text }) => `<li class="depth-${depth}"><a href="#${slug}">${escapeHtml(text)}</a></li>`,
  )
  const list = `<ul>${items.join('')}</ul>`
  return `<nav class="contents wide-contents" aria-label="On this page"><p>On this page</p>${list}</nav>
<nav class="contents small-contents" aria-label="On this page"><details><summary>On this page</summary>${list}</details></nav>
`
}

function foot({ path, root, sections }: Location): string {
  if (path === null) return ''
  const { before, after } = neighbors(sections, path)
  const link = (page: SitePage | undefined, relation: 'prev' | 'next', label: string) =>
    page === undefined
      ? ''
      : `<a rel="${relation}" href="${root}/${page.path}"><span>${label}</span> ${escapeHtml(page.name)}</a>`
  const links = `${link(before, 'prev', 'Previous')}${link(after, 'next', 'Next')}`
  const markdown = `<p class="markdown"><a class="as-markdown" href="${root}/${path === '' ? 'index' : path}.md">This page as Markdown</a> <button type="button" class="copy needs-script" data-copy="page">Copy as Markdown</button></p>\n`
  const neighbourLinks =
    links === '' ? '' : `<nav class="neighbors" aria-label="Previous and next page">${links}</nav>\n`
  return `<footer class="foot">\n${markdown}${neighbourLinks}</footer>\n`
}
