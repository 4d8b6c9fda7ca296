import { expect } from 'chai'
import type { Operation } from '../../api/core/operation.ts'
import { operations } from '../../api/operations/index.ts'
import { ExportKind } from '../../schemas/exports/exports.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { publishedSchemas } from '../support/api/published-schemas.ts'
import {
  fuzzedPublications,
  fuzzedRecords,
  publicationsWithOddFields,
  recordsWithOddFields,
  soundRecords,
} from '../support/events/fuzzed-events.ts'
import { supplierOf, timeOf } from '../support/events/source-event.ts'
import { reconciled } from '../support/materials/reconciled.ts'
import { issuerOf } from '../support/organization.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { until } from '../support/until.ts'

/** How many records of each kind and how many publications are sent; FUZZ_EACH=5000 takes minutes. */
const each = Number(process.env.FUZZ_EACH ?? 30)
const seed = Number(process.env.FUZZ_SEED ?? 43)

interface Body {
  data: Record<string, unknown>[]
  links?: { next: string | null }
  meta: { notices?: { code: string }[] }
}
type Inputs = readonly Record<string, unknown>[]

/** The factory that the sample of a position names. */
const FACTORY = 'FA-0007'

/** How many rows of a list are read one by one. */
const MANY = 15

describe('events with odd fields, names, nesting, bytes or headers', () => {
  let installation: Installation
  let projector: ProjectorHere
  let api: TestApi
  let token: string
  let sent = 0

  before(async () => {
    installation = await openInstallation()
    const { organization, topics, send, graph, groupId, settings } = installation
    const records = [
      ...soundRecords(organization),
      ...recordsWithOddFields(organization),
      ...fuzzedRecords(organization, each, seed),
      ...fuzzedPublications(organization, each, seed),
      ...publicationsWithOddFields(organization, each),
    ]
    const sound = Array.from({ length: topics.records.partitions }, (_, partition) => ({
      partition,
      key: `${organization}/supplier/plm/main/behind-${partition}`,
      value: '',
    }))
    sent = records.length + sound.length + 1
    await send(records.map(({ topic, ...record }) => ({ topic: topics[topic].name, ...record })))
    projector = await installation.startHere()
    await installation.caughtUp()
    const references = [{ kind: 'facility_id', value: FACTORY }]
    await installation.feed([
      {
        ...{ kind: 'source_record', system: 'erp', recordId: 'factory_master:7', version: 1, time: timeOf(1) },
        data: { kind: 'factory', references },
      },
    ])
    const events = sound.map(({ partition }) => supplierOf(`behind-${partition}`, 1))
    await installation.feed(events)
    await installation.caughtUp()
    await reconciled(graph, organization)
    const issued = await issuerOf(
      graph,
      organization,
    )({
      scopes: ['graph:read', 'bom:read', 'materials:read', 'exports:create', 'ingest:read'],
      quota: 1_000_000,
    })
    token = issued.text
    api = await startApi({ operations, variables: { ...settings, PROJECTOR_GROUP: groupId } })
    api.services.exports.start()
  })
  after(async () => {
    await api.close()
    await installation.close()
  })

  it('stop no partition, and each is applied, stale, ignored, or rejected for a reason other than unprocessable', async () => {
    const samples = await projector.metrics()
    const count = (outcome: string) => samples.get(`tda_projector_records_total{outcome="${outcome}"}`) ?? 0
    const deadLetters = await installation.deadLetters()
    const unforeseen = deadLetters.filter(({ headers }) => String(headers['dlq.reason']) === 'unprocessable')
    const told = unforeseen.map(({ key, value, headers }) => `${headers['dlq.detail']} ${key} ${value}`)
    expect(told, 'errors that no check foresaw').to.deep.equal([])
    for (const line of ['partition stopped', 'batch failed, will retry', 'reconciliation failed, will retry'])
      expect(projector.lines(line), line).to.deep.equal([])
    expect(projector.crash()).to.equal(null)
    expect(count('applied')).to.be.greaterThan(each)
    expect(count('applied') + count('stale') + count('ignored') + deadLetters.length).to.equal(sent)
  })

  it('store nothing on which a read fails or that does not fit the published schema', async () => {
    const fault = publishedSchemas()
    const faults: string[] = []
    const post = (path: string, body: object) =>
      fetch(api.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })

    async function ask({ operationId, method, path }: Operation, input: Record<string, unknown>): Promise<Body | null> {
      const rest = { ...input }
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = encodeURIComponent(String(rest[name]))
        delete rest[name]
        return value
      })
      const query = new URLSearchParams(
        Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const answer = await (method === 'POST' ? post(filled, rest) : api.get(`${filled}?${query}`, token))
      const body = (await answer.json()) as Body
      const problem = answer.status === 200 ? fault(operationId, body) : JSON.stringify(body)
      const unreadable = (body.meta?.notices ?? []).some(({ code }) => code === 'unreadable_rows')
      if (problem !== null || unreadable)
        faults.push(`${operationId} ${JSON.stringify(input)}: ${problem ?? 'unreadable'}`)
      return answer.status === 200 ? body : null
    }

    async function walk(operation: Operation, input: Record<string, unknown>): Promise<Body['data']> {
      const rows: Body['data'] = []
      for (let cursor: string | null = null; ; ) {
        const page = await ask(operation, { ...input, ...(cursor === null ? {} : { cursor }) })
        if (page === null || !Array.isArray(page.data)) return rows
        rows.push(...page.data)
        cursor = page.links?.next ?? null
        if (cursor === null) return rows
      }
    }

    const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
    const list = async (operationId: string, input: Record<string, unknown> = {}) => {
      const operation = byId.get(operationId)
      if (!operation) throw new Error(`There is no operation ${operationId}`)
      return walk(operation, input)
    }
    const entities = await list('searchEntities')
    const connected = [
      ...(await list('searchConnectedRecords', { kind: 'material' })),
      ...(await list('searchConnectedRecords', { kind: 'factory' })),
    ]

    const snapshots = await list('listBomSnapshots')
    expect(entities.length, 'entities').to.be.greaterThan(MANY)
    expect(connected.length, 'connected records').to.be.greaterThan(10)
    expect(snapshots.length, 'snapshots').to.be.greaterThan(10)
    const refs = spread(connected, 4 * MANY).map(({ kind, ref }) => ({ kind, ref }))
    const materials = refs.filter(({ kind }) => kind === 'material').slice(0, MANY)
    const factories = refs.filter(({ kind }) => kind === 'factory').slice(0, MANY)

    const exceptions = spread(await list('listMaterialPositionExceptions'), 4 * MANY)
    expect(exceptions.length, 'exceptions').to.be.greaterThan(0)
    const rejections = spread(await list('listIngestRejections'), MANY)
    expect(rejections.length, 'rejections').to.be.greaterThan(0)
    const orders: Record<string, unknown>[] = []
    const matchKeys = new Set<unknown>()
    for (const { snapshotId } of snapshots) {
      const rows = spread(await list('listBomYields', { snapshotId }), 100)
      for (const { matchKey } of spread(rows, 3)) matchKeys.add(matchKey)
      if (rows.length > 0) orders.push({ snapshotId, items: rows.map(({ skuId }) => ({ sku: skuId, pieces: 3 })) })
    }
    expect(orders.length, 'snapshots with rows').to.be.greaterThan(10)
    /** Inputs for each operation, besides none; null for operations that read nothing of these events. */
    const inputs: Record<string, Inputs | null> = {
      getEntity: spread(entities, 10 * MANY).map(({ id }) => ({ entityId: id })),
      listEntityRelationships: spread(entities, 2 * MANY).map(({ id }) => ({ entityId: id, depth: 3 })),
      listBomYields: snapshots.map(({ snapshotId }) => ({ snapshotId })),
      ...Object.fromEntries(
        ['listBomYieldChanges', 'summarizeBomYieldChanges'].map((name) => [
          name,
          snapshots.slice(1).map(({ snapshotId }, at) => ({
            fromSnapshotId: snapshotId,
            toSnapshotId: snapshots[at]?.snapshotId,
            includeUnchanged: name === 'listBomYieldChanges' || undefined,
          })),
        ]),
      ),
      summarizeBomYields: snapshots.flatMap(({ snapshotId }) =>
        ['style', 'material', 'season', 'size'].map((groupBy) => ({ snapshotId, groupBy })),
      ),
      listBomYieldHistory: [...matchKeys].map((matchKey) => ({ matchKey })),
      calculateMaterialRequirements: orders,
      getConnectedRecord: refs,
      searchConnectedRecords: [{ kind: 'material' }, { kind: 'factory' }],
      getMaterialFactoryPosition: [
        ...materials.map(({ ref }) => ({ material: ref })),
        ...factories.map(({ ref }) => ({ factory: ref })),
      ],
      compareMaterialPositions: [
        {
          pairs: materials.map(({ ref }) => ({ material: ref, factory: FACTORY })),
          systems: ['erp', 'wms'],
        },
      ],
      listMaterialPositionExceptions: [{ status: 'open' }, { status: 'resolved' }],
      getMaterialPositionException: exceptions.map(({ exceptionId }) => ({ exceptionId })),
      inspectServiceSource: [{ system: 'erp' }],
      getIngestReceipt: rejections.map(({ topic, partition, offset }) => ({ topic, partition, offset })),
      createExport: null,
      listExports: null,
      getExport: null,
      downloadExport: null,
    }
    for (const operation of operations) {
      const given = inputs[operation.operationId]
      if (given === null) continue
      for (const input of given ?? [{}])
        await walk(operation, Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)))
    }
    for (const kind of ExportKind.options) {
      const made = (await (await post('/v1/exports', { kind })).json()) as { data: { exportId: string } }
      const path = `/v1/exports/${made.data.exportId}`
      const status = await until('an export', async () => {
        const { data } = (await (await api.get(path, token)).json()) as { data: { status: string } }
        return ['completed', 'failed'].includes(data.status) && data.status
      })
      if (status !== 'completed') faults.push(`an export of ${kind} is ${status}`)
    }
    expect(faults).to.deep.equal([])
  })
})

/** `count` rows, spread evenly over the list. */
function spread<T>(rows: readonly T[], count: number): T[] {
  const step = Math.max(1, rows.length / count)
  return Array.from({ length: Math.min(count, rows.length) }, (_, at) => rows[Math.floor(at * step)] as T)
}
