import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { until } from '../until.ts'

/** The API in its own process, as operators run it. */
export interface ApiProcess {
  pid: number
  url: string
  adminUrl: string
  /** Everything that it wrote to standard output and error. */
  output(): string
  logLines(): Record<string, unknown>[]
  kill(signal: NodeJS.Signals): void
  /** The exit code, null after a signal. */
  exited: Promise<number | null>
}

/**
 * Starts `api/main.ts` on free ports with the servers in the environment; it ends at the latest when this process does.
 * @param through a command that runs its last arguments as a program, such as `nice`
 * @param program the folder of the program; default this checkout
 */
export async function startApiProcess(
  variables: Record<string, string> = {},
  through: readonly string[] = [],
  program: string = projectFolder,
): Promise<ApiProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'tda-process-'))
  const settings = {
    EXIT_WITH_PARENT: 'true',
    PORT: '0',
    ADMIN_PORT: '0',
    DRAIN_MS: '0',
    BASE_URL: 'http://api.test',
    AUDIT_SPOOL: folder,
    EXPORTS_FOLDER: join(folder, 'exports'),
  }
  const CURSOR_KEYS = Buffer.alloc(32, 7).toString('base64')
  const env = { ...process.env, ...settings, CURSOR_KEYS, ...variables }
  const [command = '', ...args] = [...through, process.execPath, 'api/main.ts']
  const child = spawn(command, args, { cwd: program, env, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      output += bytes
    })
  }
  const exited = once(child, 'exit').then(([code]) => {
    rmSync(folder, { recursive: true, force: true })
    return code as number | null
  })
  const logLines = () => output.split('\n').flatMap(parsed)
  const listening = await until('the API', () => {
    if (child.exitCode !== null) throw new Error(`The API ended: ${output}`)
    return logLines().find(({ port }) => port !== undefined)
  }).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${listening.port}`,
    adminUrl: `http://127.0.0.1:${listening.adminPort}`,
    output: () => output,
    logLines,
    kill: (signal) => void child.kill(signal),
    exited,
  }
}

function parsed(line: string): Record<string, unknown>[] {
  return line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []
}
