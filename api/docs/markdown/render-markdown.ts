import { Marked, type Token, type Tokens } from 'marked'
import { breakable, escapeHtml } from '../escape-html.ts'
import { codeBlock, codeTabs, isChoice } from './code-blocks.ts'
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

/** Blocks of code in several languages that follow each other, as one token. */
interface Tabs {
  type: 'tabs'
  raw: string
  blocks: Tokens.Code[]
}

/**
 * Markdown as HTML. Our own texts are trusted, yet raw HTML in them is shown as text: a page holds only what is meant. Blocks
 * of code in languages that readers choose between become tabs where they follow each other.
 * @param name of groups of tabs; another one for each text of a page that is made of several
 */
export function renderMarkdown(markdown: string, resolveLink: ResolveLink, name = 'tabs'): Rendered {
  const slugOf = createSlugs()
  const headings: Heading[] = []
  let groups = 0
  const marked = new Marked({
    extensions: [
      {
        name: 'tabs',
        renderer(token) {
          groups += 1
          return codeTabs((token as Tabs).blocks.map(blockOf), `${name}-${groups}`)
        },
      },
    ],
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
      image({ href, text }) {
        const source = escapeHtml(resolveLink(href))
        return `<a href="${source}"><img src="${source}" alt="${escapeHtml(text)}" loading="lazy"></a>`
      },
      code(token) {
        return codeBlock(blockOf(token))
      },
      codespan({ text }) {
        return `<code>${breakable(text)}</code>`
      },
      html({ text }) {
        return text.startsWith('<!--') ? '' : escapeHtml(text)
      },
    },
  })
  const html = marked.parser(withTabs(marked.lexer(markdown)))
  const title = headings.find(({ depth }) => depth === 1)?.text ?? ''
  return { title, headings, html: withScrollingTables(html) }
}

function blockOf({ text, lang = '' }: Tokens.Code): { language: string; text: string } {
  return { language: lang, text }
}

/** Comments and empty lines stand between blocks that follow each other. */
function withTabs(tokens: readonly Token[]): Token[] {
  const shown: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const blocks = blocksFrom(tokens, at)
    const first = tokens[at]
    if (blocks.length > 1) {
      at = tokens.indexOf(blocks.at(-1) as Token)
      shown.push({ type: 'tabs', raw: '', blocks } satisfies Tabs)
    } else if (first !== undefined) shown.push(first)
  }
  return shown
}

function blocksFrom(tokens: readonly Token[], from: number): Tokens.Code[] {
  const blocks: Tokens.Code[] = []
  for (const token of tokens.slice(from)) {
    if (isBlock(token) && blocks.every(({ lang }) => lang !== token.lang)) blocks.push(token)
    else if (blocks.length === 0 || !isBetween(token)) break
  }
  return blocks
}

function isBlock(token: Token): token is Tokens.Code {
  return token.type === 'code' && isChoice(blockOf(token as Tokens.Code))
}

function isBetween(token: Token): boolean {
  return token.type === 'space' || (token.type === 'html' && token.raw.startsWith('<!--'))
}

export function plainText(tokens: Token[]): string {
  return tokens.map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : textOf(token))).join('')
}

function textOf(token: Token): string {
  return 'text' in token ? String(token.text) : ''
}

/** An empty corner is no header of anything. */
function withScrollingTables(html: string): string {
  return html
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>')
}
