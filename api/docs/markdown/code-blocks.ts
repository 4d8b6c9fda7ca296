import { escapeHtml } from './escape-html.ts'
import { highlightCode } from './highlight.ts'

export interface CodeBlock {
  language: string
  text: string
}

/** Languages that become tabs, in the order of the tabs, with the label of each tab. */
export const languageNames: ReadonlyMap<string, string> = new Map([
  ['sh', 'curl'],
  ['ts', 'TypeScript'],
  ['python', 'Python'],
])

/** Whether a block of code can be one of several tabs. */
export function isChoice({ language }: CodeBlock): boolean {
  return languageNames.has(language)
}

/**
 * A block of code with a button that copies it. The block can be focused, because scrollable content must be reachable
 * by keyboard.
 */
export function codeBlock({ language, text }: CodeBlock): string {
  return `<div class="code">${codeOf({ language, text })}${COPY}</div>\n`
}

/**
 * Renders the same sample in several languages as tabs. The page shows the language that the reader chose, or all of
 * them without JavaScript.
 * @param name of the group of tabs, unique on its page
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
