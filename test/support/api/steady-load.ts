import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { stopwatch } from '../stopwatch.ts'

/** A complete response; `endedAt` is a `performance.now()` in milliseconds, and `tookMs` is by a stopwatch. */
export interface LoadAnswer {
  status: number
  requestId: string
  endedAt: number
  tookMs: number
}

interface Load {
  url: string
  /** Paths that are requested in turn. */
  paths: readonly string[]
  token: string
  connections: number
  /** Milliseconds between a response and the next request on the same connection. */
  pauseMs: number
}

/** Requests that continue until they are stopped. */
export interface SteadyLoad {
  answers: readonly LoadAnswer[]
  /** Errors of requests without a complete response, after which their connection stays idle. */
  failures: readonly unknown[]
  /** Stops, and waits for pending responses. */
  stop(): Promise<void>
}

/** The timeout of a request, longer than any response may take. */
const GIVE_UP_MS = 15_000

/** Sends requests over several kept-alive connections; each sends the next one after the response and a pause. */
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

/** The response to a GET request, after its body was read to the end. */
function answerTo(url: string, agent: Agent, headers: Record<string, string>): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asked = request(url, { agent, headers, timeout: GIVE_UP_MS }, (answer) => {
    answer.on('end', () => resolve(answer)).on('error', reject)
    answer.resume()
  })
  asked.on('timeout', () => asked.destroy(new Error(`no response within ${GIVE_UP_MS} ms`)))
  asked.on('error', reject).end()
  return promise
}
