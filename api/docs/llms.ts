import type { SiteSection } from './site.ts'

/** The entry of a page in `/llms.txt`. */
export interface Described {
  title: string
  /** The first sentence of the page. */
  description: string
}

/** The list of all pages for language models, with links to their Markdown: https://llmstxt.org. */
export function llmsText(
  sections: readonly SiteSection[],
  described: ReadonlyMap<string, Described>,
  { docsUrl, baseUrl }: { docsUrl: string; baseUrl: string },
): string {
  const lists = sections.map(({ title, pages }) => {
    const lines = pages.map(({ path, name }) => {
      const { description = '' } = described.get(path) ?? {}
      return `- [${name}](${docsUrl}/${path === '' ? 'index' : path}.md)${description === '' ? '' : `: ${description}`}`
    })
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  const summary = described.get('')?.description ?? ''
  return `# Tenant Data API

> ${summary}

The contracts for machines: [OpenAPI](${baseUrl}/openapi.json) and [AsyncAPI](${baseUrl}/asyncapi.json).

${lists.join('\n')}`
}

/** The first sentence of a page's first paragraph, as plain text, without a label in bold before it. */
export function firstSentence(markdown: string): string {
  const paragraphs = markdown.split('\n\n').filter((part) => /^(?:\w|\*\*|`)/.test(part))
  const text = (paragraphs[0] ?? '')
    .replace(/^\*\*[^*]+\.\*\*\s+/, '')
    .replace(/\s+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*/g, '')
  return /^.*?[.:?!](?=\s|$)/.exec(text)?.[0]?.replace(/:$/, '.') ?? text
}
