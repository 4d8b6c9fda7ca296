import { Marked, type Token, type Tokens } from 'marked'
import { type Heading, plainText } from '../markdown/render-markdown.ts'

export interface Section {
  title: string
  /** Null for the text before the first heading below the title. */
  slug: string | null
  text: string
}

const marked = new Marked()

/**
 * Splits the Markdown of a page into sections by its headings, without code blocks, for the search.
 * @param headings of the page, in the order of the Markdown
 */
export function sectionsOf(markdown: string, headings: readonly Heading[]): Section[] {
  const sections: Section[] = []
  let at = 0
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') {
      const { text = '', slug = '' } = headings[at] ?? {}
      sections.push({ title: text, slug: at === 0 ? null : slug, text: '' })
      at += 1
      continue
    }
    const last = sections.at(-1)
    const text = textOf(token)
    if (last !== undefined && text !== '') last.text = `${last.text} ${text}`.trim()
  }
  return sections
}

function textOf(token: Token): string {
  if (token.type === 'code' || token.type === 'html' || token.type === 'space') return ''
  if (token.type === 'table') return tableText(token as Tokens.Table)
  if (token.type === 'list')
    return (token as Tokens.List).items.map(({ tokens }) => tokens.map(textOf).join(' ')).join(' ')
  return plainText([token]).replace(/\s+/g, ' ')
}

function tableText({ rows }: Tokens.Table): string {
  return rows.map((row) => row.map(({ tokens }) => plainText(tokens)).join(' ')).join('. ')
}
