import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { operations } from '../../../api/operations/index.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { setMaxShrink } from '../../../cypher/system/organizations.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import { startApi, type TestApi } from '../../support/api/api.ts'
import { publication } from '../../support/bom/bom-events.ts'
import { supplierOf } from '../../support/events/source-event.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { connectedFeed, linkFeed } from '../../support/graph/rebuild-feed.ts'
import { answersOfAll, answerTo, expectSameAnswers } from '../../support/graph/rebuild-readers.ts'
import { reconciled } from '../../support/materials/reconciled.ts'
import { issuerOf } from '../../support/organization.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { documents, tda } from '../../support/processes/tda.ts'

const line = { ref: 'L-1', yields: { S: '1' } }
const scopes: Scope[] = ['graph:read', 'bom:read', 'materials:read', 'ingest:read']

describe('an installation that has lost its Neo4j', function () {
  this.timeout(900_000)
  let own: OwnGraph
  let installation: Installation
  let api: TestApi
  let token: string
  const folder = mkdtempSync(join(tmpdir(), 'tda-restore-'))

  before(async () => {
    own = await startOwnGraph()
    await own.stop()
    await own.dump()
    await own.start()
    const settings = { ...own.variables, AUDIT_SPOOL: join(folder, 'audit') }
    installation = await openInstallation(settings)
    const { graph, organization, groupId } = installation
    await migrate(graph)
    api = await startApi({ operations, variables: { ...settings, PROJECTOR_GROUP: groupId } })
    token = (await issuerOf(graph, organization)({ scopes, quota: 1_000_000 })).text
  })
  after(async () => {
    await api.close()
    await installation.close()
    await own.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const settled = async () => {
    await installation.caughtUp()
    await reconciled(installation.graph, installation.organization)
  }
  /** Without the change feed, which is a new one, and the times at which rejected events were rejected again. */
  const responses = async () => {
    const answers = await answersOfAll(installation.graph, api, token, installation.organization)
    return answers
      .filter((answer) => !answer.startsWith('listChanges '))
      .map((answer) => answer.replaceAll(/"rejectedAt":"[^"]+"/g, '"rejectedAt":"…"'))
  }
  const publish = (styles: number) => {
    const bom = Object.fromEntries(Array.from({ length: styles }, (_, at) => [`R-${at}`, [line]]))
    const { send, topics, organization: key } = installation
    return send(publication(key, bom).map((event) => ({ topic: topics.bom.name, key, value: JSON.stringify(event) })))
  }

  it('gives byte-identical responses after a restore of the backup, to the same tokens', async () => {
    const { settings, organization, graph, feed, publishOf, start } = installation
    const first = await start()
    await feed(Array.from({ length: 1000 }, (_, n) => supplierOf(`R-${n % 500}`, 1 + Math.floor(n / 500))))
    await feed([...linkFeed, ...connectedFeed])
    await publishOf(organization, 3)
    // The second is accepted, because there is no limit yet, and the third is refused.
    for (const styles of [10, 5]) await publish(styles)
    await settled()
    await graph.write((run) => run(setMaxShrink, null, { key: organization, maxShrink: 20 }))
    await publish(2)
    await settled()
    const [{ file }] = documents(await tda(settings, ['backup', 'create', '--to', folder, '--json']))
    await feed([supplierOf('R-1', 9)])
    await settled()
    const before = await responses()
    first.signal('SIGTERM')
    await first.ended

    await own.stop()
    await own.restore()
    await own.start()
    const restored = await tda(settings, ['backup', 'restore', file, '--json'])
    expect(restored.code, restored.stderr).to.equal(0)
    expect(documents(restored)[0]).to.include({ organizations: 1, credentials: 1, applied: 0 })
    const rebuilding = await answerTo(api, token, { operationId: 'searchEntities', path: '/v1/entities' })
    expect(JSON.parse(rebuilding.text)).to.include({ code: 'rebuilding' })
    const second = await start()
    await second.untilReady()
    await settled()
    expectSameAnswers(await responses(), before)
  })
})
