import { once } from 'node:events'
import { type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { serveAdmin } from '../../projector/admin.ts'
import { createMetrics } from '../../projector/metrics.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { connectTestGraph } from '../support/graph/graph.ts'

const listed = 'metrics.example.com'
const paths = ['/livez', '/readyz', '/metrics', '/elsewhere']

describe('admin ports', () => {
  let graph: Graph
  let api: TestApi
  let projector: Server

  before(async () => {
    graph = connectTestGraph()
    api = await startApi({ operations: [], variables: { ADMIN_ALLOWED_HOSTS: listed } })
    projector = await serveAdmin({
      host: '127.0.0.1',
      port: 0,
      allowedHosts: [listed],
      metrics: createMetrics(),
      measure: async () => {},
      unreadyBecause: () => null,
    })
  })
  after(async () => {
    projector.close()
    await api.close()
    await graph.close()
  })

  const portOf = {
    API: () => Number(new URL(api.adminUrl).port),
    projector: () => (projector.address() as AddressInfo).port,
  }

  for (const [process, port] of Object.entries(portOf)) {
    const statusesFor = async (host: string) => {
      const statuses: number[] = []
      for (const path of paths) {
        const [response]: IncomingMessage[] = await once(
          request({ port: port(), path, headers: { host } }).end(),
          'response',
        )
        response?.resume()
        statuses.push(response?.statusCode ?? 0)
      }
      return statuses
    }

    it(`of the ${process} reject the Host of a web page that uses DNS rebinding, and accept IP addresses, localhost, and listed hosts`, async () => {
      expect(await statusesFor('stranger.example')).to.deep.equal([403, 403, 403, 403])
      for (const host of [`127.0.0.1:${port()}`, '10.1.2.3:8081', 'localhost', listed])
        expect(await statusesFor(host), host).to.deep.equal([200, 200, 200, 404])
    })
  }
})
