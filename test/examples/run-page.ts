import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocExample, DocPage } from '../support/docs/doc-examples.ts'

/** What a block printed, by the line of its opening fence. */
export interface Printed {
  out: string
  /** What is for people: standard error. */
  aside: string
}

export interface PageRun {
  printed: Map<number, Printed>
  /** The answers to the requests of its curls, each with the line of the page that it stands in. */
  answers: { line: number; status: number; request: string }[]
  /** Null when it came to its end, else where and how it failed. */
  failure: string | null
}

interface Shell {
  checkout: string
  setup: string
  variables: Record<string, string>
  /** The command that runs an example file, or null when this machine cannot. */
  commandOf(example: DocExample): string | null
}

const MARKER = '\x1e'

/**
 * Pastes all commands of a page into one shell, top to bottom, and ends at the first that fails. The script has the lines
 * of the page where the page has them, so that the shell's line numbers are the page's.
 */
export async function runPage(page: DocPage, { checkout, setup, variables, commandOf }: Shell): Promise<PageRun> {
  const files = Object.fromEntries(
    ['page.sh', 'out', 'aside', 'answers', 'failed'].map((name) => [name, join(checkout, '..', name)]),
  )
  const { 'page.sh': script = '', out = '', aside = '', answers = '', failed = '' } = files
  for (const file of [out, aside, answers, failed]) rmSync(file, { force: true })
  writeFileSync(script, scriptOf(page, commandOf))
  writeFileSync(answers, '')
  const env = { ...process.env, ...variables, BASH_ENV: setup, ANSWERS: answers, FAILED: failed }
  const streams = [openSync(out, 'a'), openSync(aside, 'a')]
  const child = spawn('bash', ['-euo', 'pipefail', script], { cwd: checkout, env, stdio: ['ignore', ...streams] })
  const [exitCode] = await once(child, 'close')
  for (const stream of streams) closeSync(stream)
  const [outParts, asideParts] = [partsOf(out), partsOf(aside)]
  const printed = new Map(
    [...outParts].map(([line, text]) => [line, { out: text, aside: asideParts.get(line) ?? '' }] as const),
  )
  const lastAside = [...asideParts.values()].at(-1) ?? readFileSync(aside, 'utf8')
  const line = existsSync(failed) ? readFileSync(failed, 'utf8').trim() : [...outParts.keys()].at(-1)
  const failure = exitCode === 0 ? null : `${page.file}:${line}: ended with ${exitCode}: ${lastAside.trim()}`
  return { printed, answers: answersIn(answers), failure }
}

function scriptOf({ markdown, examples }: DocPage, commandOf: Shell['commandOf']): string {
  const lines = markdown.split('\n').map(() => '')
  for (const example of examples) {
    if (example.use !== 'is run') continue
    const { line, mark } = example
    const expected = mark?.kind === 'exits' ? mark.text : null
    const say = `printf '${MARKER}%s\\n' ${line}`
    lines[line - 1] = `${say}; ${say} >&2${expected === null ? '' : '; set +e'}`
    const command = commandOf(example)
    const commands = command === null ? example.lines : [command]
    for (const [at, text] of commands.entries()) lines[line + at] = text
    if (expected !== null) lines[line + commands.length] = `[ $? -eq ${expected} ]; set -e; rm -f "$FAILED"`
  }
  return `${lines.join('\n')}\n`
}

function partsOf(file: string): Map<number, string> {
  const parts = readFileSync(file, 'utf8').split(MARKER).slice(1)
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n')
      return [Number(part.slice(0, end)), part.slice(end + 1)] as const
    }),
  )
}

function answersIn(file: string): PageRun['answers'] {
  const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return rows.map((row) => {
    const [line = '', status = '', ...request] = row.split(' ')
    return { line: Number(line), status: Number(status), request: request.join(' ') }
  })
}
