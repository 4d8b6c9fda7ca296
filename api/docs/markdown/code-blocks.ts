import { escapeHtml } from './escape-html.ts'
import { highlightCode } from './highlight.ts'

export interface CodeBlock {
  language: string
  text: string
}

/** Languages that readers choose between, in the order of the tabs, by the language of the block. */
export const languageNames: ReadonlyMap<string, string> = new Map([
  ['sh', 'curl'],
  ['ts', 'TypeScript'],
  ['python', 'Python'],
])

/** Whether one block may be a tab beside others. */
export function isChoice({ language }: CodeBlock): boolean {
  return languageNames.has(language)
}

/** One block of code, with a button beside it that copies it; it can be focused, because what scrolls must be reachable by keyboard. */
export function codeBlock({ language, text }: CodeBlock): string {
  return `<div class="code">${codeOf({ language, text })}${COPY}</div>\n`
}

/**
 * The same in several languages, of which the page shows the reader's; without script all of them are shown.
 * @param name of the group, unique on its page
 */
export function codeTabs(blocks: readonly CodeBlock[], name: string): string {
  const idOf = ({ language }: CodeBlock) => `${name}-${escapeHtml(language)}`
  const tabs = blocks.map(
    (block, at) =>
      `<button type="button" role="tab" id="${idOf(block)}-tab" aria-controls="${idOf(block)}" aria-selected="${at === 0}" tabindex="${at === 0 ? 0 : -1}" data-language="${escapeHtml(block.language)}">${languageNames.get(block.language)}</button>`,
  )
  const panes = blocks.map(
    (block) =>
      `<div class="pane" role="tabpanel" id="${idOf(block)}" aria-labelledby="${idOf(block)}-tab" data-language="${escapeHtml(block.language)}"><p class="language">${languageNames.get(block.language)}</p>${codeBlock(block)}</div>\n`,
  )
  return `<div class="tabs"><div class="needs-script" role="tablist" aria-label="Language">${tabs.join('')}</div>\n${panes.join('')}</div>\n`
}

const COPY = '<button type="button" class="copy needs-script" data-copy="code">Copy</button>'

function codeOf({ language, text }: CodeBlock): string {
  return `<pre tabindex="0"><code class="language-${escapeHtml(language)}">${highlightCode(text, language)}</code></pre>`
}
