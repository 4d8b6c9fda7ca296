import type { ResolveLink } from './render-markdown.ts'

/** Matches blocks and spans of code, where links and comments are only text. */
const code = /(^ *```[\s\S]*?^ *```$|`[^`\n]+`)/m

/**
 * The Markdown of a page as it is sent: without the comments that control the tests of examples, and with absolute
 * links.
 */
export function finishedMarkdown(markdown: string, resolveLink: ResolveLink): string {
  const parts = markdown.split(new RegExp(code, 'gm'))
  // `split` with a capturing group puts the code at the odd indexes.
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
