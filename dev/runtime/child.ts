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
  /** Whether the process prints the line `ready` on standard output once it can be used. */
  saysReady: boolean
}

export interface Child {
  pid: number
  /** Resolves when the process has exited, with a text such as "code 1" or "SIGKILL". */
  ended: Promise<string>
  /** Resolves on the line `ready`. Never resolves if the process does not print it. */
  ready: Promise<void>
  signal(signal: NodeJS.Signals): void
  /** Sends SIGTERM, and SIGKILL if the process still runs after `graceMs`. Resolves when it has exited. */
  stop(graceMs: number): Promise<void>
}

/**
 * Starts a process that exits when this one does, however this one ends: its standard input is a pipe, and it exits
 * when the pipe breaks. It is detached, so that Ctrl-C in a terminal reaches only this process, which then stops its
 * children in order. It logs to a file, so that it can log even when this process is gone.
 * @throws Error if the program cannot be started
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

/** Sends CONT after TERM, because a suspended process handles signals only once it continues. */
async function stop(child: { kill(signal: NodeJS.Signals): boolean }, ended: Promise<string>, graceMs: number) {
  child.kill('SIGTERM')
  child.kill('SIGCONT')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}
