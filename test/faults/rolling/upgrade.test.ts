import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { canonicalId } from '../../../domain/identity/identity.ts'
import { startCallers } from '../../support/api/callers.ts'
import { startRedis, type TestRedis } from '../../support/api/redis.ts'
import { modelOf } from '../../support/events/model.ts'
import { longLog } from '../../support/events/random-events.ts'
import { recordOf, type SourceEvent, timeOf } from '../../support/events/source-event.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { comparable, projected } from '../../support/graph/projected.ts'
import { type MintedOrganization, mintOrganization } from '../../support/organization.ts'
import { type Fleet, startFleet } from '../../support/processes/fleet.ts'
import { checkOut, VERSION_1_0 } from '../../support/processes/former-version.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { describeWith } from '../../support/with-programs.ts'

const MATERIALS = 500
const FED = 300

function materialOf(_: unknown, at: number): SourceEvent {
  const data = { materialNumber: `MT-${at}`, name: `Poplin ${at}`, lifecycleState: at % 2 ? 'approved' : 'submitted' }
  return { kind: 'material', recordId: `M-${at}`, version: 1, time: timeOf(at), data }
}
const materials = Array.from({ length: MATERIALS }, materialOf)

describeWith(['haproxy', 'redis-server', 'git', 'npm'], 'an upgrade from version 1.0, as the guide says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-upgrade-'))
  const former = join(folder, 'former')
  const fed: SourceEvent[] = []
  let server: OwnGraph
  let installation: Installation
  /** An organization whose records do not change, so that the expected responses are known. */
  let steady: MintedOrganization
  let redis: TestRedis
  let fleet: Fleet

  before(async () => {
    await checkOut(VERSION_1_0, former)
    redis = await startRedis()
    server = await startOwnGraph()
    installation = await openInstallation(server.variables)
    fleet = await startFleet(installation, redis, former)
    steady = await mintOrganization(installation.graph)
    await installation.send(materials.map((event) => recordOf(steady.key, event)))
    await feed()
    await installation.caughtUp()
  })

  after(async () => {
    await fleet?.stop()
    await installation?.close()
    await server?.remove()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function feed(): Promise<void> {
    const log = longLog(FED, fed.length, 20).map((event) => ({ ...event, version: event.version + fed.length }))
    fed.push(...log)
    await installation.feed(log)
  }

  const statusOf = async (path: string, token: string) =>
    (await fetch(fleet.url + path, { headers: { Authorization: `Bearer ${token}` } })).status
  const idOf = ({ recordId }: SourceEvent) =>
    canonicalId(steady.key, 'material', { system: 'plm', instance: 'main', recordId })

  it('fails no request while the graph is migrated and APIs of both versions run', async () => {
    const scopes = ['graph:read', 'mcp:read', 'exports:create'] as const
    const { text: token } = await steady.issue({ scopes: [...scopes], kind: 'mcp', quota: 1_000_000 })
    // This operation was added in 1.1.
    expect(await statusOf('/v1/token', token)).to.equal(404)
    const callers = startCallers({ url: fleet.url, token, ids: materials.map(idOf).sort() })
    await fleet.stopProjectors()
    await feed()
    await fleet.startProjectors()
    for (const at of fleet.apis.keys()) {
      await feed()
      await fleet.replaceApi(at)
    }
    await callers.stop()
    expect(await statusOf('/v1/token', token)).to.equal(200)
    expect(callers.faults.length, callers.faults.slice(0, 5).join('\n')).to.equal(0)
    expect([...callers.done.keys()].sort()).to.deep.equal(['exports', 'pages', 'tools'])
    console.log(
      `    ${JSON.stringify(Object.fromEntries(callers.done))}, longest ${Math.round(callers.longestMs())} ms`,
    )
  })

  it('applies each event once, whichever version of the projector consumed it', async () => {
    await installation.caughtUp()
    const { graph, organization } = installation
    // Version 1.0 does not know the unit of a price, and leaves it out of what it stores.
    const shown = ({ entities, links }: ReturnType<typeof comparable>) => {
      return { entities, links: links.map((link) => link.replace(/"priceUom":(?:null|"\w+"),/, '')) }
    }
    const found = shown(comparable(await projected(graph, organization)))
    expect(found).to.deep.equal(shown(comparable(modelOf(organization, fed))))
    expect(await installation.deadReasons()).to.deep.equal([])
  })

  it('finds, with filters of the new version, what the previous version wrote', async () => {
    const { text: token } = await steady.issue()
    const answer = await fetch(`${fleet.url}/v1/entities?lifecycleState=approved&limit=1000`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const { data } = (await answer.json()) as { data: { id: string }[] }
    const approved = materials.filter((event) => event.data?.lifecycleState === 'approved')
    expect(data.map(({ id }) => id)).to.deep.equal(approved.map(idOf).sort())
  })
})
