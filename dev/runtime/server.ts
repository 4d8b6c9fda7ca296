import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Child, type ChildCommand, launch } from './child.ts'

const READY_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 2500
const LAST_LINES = 8

/** An embedded server that can be stopped and started again on its port, with its data. */
export interface EmbeddedServer {
  name: string
  /** host:port for clients. */
  address: string
  /** The process, or null while there is none. */
  pid(): number | null
  /** Resolves when the server can be used. @throws Error with the last lines of its log. */
  start(): Promise<void>
  /** An orderly stop. Nothing happens when there is no process. */
  stop(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
  /** SIGSTOP: it keeps its port and answers nothing, until `resume`. */
  suspend(): void
  resume(): void
  /** Resolves when the present process has ended, to words such as "code 1" or "SIGKILL". */
  ended(): Promise<string>
}

/** The server that a command starts; `onPid` is told of each new process. */
export function embeddedServer(
  name: string,
  address: string,
  command: Omit<ChildCommand, 'saysReady'>,
  onPid: (pid: number) => void,
): EmbeddedServer {
  let child: Child | null = null
  const start = async () => {
    if (child) return
    const started = await launch({ ...command, saysReady: true })
    child = started
    started.ended.then(() => {
      if (child === started) child = null
    })
    onPid(started.pid)
    await untilReady(name, started, command.logFile)
  }
  const kill = async () => {
    const { ended, signal } = child ?? nobody
    signal('SIGKILL')
    await ended
  }
  return {
    name,
    address,
    start,
    kill,
    pid: () => child?.pid ?? null,
    stop: async () => child?.stop(STOP_WITHIN_MS),
    suspend: () => child?.signal('SIGSTOP'),
    resume: () => child?.signal('SIGCONT'),
    ended: () => (child ?? nobody).ended,
  }
}

const nobody = { ended: Promise.resolve('not started'), signal: () => {} }

async function untilReady(name: string, child: Child, logFile: string) {
  const timeout = new AbortController()
  const late = delay(READY_WITHIN_MS, `no answer within ${READY_WITHIN_MS / 1000} s`, { signal: timeout.signal })
  late.catch(() => {})
  const failure = await Promise.race([child.ready, child.ended, late])
  timeout.abort()
  if (failure === undefined) return
  await child.stop(0)
  throw new Error(`${name} did not start (${failure}). The end of ${logFile}:\n${lastLines(logFile)}`)
}

/** The last lines of a log, for a message that spares the reader the search for it. */
export function lastLines(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  return lines.slice(-LAST_LINES).join('\n')
}
