/** A fenced block of a page, with the comment before it that describes how it is run. */
export interface CodeBlock {
  /** Relative to the root folder of the repository. */
  file: string
  /** The line of its opening fence, from 1. */
  line: number
  language: string
  /** The lines between the fences. */
  lines: readonly string[]
  /** The heading of its section. */
  heading: string
  mark: Mark | null
}

/**
 * `not run` and `starts` need no more; `answers` has the HTTP statuses that its requests get, `exits` its exit code,
 * `data of` the event type in whose `data` a fragment stands.
 */
export type Mark = { kind: (typeof kinds)[number]; text: string }

const kinds = ['not run', 'starts the demo', 'answers', 'exits', 'data of'] as const

const MARK = new RegExp(`^<!-- (${kinds.join('|')})(?:: (.+))? -->$`)

/**
 * The fenced blocks of a page, in order.
 * @throws Error naming the line of a fence that is never closed
 */
export function codeBlocks(file: string, markdown: string): CodeBlock[] {
  const lines = markdown.split('\n')
  const blocks: CodeBlock[] = []
  let heading = ''
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (/^#{1,6} /.test(line)) heading = line.replace(/^#+ /, '')
    if (!line.startsWith('```')) continue
    const end = lines.indexOf('```', at + 1)
    if (end < 0) throw new Error(`${file}:${at + 1}: the block is never closed`)
    const mark = markOf(lines[at - 1] === '' ? lines[at - 2] : lines[at - 1])
    blocks.push({ file, line: at + 1, language: line.slice(3), lines: lines.slice(at + 1, end), heading, mark })
    at = end
  }
  return blocks
}

function markOf(line = ''): Mark | null {
  const [, kind, text = ''] = MARK.exec(line) ?? []
  const known = kinds.find((one) => one === kind)
  return known === undefined ? null : { kind: known, text }
}
