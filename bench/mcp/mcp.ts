import { issueCredential } from '../issue-credential.ts'
import { type Measured, measureSide, type Sample, type Side, sampleOf } from '../measure-side.ts'
import { type Plan, roundsOf } from '../plan.ts'
import type { BareExpress } from '../reads/bare-express.ts'
import type { HttpClient, HttpTarget } from '../reads/http-client.ts'
import type { Filled } from '../reads/read-pairs.ts'
import { startWorker, type Worker } from '../worker.ts'
import type { World } from '../world.ts'
import { type McpCase, mcpCases, mcpRequest, type Protocol, protocols } from './mcp-cases.ts'

/** A call over MCP, compared with the same REST call, and with a handler of Express that sends the same bytes. */
export interface McpResult {
  name: string
  protocol: Protocol
  connections: number
  /** The size of the MCP response body. */
  bytes: number
  rounds: { mcp: Sample; rest: Sample | null; express: Sample }[]
}

interface Work {
  result: McpResult
  sides: { mcp: Side; rest: Side | null; express: Side }
}

const CONNECTIONS = [1, 8]
const CHUNKS = 4

/** Measures calls of both generations of the protocol, next to REST and bare Express. */
export async function measureMcp(
  world: World,
  filled: Filled,
  plan: Plan & { windowMs: number },
): Promise<McpResult[]> {
  const http = startWorker<HttpClient>('reads/http-client.ts', world.variables)
  const express = startWorker<BareExpress>('reads/bare-express.ts', world.variables)
  const api = await world.start('api')
  try {
    const { headers } = await issueCredential(world, filled.organization)
    const work: Work[] = []
    for (const protocol of protocols) {
      for (const one of mcpCases)
        work.push(...(await prepare({ world, http, express, apiPid: api.pid, headers }, one, protocol)))
    }
    const chunk = plan.windowMs / CHUNKS
    plan.onProgress('MCP: warming up.')
    for (const { sides, result } of work) {
      if (result.connections > 1) await measureSides(sides, { connections: result.connections, milliseconds: chunk })
    }
    for (const _ of roundsOf('MCP', plan)) {
      for (const { result, sides } of work) {
        result.rounds.push(await measureSides(sides, { connections: result.connections, milliseconds: chunk }))
      }
    }
    return work.map(({ result }) => result)
  } finally {
    for (const worker of [http, express]) worker.end()
    await api.stop()
  }
}

interface Prepared {
  world: World
  http: Worker<HttpClient>
  express: Worker<BareExpress>
  apiPid: number | null
  headers: Record<string, string>
}

/** Requests each case once, gives the response to the Express handler, and loads the targets. */
async function prepare(
  { world, http, express, apiPid, headers }: Prepared,
  one: McpCase,
  protocol: Protocol,
): Promise<Work[]> {
  const name = `${protocol} ${one.name}`
  const request = mcpRequest(one, protocol)
  const target: HttpTarget = {
    ...request,
    port: world.apiPort,
    paths: ['/mcp'],
    headers: { ...request.headers, ...headers },
  }
  const response = await fetch(`http://127.0.0.1:${target.port}/mcp`, { method: 'POST', ...target })
  const text = await response.text()
  if (!text.includes('"result"')) throw new Error(`${name} returned ${response.status}: ${text.slice(0, 500)}`)
  const port = await express.ask('serve', { path: '/mcp', body: JSON.parse(text) })
  await http.ask('load', { [name]: target, [`${name} of Express`]: { ...target, port } })
  if (one.restPath)
    await http.ask('load', { [`${name} of REST`]: { port: world.apiPort, paths: [one.restPath], headers } })
  const sideOf = (pid: number | null, asked: string): Side => ({
    processes: { server: pid },
    run: (load) => http.ask('run', { ...load, target: asked }),
  })
  const sides = {
    mcp: sideOf(apiPid, name),
    rest: one.restPath ? sideOf(apiPid, `${name} of REST`) : null,
    express: sideOf(express.pid, `${name} of Express`),
  }
  const bytes = Buffer.byteLength(text)
  return CONNECTIONS.map((connections) => ({
    sides,
    result: { name: one.name, protocol, connections, bytes, rounds: [] },
  }))
}

/** Alternates between the sides chunk by chunk, so that other load on the machine affects them equally. */
async function measureSides({ mcp, rest, express }: Work['sides'], load: Parameters<Side['run']>[0]) {
  const taken: Record<'mcp' | 'rest' | 'express', Measured[]> = { mcp: [], rest: [], express: [] }
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    taken.mcp.push(await measureSide(mcp, load))
    if (rest) taken.rest.push(await measureSide(rest, load))
    taken.express.push(await measureSide(express, load))
  }
  return {
    mcp: sampleOf(taken.mcp),
    rest: taken.rest.length > 0 ? sampleOf(taken.rest) : null,
    express: sampleOf(taken.express),
  }
}
