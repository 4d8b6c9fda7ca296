import { Agent, type IncomingMessage, request } from 'node:http'
import { expect } from 'chai'
import type { Graph } from '../../../cypher/connect.ts'
import { startApiProcess } from '../../support/api/api-process.ts'
import { connectTestGraph } from '../../support/graph/graph.ts'
import { mintOrganization } from '../../support/organization.ts'
import { startTcpProxy, type TcpProxy } from '../../support/processes/tcp-proxy.ts'
import { stopwatch } from '../../support/stopwatch.ts'
import { until } from '../../support/until.ts'

describe('shutdown (api 26)', () => {
  let graph: Graph
  let proxy: TcpProxy
  let token: string

  before(async () => {
    graph = connectTestGraph()
    proxy = await startTcpProxy(Number(new URL(process.env.NEO4J_URI ?? '').port))
    token = (await (await mintOrganization(graph)).issue({ quota: 100_000 })).text
  })

  after(async () => {
    proxy.close()
    await graph.close()
  })

  const headers = () => ({ Authorization: `Bearer ${token}` })

  it('finishes all accepted requests, and exits within 10 s although clients keep connections open', async () => {
    // REQUESTS_AT_ONCE is above the number of requests that wait for the graph, so none is refused for want of a slot.
    const own = { NEO4J_URI: `bolt://127.0.0.1:${proxy.port}`, DRAIN_MS: '1500', REQUESTS_AT_ONCE: '40' }
    const api = await startApiProcess(own)
    await until('readiness', async () => (await fetch(`${api.adminUrl}/readyz`)).ok)
    const agent = new Agent({ keepAlive: true })
    const warm = await get(`${api.url}/v1/entities`, agent)
    expect(warm).to.include({ status: 200, connection: 'keep-alive' })
    proxy.freeze()
    const running = Array.from({ length: 10 }, () => get(`${api.url}/v1/entities`, agent))
    const line = (text: string) => api.logLines().some(({ msg }) => String(msg).includes(text))
    expect(await get(`${api.url}/v1/entity-types`, agent)).to.include({ status: 200, connection: 'keep-alive' })
    const tookMs = stopwatch()
    api.kill('SIGTERM')
    await until('the signal', () => line('shutdown started'))
    api.kill('SIGTERM')
    expect((await fetch(`${api.adminUrl}/readyz`)).status).to.equal(503)
    expect((await fetch(`${api.adminUrl}/livez`)).status).to.equal(200)
    expect(await get(`${api.url}/v1/entity-types`, agent)).to.include({ status: 200, connection: 'close' })
    proxy.thaw()
    for (const answer of await Promise.all(running)) expect(answer).to.include({ status: 200, connection: 'close' })
    expect(await api.exited).to.equal(0)
    expect(tookMs()).to.be.below(10_000)
    expect(line('API stopped')).to.equal(true)
    agent.destroy()
  })

  it('exits within 10 s under load, and completes every response that it began', async () => {
    const api = await startApiProcess()
    await until('readiness', async () => (await fetch(`${api.adminUrl}/readyz`)).ok)
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const statuses: number[] = []
    let stopped = false
    const clients = Array.from({ length: 8 }, async () => {
      while (!stopped) {
        const answer = await get(`${api.url}/v1/entity-types`, agent).catch(() => null)
        if (answer) statuses.push(answer.status)
        else stopped = true
      }
    })
    await until('load', () => statuses.length > 100)
    const tookMs = stopwatch()
    api.kill('SIGINT')
    expect(await api.exited).to.equal(0)
    expect(tookMs()).to.be.below(10_000)
    await Promise.all(clients)
    expect(new Set(statuses)).to.deep.equal(new Set([200]))
    expect(api.logLines().filter(({ status }) => status === 200).length).to.equal(statuses.length)
    agent.destroy()
  })

  function get(url: string, agent: Agent): Promise<{ status: number; connection: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; connection: string }>()
    const onAnswer = (res: IncomingMessage) => {
      let text = ''
      res.on('data', (bytes) => {
        text += bytes
      })
      res.on('end', () => {
        JSON.parse(text)
        resolve({ status: res.statusCode ?? 0, connection: res.headers.connection ?? '' })
      })
      res.on('error', reject)
    }
    request(url, { agent, headers: headers() }, onAnswer).on('error', reject).end()
    return promise
  }
})

describe('start', () => {
  const failing = async (variables: Record<string, string>) => {
    try {
      await startApiProcess(variables)
      return 'started'
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }

  it('exits with one line that names the setting that is missing or invalid, or the port that is in use', async () => {
    expect(await failing({ NEO4J_URI: '' })).to.match(/NEO4J_URI is not set/)
    expect(await failing({ KAFKA_BROKERS: '' })).to.match(/KAFKA_BROKERS/)
    expect(await failing({ CURSOR_KEYS: 'short' })).to.match(/CURSOR_KEYS is not valid/)
    const api = await startApiProcess()
    const port = new URL(api.url).port
    expect(await failing({ PORT: port })).to.include(`Port ${port} of 127.0.0.1 is taken: set PORT`)
    api.kill('SIGTERM')
    expect(await api.exited).to.equal(0)
  })
})
