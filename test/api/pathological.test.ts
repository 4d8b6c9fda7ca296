import { expect } from 'chai'
import { type McpWorld, startMcp } from '../support/api/mcp.ts'
import { type PathologicalRequest, pathologicalRequests, statusOf } from '../support/api/pathological-requests.ts'
import { until } from '../support/until.ts'

/** One request may take as much CPU time as this number of ordinary ones; work that is not linear takes thousands. */
const MOST_ORDINARY = 100
const TRIES = 3
/** How many requests are sent at a time. If together they take longer than one may, each is measured alone. */
const TOGETHER = 8

describe('requests that are built to cause the most work', () => {
  let world: McpWorld
  let token: string
  let requests: PathologicalRequest[]

  before(async () => {
    world = await startMcp({ variables: { TRUST_PROXY: 'loopback,uniquelocal' } })
    world.api.services.exports.start()
    const scopes = ['graph:read', 'bom:read', 'materials:read', 'exports:create', 'ingest:read'] as const
    token = (await world.organization.issue({ scopes: [...scopes], quota: 100_000 })).text
    const mcpToken = await world.token(['graph:read', 'bom:read', 'exports:create'])
    requests = pathologicalRequests({ token, mcpToken, download: await exported() })
  })

  after(() => world.close())

  /** The path of the file of an export. */
  async function exported(): Promise<string> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const created = await fetch(`${world.api.url}/v1/exports`, { method: 'POST', body: '{"kind":"entities"}', headers })
    const { data } = (await created.json()) as { data: { links: { self: string; download: string } } }
    await until('the export', async () => {
      const job = (await (await world.api.get(data.links.self, token)).json()) as { data: { status: string } }
      return job.data.status === 'completed'
    })
    return data.links.download
  }

  const ordinary = () => world.api.get('/v1/entities?limit=10', token).then((answer) => answer.status)

  /** CPU time of this thread in milliseconds: the load of the machine does not change it. */
  async function costOf(work: () => Promise<unknown>): Promise<number> {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }

  async function ordinaryCost(): Promise<number> {
    const costs: number[] = []
    for (let at = 0; at < 31; at += 1) costs.push(await costOf(ordinary))
    return costs.sort((a, b) => a - b)[15] ?? 0
  }

  it('return no 5xx, and delay another caller at most as long as 100 ordinary requests', async () => {
    const limit = MOST_ORDINARY * (await ordinaryCost())
    const wrong: string[] = []

    /** Sends requests together with an ordinary one of another caller, and returns the CPU time of all of them. */
    const costBesideOthers = (sent: readonly PathologicalRequest[]) =>
      costOf(async () => {
        const [other] = await Promise.all([ordinary(), ...sent.map(sendOne)])
        if (other !== 200) wrong.push(`another caller beside ${sent.map(({ name }) => name).join(', ')}: ${other}`)
      })
    const sendOne = async (request: PathologicalRequest) => {
      const status = await statusOf(world.api.port, request)
      if (!(status < 500)) wrong.push(`${request.name}: ${status}`)
    }

    for (let at = 0; at < requests.length; at += TOGETHER) {
      const together = requests.slice(at, at + TOGETHER)
      if ((await costBesideOthers(together)) < limit) continue
      for (const request of together) {
        const costs: number[] = []
        while (costs.length < TRIES && costs.every((cost) => cost > limit))
          costs.push(await costBesideOthers([request]))
        const ordinaries = Math.round((Math.min(...costs) / limit) * MOST_ORDINARY)
        if (ordinaries > MOST_ORDINARY) wrong.push(`${request.name}: takes as long as ${ordinaries} ordinary requests`)
      }
    }
    expect(wrong).to.deep.equal([])
    expect(world.api.logLines.filter(({ level }) => Number(level) >= 50)).to.deep.equal([])
    expect(requests.length).to.be.above(500)
  })
})
