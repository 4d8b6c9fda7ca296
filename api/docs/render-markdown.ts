import { Marked, type Token } from 'marked'
import { escapeHtml } from './escape-html.ts'
import { createSlugs } from './slugs.ts'

export interface Heading {
  depth: number
  text: string
  slug: string
}

export interface Rendered {
  title: string
  headings: Heading[]
  html: string
}

/** Turns the target of a link, as it stands in the Markdown, into the one of the page. */
export type ResolveLink = (href: string) => string

/** Markdown as HTML. Our own texts are trusted, yet raw HTML in them is shown as text: a page holds only what is meant. */
export function renderMarkdown(markdown: string, resolveLink: ResolveLink): Rendered {
  const slugOf = createSlugs()
  const headings: Heading[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens)
        const slug = slugOf(text)
        headings.push({ depth, text, slug })
        const anchor = `<a class="anchor" href="#${slug}" aria-label="Link to this section">#</a>`
        return `<h${depth} id="${slug}">${this.parser.parseInline(tokens)}${depth > 1 ? anchor : ''}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(resolveLink(href))}">${this.parser.parseInline(tokens)}</a>`
      },
      // Focusable, because what scrolls sideways must be reachable without a mouse.
      code({ text, lang = '' }) {
        return `<pre tabindex="0"><code class="language-${escapeHtml(lang)}">${escapeHtml(text)}</code></pre>\n`
      },
      // Long names may break where they are joined, which phones need.
      codespan({ text }) {
        return `<code>${escapeHtml(text).replace(/[_/.](?=[\w{])/g, '$&<wbr>')}</code>`
      },
      html({ text }) {
        return text.startsWith('<!--') ? '' : escapeHtml(text)
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  const title = headings.find(({ depth }) => depth === 1)?.text ?? ''
  return { title, headings, html: withScrollingTables(html) }
}

function plainText(tokens: Token[]): string {
  return tokens.map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : textOf(token))).join('')
}

function textOf(token: Token): string {
  return 'text' in token ? String(token.text) : ''
}

function withScrollingTables(html: string): string {
  return html.replaceAll('<table>', '<div class="wide" tabindex="0"><table>').replaceAll('</table>', '</table></div>')
}
