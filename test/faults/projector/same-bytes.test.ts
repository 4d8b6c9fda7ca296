import { expect } from 'chai'
import { operations } from '../../../api/operations/index.ts'
import { rebuild } from '../../../cli/rebuild/rebuild.ts'
import { migrate } from '../../../cypher/migrate.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import { startApi, type TestApi } from '../../support/api/api.ts'
import { randomPublications } from '../../support/bom/random-publications.ts'
import { supplierOf } from '../../support/events/source-event.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { connectedFeed, linkFeed } from '../../support/graph/rebuild-feed.ts'
import { answersOfAll, answerTo, expectSameAnswers } from '../../support/graph/rebuild-readers.ts'
import { events, keptInOrder } from '../../support/materials/reconcile-scenario.ts'
import { reconciled } from '../../support/materials/reconciled.ts'
import { issuerOf } from '../../support/organization.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { until } from '../../support/until.ts'

/** `npm run test:soak` sets a larger number. */
const KILLS = Number(process.env.RECOVERY_KILLS ?? 2)

describe('two runs of the same events', function () {
  this.timeout(900_000 + KILLS * 60_000)
  let own: OwnGraph
  let installation: Installation
  let api: TestApi
  let token: string

  before(async () => {
    own = await startOwnGraph()
    const { variables } = own
    installation = await openInstallation(variables)
    const { graph, organization, groupId } = installation
    await migrate(graph)
    api = await startApi({ operations, variables: { ...variables, PROJECTOR_GROUP: groupId } })
    const scopes: Scope[] = ['graph:read', 'bom:read', 'materials:read', 'ingest:read']
    token = (await issuerOf(graph, organization)({ scopes, quota: 1_000_000 })).text
  })
  after(async () => {
    await api.close()
    await installation.close()
    await own.remove()
  })

  const settled = async () => {
    await installation.caughtUp()
    await reconciled(installation.graph, installation.organization)
  }

  const responses = () => answersOfAll(installation.graph, api, token, installation.organization)

  it(`give byte-identical responses, one undisturbed, one with two projectors and ${KILLS} kills`, async () => {
    const { graph, organization, feed, publish, start, groupId, topics, topic, connection, lag } = installation
    const undisturbed = await start()
    await feed(Array.from({ length: 2000 }, (_, n) => supplierOf(`R-${n % 500}`, 1 + Math.floor(n / 500))))
    await feed([...linkFeed, ...connectedFeed, ...keptInOrder(events)])
    await publish(randomPublications(organization, 3))
    await settled()
    const before = await responses()
    expect(before.join()).to.contain('"firstSeenAt"')
    undisturbed.signal('SIGTERM')
    await undisturbed.ended

    await rebuild(graph, connection, {
      groupId,
      topics: [topic, topics.bom.name],
      acceptGap: false,
      expectedPartitions: 12,
    })
    const ready = async () => {
      const one = await start()
      await one.untilReady()
      return one
    }
    const working = [await start(), await start()]
    let kills = 0
    for (let left = await lag(); kills < KILLS; kills += 1) {
      // The kill comes between two commits, once the projectors have made progress since the last kill.
      await until('progress', async () => (await lag()) < left || left === 0)
      left = await lag()
      const [killed] = working.splice(0, 1)
      killed?.signal('SIGKILL')
      await killed?.ended
      working.push(await ready())
    }
    await settled()
    const isRebuilt = async () => (await answerTo(api, token, { operationId: '', path: '/v1/entities' })).status === 200
    await until('the end of the rebuild', isRebuilt)
    expectSameAnswers(before, await responses())
  })
})
