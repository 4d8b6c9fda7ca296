import { expect } from 'chai'
import { operations } from '../../../api/operations/index.ts'
import { connectGraph, type Graph } from '../../../cypher/connect.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { startApi, type TestApi } from '../../support/api/api.ts'
import { randomPublications } from '../../support/bom/random-publications.ts'
import { type Follower, follow } from '../../support/changes/follower.ts'
import { longLog } from '../../support/events/random-events.ts'
import type { SourceEvent } from '../../support/events/source-event.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { patient } from '../../support/graph/patience.ts'
import { projected } from '../../support/graph/projected.ts'
import { countNodes, readLinks, readNodes } from '../../support/graph/stored-nodes.ts'
import { issuerOf } from '../../support/organization.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import type { ProjectorProcess } from '../../support/processes/projector-process.ts'
import { tda } from '../../support/processes/tda.ts'
import { until } from '../../support/until.ts'

const KILLS = Number(process.env.FEED_KILLS ?? 4)
/** Events between two kills. Each is sent twice. */
const EVENTS = 200
/** Relationships that follow from publications, and have no changes of their own. */
const DERIVED = ['USES_MATERIAL', 'PUBLISHES_BOM_FOR', 'SUPERSEDES']

describe('copies that follow the changes', function () {
  this.timeout(600_000 + KILLS * 60_000)
  let own: OwnGraph
  let graph: Graph
  let installation: Installation
  let api: TestApi
  let followers: Follower[]
  let fed = 0

  before(async () => {
    own = await startOwnGraph()
    const { variables } = own
    graph = connectGraph(parseEnvironment({ ...process.env, ...variables }), patient)
    await migrate(graph)
    installation = await openInstallation(variables)
    const { organization, groupId } = installation
    api = await startApi({ operations, variables: { ...variables, PROJECTOR_GROUP: groupId } })
    const token = (await issuerOf(graph, organization)({ quota: 1_000_000 })).text
    followers = [
      follow({ url: api.url, token, limit: 100, pauseMs: 0 }),
      follow({ url: api.url, token, limit: 7, pauseMs: 50, restartEvery: 5 }),
      follow({ url: api.url, token, limit: 1000, pauseMs: 500, restartEvery: 3 }),
    ]
  })
  after(async () => {
    await Promise.all(followers.map((follower) => follower.stop()))
    await api.close()
    await installation.close()
    await graph.close()
    await own.remove()
  })

  /** Events about few records: repeated, late, deletions, and re-creations, with versions above those of all earlier events. */
  function nextEvents(length = EVENTS): SourceEvent[] {
    const log = longLog(length, fed + 1, 3).map((event) => ({ ...event, version: event.version + fed }))
    fed += length
    return log.flatMap((event) => [event, event])
  }

  async function expectCopies(): Promise<void> {
    await installation.caughtUp()
    const tenantKey = installation.organization
    await until('every change to be visible', async () => {
      const feeds = await readNodes(graph, 'ChangeFeed', { tenantKey }, ['next', 'settled'])
      return feeds.every(({ next, settled }) => next === settled)
    })
    await Promise.all(followers.map((follower) => follower.idle()))
    const { entities, links } = await projected(graph, installation.organization)
    const live = [...entities].filter(
      ([, entity]) => entity !== null && (entity as { type: string }).type !== 'bom_publication',
    )
    const ownLinks = (await readLinks(graph, tenantKey)).flatMap(({ id, sortKey, fromId, toId }) => {
      const [type = ''] = String(sortKey).split('/')
      return DERIVED.includes(type) ? [] : [{ id, type, fromId, toId }]
    })
    expect(links.size).to.be.at.least(ownLinks.length)
    const recorded = await countNodes(graph, 'Change', { tenantKey })
    for (const follower of followers) {
      expect(follower.faults).to.deep.equal([])
      expect(new Set(follower.seen).size, 'each change is listed once').to.equal(follower.seen.length)
      expect(follower.seen.length).to.equal(recorded)
      const copied = [...follower.entities].filter(([, entity]) => entity !== null)
      expect(sorted(copied)).to.deep.equal(sorted(live))
      const copiedLinks = [...follower.links].flatMap(([id, link]) => (link ? [{ id, ...link }] : []))
      expect(byId(copiedLinks)).to.deep.equal(byId(ownLinks))
      expectRevisions(follower)
    }
  }

  /** Each revision of an entity is listed once, and the last one is that of the entity. */
  function expectRevisions({ changes, entities }: Follower): void {
    const byEntity = Map.groupBy(
      changes.filter(({ kind }) => kind === 'entity'),
      ({ id }) => id,
    )
    for (const [id, all] of byEntity) {
      const revisions = all.map(({ revision }) => revision ?? 0)
      expect(new Set(revisions).size, id).to.equal(revisions.length)
      const entity = entities.get(id) as { revision: number } | null
      if (entity) expect(Math.max(...revisions), id).to.equal(entity.revision)
    }
  }

  it(`equal the graph after ${KILLS} kill -9 of two projectors, with repeated and late events`, async () => {
    const running: ProjectorProcess[] = [await installation.start(), await installation.start()]
    for (let kill = 0; kill < KILLS; kill += 1) {
      await installation.feed(nextEvents())
      if (kill % 4 === 1) await installation.publish(randomPublications(installation.organization, kill + 1))
      const left = Math.floor((2 * EVENTS * ((kill % 3) + 1)) / 4)
      await until('some progress', async () => (await installation.lag()) <= left)
      const victim = running.splice(kill % 2, 1)[0]
      victim?.signal('SIGKILL')
      await victim?.ended
      running.push(await installation.start())
    }
    await expectCopies()
    expect(followers.slice(1).every(({ restarts }) => restarts > 0)).to.equal(true)
  })

  for (const what of ['organization', 'graph'] as const) {
    it(`continue from their cursors after a rebuild of the ${what}, during which events arrive`, async () => {
      const before = followers.map(({ seen }) => seen.length)
      const target = what === 'graph' ? '--together' : installation.organization
      const running = tda(installation.settings, ['rebuild', target, '--yes'])
      await installation.feed(nextEvents())
      const { code, stderr } = await running
      expect(code, stderr).to.equal(0)
      await installation.feed(nextEvents())
      await expectCopies()
      for (const [at, { seen }] of followers.entries()) {
        const listed = seen.length - (before[at] ?? 0)
        expect(listed).to.be.greaterThan(0)
        expect(listed, 'a replayed event is not listed again').to.be.lessThan(before[at] ?? 0)
      }
    })
  }
})

const byId = <T extends Record<string, unknown>>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))

function sorted(entities: readonly [string, unknown][]): unknown[] {
  return entities
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, entity]) => {
      const { externalReferences, ...rest } = entity as { externalReferences: object[] }
      return [id, rest, externalReferences.map((one) => JSON.stringify(one)).sort()]
    })
}
