import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { stopwatch } from '../stopwatch.ts'

/** A whole answer; `endedAt` on the clock of `performance.now()`, in milliseconds, and `tookMs` by a stopwatch. */
export interface LoadAnswer {
  status: number
  requestId: string
  endedAt: number
  tookMs: number
}

interface Load {
  url: string
  /** Asked for in turn. */
  paths: readonly string[]
  token: string
  connections: number
  /** Between an answer and the next request on its connection. */
  pauseMs: number
}

/** Requests that continue until they are stopped. */
export interface SteadyLoad {
  answers: readonly LoadAnswer[]
  /** Requests that got no whole answer; the connection of each then rests. */
  failures: readonly unknown[]
  /** Waits for the answers that are due. */
  stop(): Promise<void>
}

/** Longer than any answer may take, so that one that hangs is seen as such. */
const GIVE_UP_MS = 15_000

/** Asks over several kept-alive connections at a steady pace: each sends its next request when the last is answered. */
export function startSteadyLoad({ url, paths, token, connections, pauseMs }: Load): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { Authorization: `Bearer ${token}` }
  const answers: LoadAnswer[] = []
  const failures: unknown[] = []
  let isStopped = false

  async function ask(path: string): Promise<void> {
    const tookMs = stopwatch()
    const { statusCode = 0, headers: given } = await answerTo(`${url}${path}`, agent, headers)
    const endedAt = performance.now()
    answers.push({ status: statusCode, requestId: String(given['x-request-id']), endedAt, tookMs: tookMs() })
  }

  async function goOn(first: number): Promise<void> {
    try {
      for (let n = first; !isStopped; n++) {
        await ask(paths[n % paths.length] ?? '')
        await delay(pauseMs)
      }
    } catch (error) {
      failures.push(error)
    }
  }

  const running = Array.from({ length: connections }, (_, n) => goOn(n))
  return {
    answers,
    failures,
    async stop() {
      isStopped = true
      await Promise.all(running)
      agent.destroy()
    },
  }
}

/** Resolves at the end of the body. */
function answerTo(url: string, agent: Agent, headers: Record<string, string>): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asked = request(url, { agent, headers, timeout: GIVE_UP_MS }, (answer) => {
    answer.on('end', () => resolve(answer)).on('error', reject)
    answer.resume()
  })
  asked.on('timeout', () => asked.destroy(new Error(`no answer within ${GIVE_UP_MS} ms`)))
  asked.on('error', reject).end()
  return promise
}
