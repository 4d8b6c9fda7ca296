import type { ResolveLink } from './render-markdown.ts'

/** Blocks and spans of code, in which nothing is a link or a comment. */
const code = /(^ *```[\s\S]*?^ *```$|`[^`\n]+`)/m

/**
 * The Markdown of a page as it is sent: without the comments that are for the tests, and with links that lead somewhere from
 * wherever it is read.
 */
export function finishedMarkdown(markdown: string, resolveLink: ResolveLink): string {
  const parts = markdown.split(new RegExp(code, 'gm'))
  // Every second part is code.
  const finished = parts.map((part, at) => (at % 2 === 1 ? part : finishText(part, resolveLink)))
  return `${finished
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

function finishText(text: string, resolveLink: ResolveLink): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\]\(([^)\s]+)\)/g, (_whole, href: string) => `](${resolveLink(href)})`)
}
