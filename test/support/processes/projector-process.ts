import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { isSuspended } from '../../../dev/runtime/process-identity.ts'
import { until } from '../until.ts'

export type LogLine = Record<string, unknown> & { msg?: string }

/** A projector in its own process, as operators run it. */
export interface ProjectorProcess {
  pid: number
  /** Everything that it wrote to standard output and error. */
  output(): string
  /** The log lines with a message. */
  lines(msg: string): LogLine[]
  signal(signal: NodeJS.Signals): void
  /** Sends SIGSTOP; resolves once it is suspended. */
  suspend(): Promise<void>
  /** The exit code, or the name of the signal. */
  ended: Promise<number | string>
  isRunning(): boolean
  /** Waits until it answers 200 on /readyz. */
  untilReady(timeoutMs?: number): Promise<void>
  readyz(): Promise<{ status: number; text: string }>
  adminPort(): Promise<number>
  /** The response of /metrics. */
  metricsText(): Promise<string>
  /** Samples by name and labels as they are written: `tda_projector_records_total{outcome="dead"}`. */
  metrics(): Promise<Map<string, number>>
}

/**
 * Starts `projector/main.ts` on a free admin port; it ends at the latest when this process does.
 * @param program the folder of the program; default this checkout
 */
export async function startProjectorProcess(
  variables: Record<string, string>,
  program: string = projectFolder,
): Promise<ProjectorProcess> {
  const env = { ...process.env, PROJECTOR_ADMIN_PORT: '0', EXIT_WITH_PARENT: 'true', ...variables }
  const options = { cwd: program, env, stdio: ['pipe' as const, 'pipe' as const, 'pipe' as const] }
  const child = spawn(process.execPath, ['projector/main.ts'], options)
  child.stdin?.on('error', () => undefined)
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => chunks.push(text))
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const output = () => chunks.join('')
  const lines = (msg: string) =>
    output()
      .split('\n')
      .flatMap(parsed)
      .filter((line) => line.msg === msg)
  const adminPort = async () => {
    const address = await until('the admin port', () => lines('admin server listening')[0]?.address)
    return (address as { port: number }).port
  }
  const ask = async (path: string) =>
    fetch(`http://127.0.0.1:${await adminPort()}${path}`, { headers: { connection: 'close' } })
  const metricsText = async () => (await ask('/metrics')).text()
  const readyz = async () => {
    const response = await ask('/readyz')
    return { status: response.status, text: await response.text() }
  }
  return {
    pid: child.pid ?? 0,
    output,
    lines,
    ended,
    isRunning,
    readyz,
    signal: (signal) => void child.kill(signal),
    async suspend() {
      child.kill('SIGSTOP')
      await until('it to stand still', () => !isRunning() || isSuspended(child.pid ?? 0))
    },
    adminPort,
    metricsText,
    metrics: async () => samplesOf(await metricsText()),
    untilReady: async (timeoutMs = 180_000) => {
      await until('readiness', async () => !isRunning() || (await readyz()).status === 200, timeoutMs)
      if (!isRunning()) throw new Error(`The projector ended:\n${output()}`)
    },
  }
}

export function parsed(line: string): LogLine[] {
  return line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []
}

export function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}
