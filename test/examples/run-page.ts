import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocExample, DocPage } from '../support/docs/doc-examples.ts'

/** The output of a block of commands. */
export interface Printed {
  out: string
  /** Standard error, which is for people. */
  aside: string
}

export interface PageRun {
  printed: Map<number, Printed>
  /** The responses to the requests of curl, each with its line in the page. */
  answers: { line: number; status: number; request: string }[]
  /** Null when all commands succeeded, else which command failed and how. */
  failure: string | null
}

interface Shell {
  checkout: string
  setup: string
  variables: Record<string, string>
  /** The command that runs an example file, or null when this machine cannot run it. */
  commandOf(example: DocExample): string | null
}

const MARKER = '\x1e'

/**
 * Runs all commands of a page in one shell, from top to bottom, and stops at the first that fails. Each command has the
 * same line number in the script as in the page, so the line numbers that the shell reports are those of the page.
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
