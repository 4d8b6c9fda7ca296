import { createRequire } from 'node:module'
import { escapeHtml } from './escape-html.ts'

interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

// Required rather than imported, because its types would add those of browsers to the whole project and hide errors.
const required = createRequire(import.meta.url)
const highlighter: Highlighter = required('highlight.js/lib/core')

/** The languages of the docs, and their names in highlight.js. */
const grammars = { sh: 'bash', json: 'json', python: 'python', ts: 'typescript', sql: 'sql', http: 'http' } as const
for (const [language, grammar] of Object.entries(grammars))
  highlighter.registerLanguage(language, required(`highlight.js/lib/languages/${grammar}`))

/**
 * Converts code to HTML with classes, which the light and the dark style color. Code in a language that is not in
 * `grammars` is only escaped.
 */
export function highlightCode(code: string, language: string): string {
  if (!Object.hasOwn(grammars, language)) return escapeHtml(code)
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value
}
