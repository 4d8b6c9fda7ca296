import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type CodeBlock, codeBlocks } from '../../../dev/guides/code-blocks.ts'
import { pages } from '../../../dev/guides/pages.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { AUDIT_TYPE } from '../../../schemas/records/event-schemas.ts'
import { noticeTypes } from '../../../schemas/records/notices.ts'
import { DEAD_LETTER, samples } from '../../../schemas/samples/samples.ts'

/** The kind of a code block, which determines how it is verified. */
export type Use =
  | 'starts the demo'
  | 'is run'
  | 'is what comes'
  | 'event'
  | 'data of an event'
  | 'problem'
  | 'sample'
  | 'file'
  | 'settings of a client'
  | 'drawing'
  | 'not run'

/** A code block with its kind, and the previous block of its section, whose output it may be. */
export interface DocExample extends CodeBlock {
  use: Use
  text: string
  before: CodeBlock | null
}

export interface DocPage {
  file: string
  markdown: string
  examples: DocExample[]
}

const programs = ['sh', 'python', 'ts']

/** All pages with their blocks. */
export function readPages(): DocPage[] {
  return pages.map((file) => {
    const markdown = readFileSync(join(projectFolder, file), 'utf8')
    return { file, markdown, examples: examplesOf(file, markdown) }
  })
}

/** @throws Error naming the file and line of a block that is not verified and gives no reason */
export function examplesOf(file: string, markdown: string): DocExample[] {
  const blocks = codeBlocks(file, markdown)
  return blocks.map((block, at) => {
    const above = blocks[at - 1]
    const before = above && above.heading === block.heading ? above : null
    const text = block.lines.join('\n')
    const use = isFile(block, markdown) ? 'file' : useOf(block, text, before)
    return { ...block, text, before, use }
  })
}

/** Whether a block shows a file of docs/examples that another program reads, such as an SQL file. */
function isFile({ line, language }: CodeBlock, markdown: string): boolean {
  return !programs.includes(language) && /^<!-- begin \S+\.\w+ -->$/.test(markdown.split('\n')[line - 3] ?? '')
}

function useOf({ file, line, language, mark }: CodeBlock, text: string, before: CodeBlock | null): Use {
  if (mark?.kind === 'not run' || mark?.kind === 'starts the demo') return mark.kind
  if (mark?.kind === 'data of') return 'data of an event'
  if (programs.includes(language)) return 'is run'
  const follows = before !== null && programs.includes(before.language) && before.mark?.kind !== 'not run'
  if (follows && ['json', 'http', 'text'].includes(language)) return 'is what comes'
  if (language === 'text') return 'drawing'
  if (language === 'json') {
    const json = JSON.parse(text)
    if (isOutbound(json)) return 'sample'
    if ('specversion' in json) return 'event'
    if ('requestId' in json && 'code' in json) return 'problem'
    if ('mcpServers' in json || 'servers' in json) return 'settings of a client'
  }
  throw new Error(`${file}:${line}: nothing tries this block out; say why with <!-- not run: REASON -->`)
}

const outbound = [...noticeTypes.keys(), AUDIT_TYPE, DEAD_LETTER].map((type) => samples().get(type)?.value)

/** Whether JSON is a sample of an event that the service sends; unit tests compare these with real ones. */
function isOutbound(json: unknown): boolean {
  return outbound.some((sample) => isDeepStrictEqual(sample, json))
}

/** Texts that look like a code, an ID, or a day of demo data, with their lines. */
export function codesIn(markdown: string): { code: string; line: number }[] {
  return markdown.split('\n').flatMap((text, at) => [...text.matchAll(CODE)].map(([code]) => ({ code, line: at + 1 })))
}

const CODE = new RegExp(
  [
    /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/,
    /\b[0-9A-HJKMNP-TV-Z]{26}\b/,
    /\b[A-Z]{2}\d{2}-\d{4}(?:-\w+)*/,
    /\b(?:MT|FA|FAC|SUP|FP)-\d+/,
    /\b(?:F-\d\d|100-\d{4}|4[19]\d{5})\b/,
    /\b20\d{2}-\d{2}-\d{2}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)
