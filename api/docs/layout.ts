import { escapeHtml } from './escape-html.ts'
import type { Heading, Rendered } from './render-markdown.ts'

const NAME = 'Tenant Data API'

const entries = [
  ['getting-started', 'Getting started'],
  ['rest', 'REST'],
  ['data-engineers', 'Data engineers'],
  ['operators', 'Operators'],
  ['problems', 'Problems'],
  ['reference', 'Reference'],
] as const

export interface Place {
  /** Below the docs, without a slash in front; empty for the landing page. */
  path: string
  /** How the page names the docs' own address: relative, so that they can be served below any other. */
  root: string
}

/** A whole page around its content; `headings` become the table of contents, `head` says how the content looks. */
export function layout(
  { title, headings, html }: Rendered,
  place: Place,
  head = `<link rel="stylesheet" href="${place.root}/assets/text.css">\n`,
): string {
  const { root } = place
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title === NAME ? NAME : `${title} · ${NAME}`)}</title>
<link rel="icon" href="${root}/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}/assets/frame.css">
${head}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="${root}/">${NAME}</a><nav aria-label="Docs">${navigation(place)}</nav></header>
<div class="page">
${contents(headings)}<main id="content">
${html}</main>
</div>
</body>
</html>
`
}

function navigation({ path, root }: Place): string {
  return entries
    .map(([entry, name]) => {
      const current = path === entry || path.startsWith(`${entry}/`) ? ' aria-current="page"' : ''
      return `<a href="${root}/${entry}"${current}>${name}</a>`
    })
    .join('')
}

/** Sections from which a page is too long to be seen at a glance. */
const LISTED_FROM = 4

/** Twice, of which styles show one: open beside the text, or folded above it where a long list would hide the text. */
function contents(headings: Heading[]): string {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (listed.filter(({ depth }) => depth === 2).length < LISTED_FROM) return ''
  const items = listed.map(
    ({ depth, slug, text }) => `<li class="depth-${depth}"><a href="#${slug}">${escapeHtml(text)}</a></li>`,
  )
  const list = `<ul>${items.join('')}</ul>`
  return `<nav class="contents wide-screen" aria-label="On this page"><p>On this page</p>${list}</nav>
<nav class="contents small-screen" aria-label="On this page"><details><summary>On this page</summary>${list}</details></nav>
`
}
