import { Marked, type Token, type Tokens } from 'marked'
import { codeBlock, codeTabs, isChoice } from './code-blocks.ts'
import { breakable, escapeHtml } from './escape-html.ts'
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

/** The size of a picture in pixels. It reserves the space before the picture is loaded. */
export interface PictureSize {
  width: number
  height: number
}

/** Converts the target of a link in Markdown to the target on the page. */
export interface ResolveLink {
  (href: string): string
  /** Returns the size of a published picture, or null for every other target. */
  pictureAt?(href: string): PictureSize | null
}

/** Consecutive blocks of code in different languages, combined into one token. */
interface Tabs {
  type: 'tabs'
  raw: string
  blocks: Tokens.Code[]
}

/**
 * Renders Markdown as HTML. The texts are trusted, but raw HTML in them is shown as text. Consecutive blocks of code in
 * the languages of `languageNames` become tabs.
 * @param name of the groups of tabs; must differ between the texts of one page
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
        return picture(href, text, resolveLink)
      },
      code(token) {
        return codeBlock(blockOf(token))
      },
      codespan({ text }) {
        return `<code>${breakable(text)}</code>`
      },
      tablecell({ header, tokens, align }) {
        const name = header ? 'th' : 'td'
        const aligned = align ? ` class="${align}"` : ''
        return `<${name}${header ? ' scope="col"' : ''}${aligned}>${this.parser.parseInline(tokens)}</${name}>\n`
      },
      tablerow({ text }) {
        return `<tr>\n${text}</tr>\n`
      },
      table({ header, rows }) {
        return table(
          this.tablerow({ text: header.map((cell) => this.tablecell(cell)).join('') }),
          rows.map((row) => row.map((cell) => this.tablecell(cell))),
          header.map(({ tokens }) => plainText(tokens)),
        )
      },
      html({ text }) {
        return text.startsWith('<!--') ? '' : escapeHtml(text)
      },
    },
  })
  const html = marked.parser(withTabs(marked.lexer(markdown)))
  const title = headings.find(({ depth }) => depth === 1)?.text ?? ''
  return { title, headings, html }
}

function blockOf({ text, lang = '' }: Tokens.Code): { language: string; text: string } {
  return { language: lang, text }
}

/** Combines consecutive blocks of code into tabs. Comments and empty lines between the blocks do not separate them. */
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

/**
 * A table that scrolls horizontally if it is too wide. Each cell repeats the header of its column, because narrow
 * screens show rows as cards. An empty header is rendered as a plain cell.
 */
function table(head: string, rows: readonly (readonly string[])[], headers: readonly string[]): string {
  const labeled = (cell: string, at: number) => {
    const header = headers[at] ?? ''
    return header === '' ? cell : cell.replace('<td', `<td data-label="${escapeHtml(header)}"`)
  }
  const body = rows.map((row) => `<tr>\n${row.map(labeled).join('')}</tr>\n`).join('')
  const corner = head.replaceAll(/<th[^>]*><\/th>/g, '<td></td>')
  return `<div class="wide" tabindex="0"><table>\n<thead>\n${corner}</thead>\n${body === '' ? '' : `<tbody>${body}</tbody>`}</table></div>\n`
}

const LIGHT = /-light(?=\.(?:png|svg)$)/
const DARK = /-dark(?=\.(?:png|svg)$)/

/**
 * A picture with a link to its file. If a picture has a light and a dark version, the page shows the one of the
 * reader's theme, and paper the light one.
 * @throws Error for a picture without a description
 */
function picture(href: string, text: string, resolveLink: ResolveLink): string {
  if (text.trim() === '') throw new Error(`${href} has no description`)
  const sizeOf = (target: string) => resolveLink.pictureAt?.(target) ?? null
  if (DARK.test(href) && sizeOf(href.replace(DARK, '-light')) !== null) return ''
  const [source, size] = [escapeHtml(resolveLink(href)), sizeOf(href)]
  const room = size === null ? '' : ` width="${size.width}" height="${size.height}"`
  const image = `<img src="${source}" alt="${escapeHtml(text)}"${room} loading="lazy">`
  const dark = href.replace(LIGHT, '-dark')
  if (dark === href || sizeOf(dark) === null) return `<a class="picture" href="${source}">${image}</a>`
  const darkSource = `<source media="screen and (prefers-color-scheme: dark)" srcset="${escapeHtml(resolveLink(dark))}">`
  return `<a class="picture" href="${source}"><picture>${darkSource}${image}</picture></a>`
}
