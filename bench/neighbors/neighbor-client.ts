import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { respondAs } from '../worker.ts'
import type { NeighborRequest } from './requests.ts'

export interface Asking {
  port: number
  requests: readonly NeighborRequest[]
  connections: number
  /** The rate of all connections together. */
  perSecond: number
  milliseconds: number
}

export interface Asked {
  /** The latencies of complete responses in milliseconds. */
  latencies: number[]
  /** The number of failures by HTTP status or error. */
  failures: Record<string, number>
}

export type NeighborClient = {
  /** Sends requests at a steady rate. Each connection waits for its response before it sends the next request. */
  ask(asking: Asking): Promise<Asked>
}

respondAs<NeighborClient>({
  async ask({ port, requests, connections, perSecond, milliseconds }) {
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    const latencies: number[] = []
    const failures: Record<string, number> = {}
    const begun = performance.now()
    let turn = 0
    const connection = async () => {
      while (performance.now() - begun < milliseconds) {
        const one = requests[turn % requests.length]
        const early = begun + (1000 * turn) / perSecond - performance.now()
        turn += 1
        if (early > 0) await delay(early)
        if (!one) return
        const asked = performance.now()
        const outcome = await statusOf(agent, port, one)
        if (outcome === 200 || outcome === 304) latencies.push(performance.now() - asked)
        else failures[outcome] = (failures[outcome] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: connections }, connection))
    agent.destroy()
    return { latencies, failures }
  },
})

/** Reads a complete response without parsing it. */
function statusOf(agent: Agent, port: number, { path, headers, body }: NeighborRequest): Promise<number | string> {
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve) => {
    const asked = request({ agent, host: '127.0.0.1', port, path, headers, method }, (response) => {
      response.resume()
      response.on('error', (error) => resolve(error.message))
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('error', (error) => resolve(error.message))
    asked.end(body)
  })
}
