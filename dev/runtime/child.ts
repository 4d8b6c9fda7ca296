import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

export interface ChildCommand {
  command: string
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** Standard error is appended here, and standard output too, unless it is awaited. */
  logFile: string
  /** Whether the process says on standard output, by the line `ready`, when it can be used. */
  saysReady: boolean
}

export interface Child {
  pid: number
  /** Resolves when the process has ended, to words such as "code 1" or "SIGKILL". */
  ended: Promise<string>
  /** Resolves at the line `ready`; for a process that does not say it, never. */
  ready: Promise<void>
  signal(signal: NodeJS.Signals): void
  /** TERM, and KILL when it is still there after `graceMs`. Resolves when it has ended. */
  stop(graceMs: number): Promise<void>
}

/**
 * Starts a process that ends when this one does, however this one ends: its standard input is a pipe, and it leaves
 * when the pipe breaks. It is detached, so that the Ctrl-C of a terminal reaches this process alone, which then stops
 * its children in order. Its log is a file and not a pipe, so that it can write its last words without this process.
 * @throws Error when the program cannot be started.
 */
export async function launch({ command, args, cwd, env, logFile, saysReady }: ChildCommand): Promise<Child> {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'a')
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', saysReady ? 'pipe' : log, log] })
  closeSync(log)
  const ended = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`)),
  )
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  child.stdin?.on('error', () => {})
  const ready = new Promise<void>((resolve) => {
    if (child.stdout) createInterface(child.stdout).on('line', (line) => line === 'ready' && resolve())
  })
  return {
    pid: child.pid ?? 0,
    ended,
    ready,
    signal: (signal) => child.kill(signal),
    stop: (ms) => stop(child, ended, ms),
  }
}

/** CONT comes after TERM, because a process that was stopped by a signal sees no other until it goes on. */
async function stop(child: { kill(signal: NodeJS.Signals): boolean }, ended: Promise<string>, graceMs: number) {
  child.kill('SIGTERM')
  child.kill('SIGCONT')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}
