import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { projectFolder } from '../../dev/runtime/folders.ts'

/** A pattern of a word to avoid, and its replacement. */
interface Replaced {
  pattern: RegExp
  use: string
}

/** Idioms to avoid in all text; the section "How text is written" of CONTRIBUTING.md lists them. */
export const idioms: readonly Replaced[] = [
  { pattern: /\banew\b/i, use: 'again' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, use: 'fix' },
  { pattern: /\bput(?:s|ting)? aside\b/i, use: 'reject' },
  { pattern: /\b(?:nobody|somebody|whoever|everybody)\b/i, use: 'a named subject' },
  { pattern: /\bmeanwhile\b/i, use: 'in the meantime' },
  { pattern: /\bfor ever\b/i, use: 'indefinitely' },
  { pattern: /\bfor certain\b/i, use: 'verified, attributed' },
  { pattern: /\b(?:speaks?|spoken|spoke) of\b/i, use: 'refer to, contain' },
  { pattern: /\b(?:is|are|was|were|be|been) said\b/i, use: 'the subject with an active verb' },
  { pattern: /\b(?:what )?became of\b/i, use: 'status, result' },
  { pattern: /\b(?:go|goes|went|going|gone) on\b/i, use: 'continue' },
  { pattern: /\brest(?:s|ed)? on\b/i, use: 'is based on' },
  { pattern: /\bfaulty\b/i, use: 'invalid' },
  { pattern: /\bso many\b/i, use: 'up to N' },
  { pattern: /\bhang(?:s|ing)? together\b/i, use: 'is connected' },
]

/** Words that the glossary replaces, to avoid in text that users read. */
export const terms: readonly Replaced[] = [
  { pattern: /\banswer(?:s|ed|ing)?\b/i, use: 'response, return' },
  { pattern: /\balarms?\b/i, use: 'alert' },
  { pattern: /(?<!\bdead[- ])\bletters?\b/i, use: 'dead letter; character' },
  { pattern: /\bbeside\b/i, use: 'next to, compared with' },
  { pattern: /\bat once\b/i, use: 'immediately, atomically, at the same time' },
  { pattern: /\bloopback\b/i, use: 'localhost' },
  { pattern: /\binvented\b/i, use: 'fictional' },
  { pattern: /\bwalk(?:s|ed|ing)?\b/i, use: 'iterate, traverse' },
  { pattern: /\bpaging\b/i, use: 'pagination' },
  { pattern: /\bbelieved\b/i, use: 'source of truth' },
  { pattern: /\bbytewise\b/i, use: 'by byte value' },
  { pattern: /\bcapitals\b/i, use: 'case' },
  { pattern: /\bmistakes?\b/i, use: 'error' },
  { pattern: /\btold\b/i, use: 'described, listed' },
  { pattern: /\bwastage\b(?! \()/, use: 'waste allowance (API: wastage)' },
  { pattern: /\be\.g\.|\bi\.e\./i, use: 'for example' },
  { pattern: /\b(?:ours|of yours)\b/i, use: 'the service, your' },
  { pattern: /\ban? minute\b/i, use: 'per minute' },
  { pattern: /\b(?:colour|licence|neighbour|fibre|normalis|behaviour|centre|metre)/i, use: 'American spelling' },
]

/** An occurrence of a word to avoid. */
export interface Hit {
  where: string
  word: string
  use: string
}

/** A text with its place. */
export interface Read {
  where: string
  text: string
}

/** @returns every occurrence of one of the words, in the order of the texts */
export function hitsIn(reads: readonly Read[], words: readonly Replaced[]): Hit[] {
  return reads.flatMap(({ where, text }) =>
    words.flatMap(({ pattern, use }) =>
      [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(([word]) => ({ where, word, use })),
    ),
  )
}

/** The lines of Markdown that are prose: without code, addresses of links, and comments. */
export function proseOf(file: string): Read[] {
  const text = readFileSync(join(projectFolder, file), 'utf8')
  const blank = (part: string) => part.replaceAll(/[^\n]/g, '')
  const prose = text
    .replaceAll(/^(`{3,}).*?^\1/gms, blank)
    .replaceAll(/<!--.*?-->/gs, blank)
    .replaceAll(/`[^`\n]+`/g, '`')
    .replaceAll(/\]\([^)\n]*\)/g, ']')
  return prose.split('\n').map((line, at) => ({ where: `${file}:${at + 1}`, text: line }))
}

/** The descriptions, summaries, and titles in a JSON document. */
export function wordsOf(where: string, value: unknown): Read[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => wordsOf(`${where}/${at}`, item))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const isText = typeof item === 'string' && /^(?:description|summary|title)$/.test(key)
    return isText ? [{ where: `${where}/${key}`, text: withoutCode(item) }] : wordsOf(`${where}/${key}`, item)
  })
}

/** A text without its parts in backquotes. */
export function withoutCode(text: string): string {
  return text.replaceAll(/`[^`\n]+`/g, '`')
}

/** The strings, templates, and JSX texts of a program that have more than one word. */
export function stringsOf(file: string): Read[] {
  const source = readFileSync(join(projectFolder, file), 'utf8')
  const reads: Read[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) visit(item)
    if (!isNode(node) || node.type === 'ImportDeclaration') return
    const text = textOf(node)
    if (text !== null && /\S\s+\S/.test(text)) {
      reads.push({ where: `${file}:${source.slice(0, node.start).split('\n').length}`, text: withoutCode(text) })
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, source).program)
  return reads
}

interface SyntaxNode {
  type: string
  start: number
  value?: unknown
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function textOf({ type, value }: SyntaxNode): string | null {
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value
  if (type !== 'TemplateElement' || typeof value !== 'object' || value === null || !('cooked' in value)) return null
  return typeof value.cooked === 'string' ? value.cooked : null
}

/** The lines of whole files, including names. */
export function linesOf(pattern: string | string[], exclude: string[] = []): Read[] {
  return globSync(pattern, { cwd: projectFolder, exclude }).flatMap((file) =>
    readFileSync(join(projectFolder, file), 'utf8')
      .split('\n')
      .map((text, at) => ({ where: `${file}:${at + 1}`, text })),
  )
}
