import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { operations } from '../../../api/operations/index.ts'
import { endOrganization } from '../../../cli/purge/purge-organization.ts'
import { rebuildOrganization } from '../../../cli/rebuild/rebuild-organization.ts'
import { type Graph, tenantLabel } from '../../../cypher/connect.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { listOrganizations } from '../../../cypher/system/credentials.ts'
import { groupOfOrganization } from '../../../cypher/system/organization-group.ts'
import type { ExportJob } from '../../../schemas/exports/exports.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import { OPEN } from '../../../schemas/stored/bom.ts'
import { startApi, type TestApi } from '../../support/api/api.ts'
import { supplierOf } from '../../support/events/source-event.ts'
import { freshOrganization } from '../../support/graph/graph.ts'
import { expectSame, graphLines } from '../../support/graph/graph-lines.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { connectedFeed, deletedLinkFeed, linkFeed } from '../../support/graph/rebuild-feed.ts'
import { answerTo, readsOfAll, startReaders } from '../../support/graph/rebuild-readers.ts'
import {
  countNodes,
  createNode,
  deleteGroup,
  readLinks,
  readNodes,
  storedWith,
} from '../../support/graph/stored-nodes.ts'
import { reconciled } from '../../support/materials/reconciled.ts'
import { issuerOf } from '../../support/organization.ts'
import { type Installation, openInstallation, register } from '../../support/processes/projector.ts'
import type { ProjectorProcess } from '../../support/processes/projector-process.ts'
import { documents, startTda, tda } from '../../support/processes/tda.ts'
import { until } from '../../support/until.ts'

const scopes: Scope[] = ['graph:read', 'bom:read', 'materials:read', 'ingest:read', 'exports:create']
/** The lines of a purge at which it is killed. */
const KILLED_AT = ['tokens', 'relationships', 'export files', 'dead letters']

describe('tda organizations purge', function () {
  this.timeout(900_000)
  let own: OwnGraph
  let graph: Graph
  let installation: Installation
  let api: TestApi
  let organization: string
  let other: string
  const folder = mkdtempSync(join(tmpdir(), 'tda-purge-'))
  const tokens = new Map<string, string>()
  const projectors: ProjectorProcess[] = []

  before(async () => {
    own = await startOwnGraph()
    installation = await openInstallation({ ...own.variables, AUDIT_SPOOL: join(folder, 'cli') })
    graph = installation.graph
    organization = installation.organization
    await migrate(graph)
    other = freshOrganization()
    await register(graph, other)
    const { groupId } = installation
    const folders = { EXPORTS_FOLDER: join(folder, 'exports'), AUDIT_SPOOL: join(folder, 'api') }
    const variables = { ...own.variables, ...folders, PROJECTOR_GROUP: groupId }
    api = await startApi({ operations, variables })
    api.services.exports.start()
    for (const key of [organization, other])
      tokens.set(key, (await issuerOf(graph, key)({ scopes, quota: 1_000_000 })).text)
    projectors.push(await installation.start(), await installation.start())
    for (const key of [organization, other]) {
      await installation.feedOf(
        key,
        Array.from({ length: 300 }, (_, n) => supplierOf(`R-${n}`, 1)),
      )
      await installation.feedOf(key, [...linkFeed, ...deletedLinkFeed, ...connectedFeed])
      await installation.publishOf(key, 2)
    }
    await sendRejected(20)
    await settled([organization, other])
    for (const key of [organization, other]) await exported(key)
  })
  after(async () => {
    await api.close()
    await installation.close()
    await own.remove()
  })

  const tokenOf = (key: string) => tokens.get(key) ?? ''
  /** Sends events of both organizations that are rejected, in the same partitions: readable ones and others. */
  const sendRejected = (count: number) =>
    installation.send(
      Array.from({ length: count }, (_, n) =>
        [organization, other].flatMap((key) => [
          { key: `${key}/supplier/${n}`, value: `not JSON of ${key} ${n}`, partition: n % 3 },
          { key, value: JSON.stringify({ specversion: '1.0', tenantid: key, id: n }), partition: n % 3 },
        ]),
      ).flat(),
    )
  /** Waits also until projectors have deleted the relationships that a publication has ended. */
  const settled = async (keys: string[]) => {
    await installation.caughtUp()
    for (const key of keys) {
      await reconciled(graph, key)
      await until('the deletion of ended relationships', async () =>
        (await readLinks(graph, key)).every(({ toSeq = OPEN }) => toSeq === OPEN),
      )
    }
  }
  const exported = async (key: string) => {
    const body = { kind: 'entities', parameters: {} }
    const created = await answerTo(api, tokenOf(key), { operationId: '', path: '/v1/exports', body })
    expect(created.status, created.text).to.equal(200)
    const { data } = JSON.parse(created.text) as { data: ExportJob }
    const path = `/v1/exports/${data.exportId}`
    await until('the export', async () => {
      const { text } = await answerTo(api, tokenOf(key), { operationId: '', path })
      return JSON.parse(text).data.status === 'completed'
    })
  }
  const statusOf = async (key: string) =>
    (await answerTo(api, tokenOf(key), { operationId: '', path: '/v1/entities' })).status
  /** Dead letters that contain a text anywhere, as JSON with their times, without their positions. */
  const lettersWith = async (text: string) => {
    const deadLetters = await installation.deadLetters()
    const lines = deadLetters.map(({ key, value, headers, timestamp, partition }) =>
      JSON.stringify([partition, timestamp, key?.toString('latin1'), value?.toString('latin1'), texts(headers)]),
    )
    return lines.filter((line) => line.includes(text)).sort()
  }
  /** Files below the folder whose path or contents contain a text. */
  const filesWith = (text: string) =>
    globSync('**/*', { cwd: folder }).filter(
      (path) =>
        path.includes(text) ||
        (statSync(join(folder, path)).isFile() && readFileSync(join(folder, path), 'latin1').includes(text)),
    )
  const purgedCount = async () => {
    const metrics = await Promise.all(projectors.map((projector) => projector.metrics()))
    return metrics.reduce(
      (sum, samples) => sum + (samples.get('tda_projector_records_total{outcome="purged"}') ?? 0),
      0,
    )
  }

  it('shows what it would delete, and changes nothing without --yes', async () => {
    const before = await graphLines(graph, organization)
    const { code, stdout, stderr } = await tda(installation.settings, [
      ...['--json', 'organizations', 'purge', organization, '--dry-run'],
    ])
    expect({ code }, stderr).to.deep.equal({ code: 0 })
    const [plan] = documents({ code, stdout, stderr })
    expect(plan).to.include({ purgedAt: null, tokens: 1, publications: 2 })
    expect(plan.deadLetters).to.equal((await lettersWith(organization)).length)
    expect(plan.entities).to.be.above(300)
    const refused = await tda(installation.settings, ['organizations', 'purge', organization])
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.contain('There is no terminal to ask for confirmation')
    expectSame(before, await graphLines(graph, organization))
    expect(await statusOf(organization)).to.equal(200)
    const unknown = await tda(installation.settings, ['organizations', 'purge', 'unregistered', '--yes'])
    expect(unknown.stderr).to.contain('There is no organization unregistered')
  })

  it('leaves nothing of it, with kills while others read and all send events, and changes nothing of others', async () => {
    const readers = await startReaders(api, tokenOf(other), await readsOfAll(graph, api, tokenOf(other), other))
    const before = { lines: await graphLines(graph, other), letters: await lettersWith(other) }
    expect(before.letters).to.have.length.above(39)
    expect(filesWith(organization).length).to.be.above(1)
    let isSending = true
    const sending = (async () => {
      for (let n = 0; isSending; n += 1) {
        await installation.feedOf(organization, [supplierOf(`R-${n % 50}`, 2 + n)])
        await sendRejectedOf(organization, n)
      }
    })()
    await rebuildOrganization(graph, installation.connection, {
      ...{
        groupId: installation.groupId,
        topics: [installation.topic, installation.topics.bom.name],
        acceptGap: false,
      },
      ...{ expectedPartitions: 12, organization },
    })
    await until('relationships', async () => (await readLinks(graph, organization)).length > 10)
    const args = ['organizations', 'purge', organization, '--yes']
    for (const word of KILLED_AT) {
      const child = startTda(installation.settings, args)
      const closed = once(child, 'close')
      const seen: string[] = []
      for await (const line of createInterface({ input: child.stderr })) {
        seen.push(line)
        if (line.startsWith('Deleted') && line.includes(word)) child.kill('SIGKILL')
      }
      await closed
      expect(child.signalCode, seen.join('\n')).to.equal('SIGKILL')
      if (word !== 'relationships') continue
      const [killed] = projectors.splice(0, 1)
      killed?.signal('SIGKILL')
      await killed?.ended
      projectors.push(await installation.start())
    }
    const { code, stdout, stderr } = await tda(installation.settings, ['--json', ...args])
    expect({ code }, stderr).to.deep.equal({ code: 0 })
    isSending = false
    await sending
    await readers.stop()
    expect(readers.wrong).to.deep.equal([])
    expect(readers.seen.rebuilding).to.equal(0)
    expect(readers.seen.whole).to.be.above(100)

    const [certificate] = documents({ code, stdout, stderr })
    expect(certificate).to.include({ organization, region: 'local' })
    expect(certificate.removed).to.include({ tokens: 1, exportFiles: 1 })
    expect(certificate.removed.deadLetters).to.be.above(39)
    expect(certificate.removed.relationships).to.be.above(10)
    expect(certificate.removed.nodes).to.be.above(300)
    const kept = certificate.remaining.map(({ where }: { where: string }) => where)
    expect(kept).to.include(`Kafka topic ${installation.topics.records.name}`)
    expect(kept).not.to.include(`Kafka topic ${installation.topics.dlq.name}`)

    await settled([other])
    expect(await storedWith(graph, organization)).to.deep.equal([])
    expect(await lettersWith(organization)).to.deep.equal([])
    await until('the delivery of audit records', async () => filesWith(organization).length === 0)
    expect(await lettersWith(other)).to.deep.equal(before.letters)
    expectSame(before.lines, await graphLines(graph, other))
    expect(await statusOf(organization)).to.equal(401)
    expect(await statusOf(other)).to.equal(200)
  })

  it('ends batches that were classified before, rebuilds, and the rights to write exports', async () => {
    const key = freshOrganization()
    await register(graph, key)
    await installation.feedOf(key, [supplierOf('R-1', 1)])
    await settled([key])
    const token = (await issuerOf(graph, key)({ scopes, quota: 1_000_000 })).text
    const { groupId } = installation
    const [namesake, rebuilt] = [`${freshOrganization()}:${key}`, groupOfOrganization(groupId, key)]
    // A group of projectors of another installation, whose name ends like that of a rebuild.
    const offset = { groupId: namesake, topic: installation.topic, partition: 0 }
    await createNode(graph, 'ProjectorGroup', { groupId: namesake })
    await createNode(graph, 'Offset', { ...offset, next: 1, epoch: 1 })
    await createNode(graph, 'ProjectorGroup', { groupId: rebuilt, stage: 'applying', generation: 1 })
    await createNode(graph, 'Offset', { ...offset, groupId: rebuilt, organization: key, epoch: 1 })
    const job = { tenantKey: key, id: '1', sortKey: '1', fence: 4, status: 'running', leaseUntil: 0 }
    await createNode(graph, `ExportJob:OpenExport:${tenantLabel(key)}`, job)
    const epochs = async () => [...(await installation.offsets()).values()].map(({ epoch }) => epoch)
    const before = await epochs()

    expect(await endOrganization(graph, key, new Date())).to.equal(1)
    expect((await epochs()).every((epoch, at) => epoch > (before[at] ?? epoch))).to.equal(true)
    expect(await countNodes(graph, 'OpenExport', { tenantKey: key })).to.equal(0)
    expect(await readNodes(graph, 'ExportJob', { tenantKey: key }, ['fence'])).to.deep.equal([{ fence: 5 }])
    for (const label of ['ProjectorGroup', 'Offset']) {
      expect(await countNodes(graph, label, { groupId: rebuilt }), label).to.equal(0)
      expect(await countNodes(graph, label, { groupId: namesake }), label).to.equal(1)
    }
    const { status } = await answerTo(api, token, { operationId: '', path: '/v1/entities' })
    expect(status).to.equal(401)
    expect(await endOrganization(graph, key, new Date())).to.equal(null)
    await deleteGroup(graph, namesake)
  })

  const sendRejectedOf = (key: string, n: number) =>
    installation.send([{ key: `${key}/supplier/${n}`, value: `not JSON of ${key} ${n}` }])

  it('skips and counts the events of its key, also in a rebuild of the whole graph', async () => {
    const before = { lines: await graphLines(graph, other), count: await purgedCount() }
    await installation.feedOf(organization, [supplierOf('R-1', 9_999)])
    await sendRejectedOf(organization, 1)
    await installation.publishOf(organization, 1)
    await settled([other])
    expect(await purgedCount()).to.be.above(before.count + 2)
    const { code, stderr } = await tda(installation.settings, ['rebuild', '--together', '--yes'])
    expect({ code }, stderr).to.deep.equal({ code: 0 })
    await until('the end of the rebuild', async () => (await statusOf(other)) === 200, 240_000)
    await settled([other])
    expect(await storedWith(graph, organization)).to.deep.equal([])
    expect(await lettersWith(organization)).to.deep.equal([])
    expect((await graphLines(graph, other)).length).to.be.above(before.lines.length / 2)
  })

  it('never gives the key again, and purges nothing twice', async () => {
    const created = await tda(installation.settings, ['organizations', 'create', organization, '--name', 'Again'])
    expect(created.code).to.equal(1)
    expect(created.stderr).to.match(/was purged on \S+Z\. Its key cannot be used again\. Choose another key/)
    expect(await graph.read(listOrganizations, null, { keys: [organization] })).to.deep.equal([])
    const args = ['--json', 'organizations', 'purge', organization, '--yes']
    const [first, second] = [await tda(installation.settings, args), await tda(installation.settings, args)]
    expect(documents(first)).to.deep.equal(documents(second))
    expect(await storedWith(graph, organization)).to.deep.equal([])
  })
})

const texts = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
