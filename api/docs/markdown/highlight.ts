import { createRequire } from 'node:module'
import { escapeHtml } from './escape-html.ts'

interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

// Required rather than imported: its types bring those of browsers for the whole project, which would hide mistakes.
const required = createRequire(import.meta.url)
const highlighter: Highlighter = required('highlight.js/lib/core')

/** The languages of the docs, and what the library calls them. */
const grammars = { sh: 'bash', json: 'json', python: 'python', ts: 'typescript', sql: 'sql', http: 'http' } as const
for (const [language, grammar] of Object.entries(grammars))
  highlighter.registerLanguage(language, required(`highlight.js/lib/languages/${grammar}`))

/** Code as HTML whose parts have classes, which both colour schemes style; other languages than the six stay plain. */
export function highlightCode(code: string, language: string): string {
  if (!Object.hasOwn(grammars, language)) return escapeHtml(code)
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value
}
