import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { isSuspended } from '../../dev/runtime/process-identity.ts'
import { until } from './until.ts'

/** A Redis of one's own, on a free port. */
export interface TestRedis {
  url: string
  /** Stops it so that it neither answers nor hangs up. */
  freeze(): Promise<void>
  thaw(): void
  stop(): Promise<void>
  start(): Promise<void>
}

/** Starts Debian's redis-server. @throws Error when it is not installed */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let server: ChildProcess | null = null
  const url = `redis://127.0.0.1:${port}`

  async function start(): Promise<void> {
    const started = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''])
    server = started
    const failed = once(started, 'error').then(([error]) => Promise.reject(error))
    let output = ''
    started.stdout.on('data', (bytes) => {
      output += bytes
    })
    await Promise.race([failed, until('Redis', () => output.includes('Ready to accept connections'))])
  }

  await start()
  return {
    url,
    start,
    async freeze() {
      server?.kill('SIGSTOP')
      await until('it to stand still', () => isSuspended(server?.pid ?? 0))
    },
    thaw: () => void server?.kill('SIGCONT'),
    async stop() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
  }
}

/** Where Redis is missing, its tests are skipped, but not in CI. */
export async function hasRedis(): Promise<boolean> {
  const probe = spawn('redis-server', ['--version'], { stdio: 'ignore' })
  const isThere = await Promise.race([once(probe, 'exit').then(() => true), once(probe, 'error').then(() => false)])
  if (!isThere && process.env.CI) throw new Error('redis-server is missing: apt-get install redis-server')
  return isThere
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
