import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Terminal } from '../../../cli/output/terminal.ts'
import { run } from '../../../cli/run.ts'
import { freshTopics } from './kafka.ts'

const program = fileURLToPath(new URL('../../../cli/tda.ts', import.meta.url))

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** The variables of a new installation for the command line, with its own topics and audit spool. */
export function freshInstallation(brokers?: string): Record<string, string> {
  return { ...freshTopics(brokers), AUDIT_SPOOL: mkdtempSync(join(tmpdir(), 'tda-audit-')) }
}

/** Starts `tda` in its own process. */
export function startTda(variables: Record<string, string>, args: string[]) {
  const env = { ...process.env, ...variables }
  return spawn(process.execPath, [program, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
}

/** Runs `tda` in its own process to its end, with the given standard input. */
export async function spawnTda(variables: Record<string, string>, args: string[], input = ''): Promise<Ran> {
  const child = startTda(variables, args)
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

/** Runs `tda` in this process, which is faster. It is interrupted when it prints `interruptAt`. */
export async function tda(
  variables: Record<string, string>,
  args: string[],
  interruptAt?: string,
  confirm: Terminal['confirm'] = async () => null,
): Promise<Ran> {
  const interrupt = new AbortController()
  const written = { stdout: '', stderr: '' }
  const code = await run(args, {
    variables: { ...process.env, ...variables },
    print: async (line) => {
      written.stdout += `${line}\n`
    },
    tell: (line) => {
      written.stderr += `${line}\n`
      if (interruptAt && line.includes(interruptAt)) interrupt.abort()
    },
    confirm,
    now: () => new Date(),
    interruption: () => interrupt.signal,
  })
  return { code, ...written }
}

/** The JSON documents in its output. */
export function documents({ stdout }: Ran) {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
