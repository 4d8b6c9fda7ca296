import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { readDemoFacts } from '../../demo/feed/demo-facts.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { loadNow } from '../machine.ts'
import { median } from '../report/stats.ts'
import { table } from '../report/table.ts'

/**
 * `npm run bench:start [-- STARTS]`: measures `npm start` with an empty data folder: the seconds from the command until
 * the servers run, until the API returns the first rows, and until everything is loaded. Downloads of Maven are kept.
 */
const LOOK_EVERY_MS = 100
const Rows = z.object({ data: z.array(z.unknown()) })

interface Start {
  load: number
  servers: number
  schema: number
  firstPage: number
  everything: number
}

async function measureStart(): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), 'tda-start-'))
  const load = loadNow()
  const begun = performance.now()
  const since = () => Math.round((performance.now() - begun) / 100) / 10
  const env = { ...process.env, NEO4J_URI: '', KAFKA_BROKERS: '', LOCAL_FOLDER: folder }
  const child = spawn(process.execPath, ['dev/start.ts'], {
    cwd: projectFolder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stderr.write(text)
  })
  const reached = async (is: () => boolean | Promise<boolean>) => {
    while (!(await is())) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`npm start ended:\n${output}`)
      await delay(LOOK_EVERY_MS)
    }
    return since()
  }
  try {
    const servers = await reached(() => output.includes('Creating the topics'))
    const schema = await reached(() => output.includes('Starting the projector'))
    const firstPage = await reached(() => hasRows(folder))
    const everything = await reached(() => readDemoFacts(join(folder, 'demo.json'))?.loadedAt != null)
    console.error(cpuSeconds(folder))
    return { load, servers, schema, firstPage, everything }
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function hasRows(folder: string): Promise<boolean> {
  const facts = readDemoFacts(join(folder, 'demo.json'))
  const token = facts?.organizations[0]?.tokens[0]?.token
  if (!facts || !token) return false
  const response = await fetch(`${facts.baseUrl}/v1/entities?type=style&limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => null)
  return response?.ok === true && Rows.parse(await response.json()).data.length > 0
}

const HERTZ = 100

/** The CPU time of each process of the start, on Linux. */
function cpuSeconds(folder: string): string {
  if (process.platform !== 'linux') return ''
  const { pid, children } = z
    .object({ pid: z.number(), children: z.array(z.object({ pid: z.number() })) })
    .parse(JSON.parse(readFileSync(join(folder, 'data/lock'), 'utf8')))
  const seconds = [pid, ...children.map((child) => child.pid)].map((processId) => {
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const command = readFileSync(`/proc/${processId}/cmdline`, 'utf8')
      .split('\0')
      .find((part) => /^Neo4j$|^Broker$|main\.ts|start\.ts/.test(part))
    return `${command} ${(Number(fields[11]) + Number(fields[12])) / HERTZ}`
  })
  return `Processor time, s: ${seconds.join(', ')}`
}

const starts: Start[] = []
for (let left = Number(process.argv[2] ?? 3); left > 0; left -= 1) starts.push(await measureStart())
const names = ['load', 'servers', 'schema', 'firstPage', 'everything'] as const
console.log(
  table(
    ['', 'Load before', 'Servers, s', 'Schema, s', 'First page, s', 'Everything, s'],
    [
      ...starts.map((start, at) => [String(at + 1), ...names.map((name) => start[name])]),
      ['median', ...names.map((name) => median(starts.map((start) => start[name])))],
    ],
  ),
)
