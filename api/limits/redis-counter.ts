import { createClient } from 'redis'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createMemoryCounter, type MinuteCounter } from './rate-limit.ts'

const DEADLINE_MS = 200
const RETRY_AFTER_MS = 1000

/** A script, so that no count remains in Redis without its expiry. */
const COUNT = `local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], 120) end
return count`

export interface RedisCounter extends MinuteCounter {
  close(): void
}

interface Settings {
  url: string
  log: Log
  metrics: Pick<Metrics, 'rateLimitFallbacks' | 'rateLimitShared'>
  now: () => number
  /** How long Redis may take, in milliseconds; default 200. */
  deadlineMs?: number
}

/**
 * Counts in Redis, so that replicas share one count. While Redis is unavailable or takes longer than 200 ms, this
 * process counts by itself from the last known count, so requests are neither rejected nor unlimited. It retries Redis
 * once per second.
 */
export function openRedisCounter({ url, log, metrics, now, deadlineMs = DEADLINE_MS }: Settings): RedisCounter {
  const client = connect(url, log)
  const local = createMemoryCounter()
  let retryAt = 0

  function alone(id: string, minute: number): number {
    metrics.rateLimitFallbacks.inc()
    return local.hit(id, minute)
  }

  return {
    async hit(id, minute) {
      if (now() < retryAt) return alone(id, minute)
      // After a failure, only one request at a time tries Redis. The others are counted in memory without waiting.
      if (retryAt !== 0) retryAt = now() + RETRY_AFTER_MS
      try {
        const count = await within(deadlineMs, client.eval(COUNT, { keys: [`tda:rl:${id}:${minute}`] }))
        retryAt = 0
        metrics.rateLimitShared.set(1)
        local.raise(id, minute, Number(count))
        return Number(count)
      } catch {
        retryAt = now() + RETRY_AFTER_MS
        metrics.rateLimitShared.set(0)
        return alone(id, minute)
      }
    },
    close() {
      client.destroy()
    },
  }
}

/** The client sends PING to detect a dead server, because a frozen one neither responds nor closes its connections. */
function connect(url: string, log: Log) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: 2000,
    socket: {
      connectTimeout: 2000,
      socketTimeout: 5000,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2000),
    },
  })
  let away = false
  client.on('ready', () => {
    away = false
    log.info('Redis available, rate limit shared')
  })
  client.on('error', (error: unknown) => {
    if (!away) log.warn({ reason: reasonOf(error) }, 'Redis unavailable, process counts requests alone')
    away = true
  })
  client.connect().catch(() => undefined)
  return client
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not respond in time')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
