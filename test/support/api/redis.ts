import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openRedisCounter, type RedisCounter } from '../../../api/limits/redis-counter.ts'
import { createLog } from '../../../api/observability/log.ts'
import { createMetrics, type Metrics } from '../../../api/observability/metrics.ts'
import { isSuspended } from '../../../dev/runtime/process-identity.ts'
import { freePort } from '../processes/free-port.ts'
import { until } from '../until.ts'

/** A Redis server on a free port. */
export interface TestRedis {
  url: string
  /** Suspends the server: it neither responds nor closes connections. */
  freeze(): Promise<void>
  thaw(): void
  stop(): Promise<void>
  start(): Promise<void>
}

/** Starts the redis-server that is in PATH. */
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

/** A rate limit counter that is connected to Redis. */
export async function openCounter(
  { url }: TestRedis,
  deadlineMs?: number,
): Promise<{ counter: RedisCounter; metrics: Metrics }> {
  const metrics = createMetrics()
  const counter = openRedisCounter({
    url,
    log: createLog('silent'),
    metrics,
    now: Date.now,
    ...(deadlineMs && { deadlineMs }),
  })
  await until('the first shared count', async () => {
    await counter.hit('warm-up', 1)
    return isShared(metrics)
  })
  return { counter, metrics }
}

export async function isShared({ rateLimitShared }: Metrics): Promise<boolean> {
  return (await rateLimitShared.get()).values[0]?.value === 1
}
