import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { type McpWorld, modernHeaders, modernMeta, startMcp } from '../support/api/mcp.ts'

const CALLS = Number(process.env.MCP_CALLS ?? 2000)
const AT_ONCE = 8
const PARTS = 10

/** Bytes of the heap that are in use after a garbage collection. */
function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

describe('the heap under MCP', function () {
  this.timeout(1_200_000)
  let world: McpWorld
  before(async () => {
    world = await startMcp()
  })
  after(() => world.close())

  it(`stays flat over ${CALLS} requests of both generations of the protocol (statement 23)`, async () => {
    const { text } = await world.organization.issue({ scopes: ['mcp:read', 'graph:read'], kind: 'mcp', quota: 10 ** 9 })
    const heaps: number[] = []
    for (let part = 1; part <= PARTS; part++) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => askAgain(CALLS / PARTS / AT_ONCE)))
      // The tests keep log lines and audit records in memory, which would grow with each request.
      await world.api.audited().then((records) => records.splice(0))
      world.api.logLines.splice(0)
      const heap = heapAfterCollection()
      heaps.push(heap)
      console.log(`      ${(part * CALLS) / PARTS} requests: ${(heap / 1e6).toFixed(1)} MB`)
    }
    // The first part is left out, because code is compiled and connections are opened during it.
    const [, second = 0] = heaps
    expect(heaps.at(-1), `bytes after each part: ${heaps.join(', ')}`).to.be.within(second * 0.9, second * 1.1)

    async function askAgain(times: number): Promise<void> {
      for (let time = 0; time < times; time++) {
        const [method, params] = requests[time % requests.length] ?? ['ping', {}]
        const { http } = await (time % 2
          ? world.rpc(method, { ...params, _meta: modernMeta() }, text, modernHeaders(method, params.name))
          : world.rpc(method, params, text))
        expect(http.status).to.equal(200)
      }
    }
  })
})

/** An odd number of requests, so that each one alternates between the two generations of the protocol. */
const requests: [method: string, params: { name?: string; arguments?: object }][] = [
  ['tools/call', { name: 'list_entity_types', arguments: {} }],
  ['tools/call', { name: 'search_entities', arguments: { limit: 0 } }],
  ['tools/list', {}],
]
