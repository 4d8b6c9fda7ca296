import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BenchBom, copyLines } from './bench-bom.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
const KEY = 'snapshot, style_id, sku_id, line'
const COMPARED = [
  'style',
  'sku',
  'material',
  'color',
  'mpn',
  'supplier',
  'net',
  'wastage',
  'basis',
  'uom',
  'section',
  'placement',
  'stage',
]

/** A PostgreSQL for the comparison, which listens on a socket in a folder of its own. */
export interface Postgres {
  /** Replaces the loaded data by two publications of a BOM. */
  load(bom: BenchBom, from: number, to: number): Promise<void>
  /** Times a full outer join of two publications that returns every changed row to a client that discards it. */
  compare(from: number, to: number): { seconds: number; rows: number }
  close(): Promise<void>
}

/** @returns null if PostgreSQL 15 is not installed */
export async function openPostgres(): Promise<Postgres | null> {
  if (!existsSync(join(BINARIES, 'postgres'))) return null
  const folder = mkdtempSync(join(tmpdir(), 'tda-bench-pg-'))
  // PostgreSQL refuses to run as root, so root starts it as another user.
  const as = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  if (as.length > 0) run(['chown', 'postgres:postgres', folder])
  const data = join(folder, 'data')
  run([...as, join(BINARIES, 'initdb'), '-D', data, '-A', 'trust', '-U', 'bench', '--no-sync'])
  const settings = ['shared_buffers=1GB', 'work_mem=256MB', 'fsync=off', 'max_wal_size=4GB', 'listen_addresses=']
  const args = [join(BINARIES, 'postgres'), '-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])]
  const [command = '', ...rest] = [...as, ...args]
  const server = spawn(command, rest, { stdio: 'ignore' })
  const psql = ['psql', '-h', folder, '-U', 'bench', '-d', 'postgres', '-v', 'ON_ERROR_STOP=1', '-qAt']
  for (let tries = 0; tries < 300 && spawnSync('psql', [...psql.slice(1), '-c', 'SELECT 1']).status !== 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    async load(bom, from, to) {
      const columns = COMPARED.map(
        (column) => `${column} ${column === 'net' || column === 'wastage' ? 'numeric' : 'text'}`,
      )
      run([...psql, '-c', 'DROP TABLE IF EXISTS rows'])
      run([
        ...psql,
        '-c',
        `CREATE TABLE rows (snapshot int, style_id uuid, sku_id uuid, line text, ${columns.join(', ')})`,
      ])
      for (const number of [from, to]) {
        const copy = spawn('psql', [...psql.slice(1), '-c', 'COPY rows FROM STDIN'], {
          stdio: ['pipe', 'ignore', 'inherit'],
        })
        await Promise.all([pipeline(Readable.from(chunks(copyLines(bom, number))), copy.stdin), once(copy, 'close')])
      }
      run([...psql, '-c', `ALTER TABLE rows ADD PRIMARY KEY (${KEY})`])
      run([...psql, '-c', 'VACUUM ANALYZE rows'])
    },
    compare(from, to) {
      const different = COMPARED.map((column) => `a.${column} IS DISTINCT FROM b.${column}`).join(' OR ')
      const query = `SELECT * FROM (SELECT * FROM rows WHERE snapshot = ${from}) a
        FULL OUTER JOIN (SELECT * FROM rows WHERE snapshot = ${to}) b USING (style_id, sku_id, line)
        WHERE ${different} ORDER BY 1, 2, 3`
      const begun = performance.now()
      const output = run([...psql, '-c', query])
      return { seconds: (performance.now() - begun) / 1000, rows: output.split('\n').length - 1 }
    },
    async close() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function run([command = '', ...args]: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 30 })
  if (status !== 0) throw new Error(`${command} failed: ${stderr.trim()}`)
  return stdout
}

/** Groups of a thousand lines, because a stream of single lines is slow. */
function* chunks(lines: Iterable<string>): Generator<string> {
  let chunk: string[] = []
  for (const line of lines) {
    chunk.push(line)
    if (chunk.length === 1000) {
      yield chunk.join('')
      chunk = []
    }
  }
  yield chunk.join('')
}
