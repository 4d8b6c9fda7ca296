import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Child, type ChildCommand, launch } from './child.ts'
import { isSuspended } from './process-identity.ts'

const READY_WITHIN_MS = 330_000
const STOP_WITHIN_MS = 10_000
const LAST_LINES = 8
const LOOK_MS = 2

/** A child process that can be stopped and started again: on the same port, with the same data. */
export interface Restartable {
  name: string
  logFile: string
  /** The PID, or null while the process does not run. */
  pid(): number | null
  /**
   * Resolves when the process is ready if it reports that, else immediately.
   * @throws Error with the last lines of its log
   */
  start(): Promise<void>
  /** Stops the process, and kills it if that takes longer than `graceMs` (default 10 s). */
  stop(graceMs?: number): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  /** SIGSTOP: the process keeps its port but does not respond until `resume`. Resolves once it is suspended. */
  suspend(): Promise<void>
  resume(): void
  /** Resolves when the current process has exited, with a text such as "code 1" or "SIGKILL". */
  ended(): Promise<string>
}

/** A process that a command starts. `onPid` is called with the PID of each new process. */
export function restartable(name: string, command: ChildCommand, onPid: (pid: number) => void): Restartable {
  let child: Child | null = null
  const start = async () => {
    if (child) return
    const started = await launch(command)
    child = started
    started.ended.then(() => {
      if (child === started) child = null
    })
    onPid(started.pid)
    if (command.saysReady) await untilReady(name, started, command.logFile)
  }
  const kill = async () => {
    const { ended, signal } = child ?? nobody
    signal('SIGKILL')
    await ended
  }
  const suspend = async () => {
    const pid = child?.pid
    child?.signal('SIGSTOP')
    while (pid !== undefined && child?.pid === pid && !isSuspended(pid)) await delay(LOOK_MS)
  }
  return {
    name,
    logFile: command.logFile,
    start,
    kill,
    pid: () => child?.pid ?? null,
    stop: async (graceMs = STOP_WITHIN_MS) => child?.stop(graceMs),
    suspend,
    resume: () => child?.signal('SIGCONT'),
    ended: () => (child ?? nobody).ended,
  }
}

const nobody = { ended: Promise.resolve('not started'), signal: () => {} }

async function untilReady(name: string, child: Child, logFile: string) {
  const timeout = new AbortController()
  const late = delay(READY_WITHIN_MS, `not ready within ${READY_WITHIN_MS / 1000} s`, { signal: timeout.signal })
  late.catch(() => {})
  const failure = await Promise.race([child.ready, child.ended, late])
  timeout.abort()
  if (failure === undefined) return
  await child.stop(0)
  throw new Error(`${name} did not start (${failure}). The end of ${logFile}:\n${lastLines(logFile)}`)
}

/** The last lines of a log, for error messages. */
export function lastLines(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  return lines.slice(-LAST_LINES).join('\n')
}
