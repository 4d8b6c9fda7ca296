import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { launch } from '../../dev/runtime/child.ts'
import { choosePort } from '../../dev/runtime/ports/ports.ts'
import { run } from '../support/processes/run.ts'
import { until } from '../support/until.ts'

/** PostgreSQL on localhost with logical decoding, in a folder of its own. */
export interface Postgres {
  port: number
  user: string
  database: string
  stop(): Promise<void>
}

/** The folder of the server's programs, which Debian does not add to PATH. @throws Error if they are not installed */
function binaries(): string {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'initdb'))
  const [found] = [...places.flatMap((place) => globSync(place)), ...globSync('/usr/lib/postgresql/*/bin/initdb')]
  if (found === undefined) throw new Error('initdb of PostgreSQL is not installed')
  return dirname(found)
}

/** @returns why PostgreSQL cannot be started on this machine, or null if it can */
export function whyNoPostgres(): string | null {
  try {
    binaries()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** @throws Error if PostgreSQL is not installed or does not start */
export async function startPostgres(): Promise<Postgres> {
  const programs = binaries()
  // The user of PostgreSQL must be able to enter this folder. A TMPDIR of the tests is open only to their own user.
  const folder = mkdtempSync('/tmp/tda-postgres-')
  const data = join(folder, 'data')
  const as = ownUser(folder)
  execute([...as, join(programs, 'initdb'), '-D', data, '-A', 'trust', '-U', 'plm', '--no-sync'], folder)
  const port = await choosePort([], new Set())
  const settings = ['wal_level=logical', 'fsync=off', 'listen_addresses=127.0.0.1', `port=${port}`]
  // The kernel stops the server when the process of the tests dies.
  const args = [...as.slice(1), '--pdeathsig=INT', join(programs, 'postgres'), '-D', data, '-k', folder]
  const server = await launch({
    command: 'setpriv',
    args: [...args, ...settings.flatMap((setting) => ['-c', setting])],
    cwd: folder,
    env: process.env,
    logFile: join(folder, 'log'),
    saysReady: false,
  })
  const stop = async () => {
    server.signal('SIGINT')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isUp = async () => (await run('psql', [...to(port, 'postgres'), '-c', 'SELECT 1'], {})).exitCode === 0
  try {
    await until('PostgreSQL', isUp)
    execute(['psql', ...to(port, 'postgres'), '-c', 'CREATE DATABASE plm'], folder)
  } catch (error) {
    await stop()
    throw error
  }
  return { port, user: 'plm', database: 'plm', stop }
}

const to = (port: number, database: string) => ['-h', '127.0.0.1', '-p', String(port), '-U', 'plm', '-d', database]

/** PostgreSQL refuses to run as root, so root starts it as another user. */
function ownUser(folder: string): string[] {
  if (process.getuid?.() !== 0) return ['setpriv']
  execute(['chown', 'postgres:postgres', folder], '/')
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
}

function execute([command = '', ...args]: string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
}
