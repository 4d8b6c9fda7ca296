import { expect } from 'chai'
import { z } from 'zod'
import { perform } from '../../api/core/perform.ts'
import { responseJson } from '../../api/http/rest/response-json.ts'
import { operations } from '../../api/operations/index.ts'
import { tenantLabel } from '../../cypher/connect.ts'
import type { UnreadableRowOfGraph } from '../../cypher/readable-rows.ts'
import type { BomYieldChange } from '../../schemas/bom/yields.ts'
import { startApi } from '../support/api/api.ts'
import { codeOf } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { published, writeHistory } from '../support/bom/bom-graph.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { supplierOf } from '../support/events/source-event.ts'
import { material, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { propertiesOf } from '../support/graph/link-properties.ts'
import { createNode, readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { fillIngested } from '../support/ingest/fill-ingested.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../support/materials/connected.ts'
import { connectedRecord, dataset, exception, load, NOW, position } from '../support/materials/connected-rows.ts'
import { mintOrganization } from '../support/organization.ts'

const scopes = ['graph:read', 'bom:read', 'materials:read', 'ingest:read', 'exports:create'] as const
const BEYOND = '+010000-01-01T04:59:59.000Z'

interface Page {
  data: unknown[]
  links: { next: string | null }
  meta: { notices?: { code: string; detail: string }[] }
}

/** How a stored row is made invalid: the pattern that finds it, and the change. No projector stores such a row. */
interface Poison {
  input?: Record<string, unknown>
  match: string
  set: string
  /** How many rows of the list are then left out; default 1, NaN for an unknown number. */
  rows?: number
}

describe('rows that do not fit their schema', () => {
  const unreadable: UnreadableRowOfGraph[] = []
  const graph = connectTestGraph({ onUnreadable: (row) => unreadable.push(row) })
  const organization = freshOrganization()
  const label = tenantLabel(organization)
  const entities = ['M-1', 'M-2', 'M-3', 'M-4'].map((code) => material(organization, code))
  const mills = ['V-1', 'V-2', 'V-3'].map((code) => supplier(organization, code))
  const [first, second, third] = entities.map(({ id }) => id)
  const ends = (code: string) => ({
    material: { id: first ?? '', code: 'M-1', label: 'M-1' },
    factory: { id: factoryIdOf(organization, code), code, label: code },
  })
  const documentOf = (name: string, from: string, to: string): Pick<Poison, 'match' | 'set'> => ({
    match: `(n:${name}:${label}) WHERE n.doc CONTAINS '${from}' WITH n ORDER BY n.doc LIMIT 1`,
    set: `n.doc = replace(n.doc, '${from}', '${to}')`,
  })

  /** The newest version of a line that has changed, and the history of one of its rows. Filled with the graph. */
  const changed = { input: { matchKey: '', styleId: '' }, match: '', set: '', rows: NaN } satisfies Poison

  /** One for every list operation that returns stored rows. */
  const poisons: Record<string, Poison> = {
    searchEntities: {
      match: `(n:Listed:${label} {id: '${second}'})`,
      set: `n.doc = replace(n.doc, '"updatedAt":"', '"updatedAt":"+01')`,
    },
    listEntityRelationships: {
      input: { entityId: first },
      match: `(:Entity {id: '${first}'})-[n:LINK {tenantKey: '${organization}'}]->() WITH n ORDER BY n.sortKey LIMIT 1`,
      set: `n.doc = replace(n.doc, '"extractedAt":"', '"extractedAt":"+01')`,
    },
    listChanges: documentOf('Change', '"appliedAt":"', '"appliedAt":"+01'),
    listBomSnapshots: {
      match: `(n:Snapshot:${label} {seq: 1})`,
      set: `n.doc = replace(n.doc, '"effectiveAt":"', '"effectiveAt":"+01')`,
    },
    listBomYields: {
      match: `(n:BomLine:${label}) WHERE n.toSeq > 3 WITH n ORDER BY n.doc LIMIT 1`,
      set: `n.doc = replace(n.doc, '"yieldStage":"', '"yieldStage":"un')`,
      rows: NaN,
    },
    listBomYieldChanges: { input: { includeUnchanged: true }, match: '', set: '', rows: NaN },
    listBomYieldHistory: changed,
    searchConnectedRecords: documentOf('ConnectedRecord', '"match":{', '"match":{"state":1,"was":{'),
    listServiceDatasets: documentOf('Dataset', '"loadMode":"', '"loadMode":"un'),
    getServiceDataFreshness: documentOf('DatasetLoad', '"sourceWatermarkAt":"', '"sourceWatermarkAt":"+01'),
    getMaterialFactoryPosition: {
      input: { material: first },
      ...documentOf('Position', '"asOf":"', '"asOf":"+01'),
    },
    listMaterialPositionExceptions: documentOf('PositionException', '"firstSeenAt":"', '"firstSeenAt":"+01'),
    listExports: { match: `(n:ExportJob:${label}) WITH n LIMIT 1`, set: `n.kind = 'teapots'` },
    listIngestPublications: {
      match: `(n:Publication:${label} {status: 'failed'}) WITH n ORDER BY n.offset LIMIT 1`,
      set: `n.started = replace(n.started, '"effectiveAt":"', '"effectiveAt":"+01')`,
    },
    listIngestRejections: { match: `(n:DeadLetter:${label}) WITH n LIMIT 1`, set: `n.faults = 'none'` },
    listIngestConflicts: { match: `(n:Listed:${label} {id: '${third}'})`, set: 'n.label = null', rows: 0 },
    listIngestSources: {
      match: `(n:IngestedSource:${label} {source: '/erp/main'})`,
      set: `n.lastEventAt = '${BEYOND}'`,
    },
  }

  const lists = operations.filter(({ output }) => output instanceof z.ZodObject && 'links' in output.shape)
  const operationOf = (operationId: string) => {
    const found = operations.find((one) => one.operationId === operationId)
    if (!found) throw new Error(`There is no operation ${operationId}`)
    return found
  }
  const asked = async (operationId: string, input: object): Promise<Page> => {
    const context = { ...contextFor(graph, organization, scopes), now: () => new Date(NOW) }
    return JSON.parse(responseJson(await perform(operationOf(operationId), input, context)).toString())
  }
  const walked = async (operationId: string, limit: number) => {
    const rows: unknown[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await asked(operationId, { ...poisons[operationId]?.input, limit, ...(cursor && { cursor }) })
      rows.push(...page.data)
      cursor = page.links.next
    }
    return rows
  }

  const unspoilt = new Map<string, unknown[]>()
  before(async () => {
    await fill(graph, organization, {
      entities: [...entities, ...mills],
      links: mills.map(({ id }) => ({
        type: 'SUPPLIED_BY',
        from: { id: first ?? '', type: 'material' },
        to: { id, type: 'supplier' },
        properties: propertiesOf('SUPPLIED_BY'),
      })),
    })
    await writeHistory(
      graph,
      organization,
      randomBoms(7, { styles: 6, publications: 3, edits: 16 }).map((bom, at) => published(bom, at + 1)),
    )
    await fillIngested(graph, organization, NOW, [third ?? '', first ?? ''])
    const datasets = ['erp.a', 'erp.b', 'erp.c']
    await fillConnected(graph, organization, {
      datasets: datasets.map((id) => dataset(id)),
      loads: datasets.map((id) => load(id, -1)),
      records: ['M-1', 'M-2', 'M-3'].map((code) =>
        connectedRecord({ id: materialIdOf(organization, code), label: code }, ['erp']),
      ),
      positions: ['F-1', 'F-2', 'F-3'].map((code) => position(organization, 'erp', ends(code))),
      exceptions: ['F-1', 'F-2', 'F-3'].map((code) =>
        exception(organization, code, { ...ends(code), code: 'SHORTAGE' }),
      ),
    })
    // The entity is deleted at the end, so it is in no other list.
    await applyLog(graph, organization, [supplierOf('1', 1), supplierOf('1', 2), { ...supplierOf('1', 3), data: null }])
    const createdAt = new Date(NOW).toISOString()
    const job = {
      tenantKey: organization,
      kind: 'entities',
      parameters: '{}',
      status: 'queued',
      createdAt,
      rows: 0,
      fence: 0,
    }
    for (const at of [1, 2, 3]) {
      const own = { id: `a5a0ab7d-e70a-5115-b601-3582cd489e6${at}`, sortKey: `${createdAt}/${at}` }
      await createNode(graph, `ExportJob:${label}`, { ...job, ...own })
    }
    const changes = (await walked('listBomYieldChanges', 1000)) as BomYieldChange[]
    const row = changes.find(({ changedFields }) => changedFields.includes('netYield'))?.after
    Object.assign(changed.input, { matchKey: row?.matchKey, styleId: row?.styleId })
    const [, lineKey = ''] = row?.matchKey.split('.') ?? []
    const newest = documentOf('BomLine', '"yieldStage":"', '"yieldStage":"un')
    Object.assign(changed, {
      ...newest,
      match: newest.match.replace('WITH', `AND n.doc CONTAINS '${lineKey}' AND n.toSeq > 3 WITH`),
    })
    for (const operationId of Object.keys(poisons)) unspoilt.set(operationId, await walked(operationId, 1000))
    for (const { match, set } of Object.values(poisons)) {
      if (match === '') continue
      const [done] = await graph.execute(`MATCH ${match} SET ${set} RETURN count(n) AS count`)
      expect(done?.count, set).to.equal(1)
    }
  })
  after(() => graph.close())

  it('are tested in every list operation that returns stored rows', () => {
    expect(lists.map(({ operationId }) => operationId).filter((id) => !(id in poisons))).to.deep.equal([
      'listEntityTypes',
    ])
  })

  for (const [operationId, { input, rows = 1 }] of Object.entries(poisons)) {
    it(`are left out of ${operationId} with a notice, and all other rows are returned for any page size`, async () => {
      const all = unspoilt.get(operationId) ?? []
      expect(all.length).to.be.above(1 - Number(rows === 0))
      const page = await asked(operationId, { ...input, limit: 1000 })
      expect(page.meta.notices?.map(({ code }) => code)).to.deep.equal(['unreadable_rows'])
      expect(page.meta.notices?.[0]?.detail).to.match(/^\d+ rows? (is|are) left out/)
      if (!Number.isNaN(rows)) expect(page.data.length).to.equal(all.length - rows)
      else expect(page.data.length).to.be.within(1, all.length - 1)
      if (rows !== 0) expect(all).to.deep.include.members(page.data)
      for (const limit of [1, 2]) expect(await walked(operationId, limit), `pages of ${limit}`).to.deep.equal(page.data)
    })
  }

  it('return unreadable_record if they are requested by ID', async () => {
    const context = () => contextFor(graph, organization, scopes)
    expect(await codeOf(operationOf('getEntity'), { entityId: second }, context())).to.equal('unreadable_record')
    expect(await codeOf(operationOf('getEntity'), { entityId: first }, context())).to.equal(null)
  })

  it('are left out, and the page is still full, if a property of the node is missing', async () => {
    await updateNodes(graph, 'Listed', { tenantKey: organization, id: third }, { doc: null })
    unreadable.length = 0
    const rows = (await walked('searchEntities', 2)) as { id: string }[]
    expect(rows.map(({ id }) => id)).to.have.members(
      [...entities, ...mills].map(({ id }) => id).filter((id) => id !== second && id !== third),
    )
    expect(new Set(unreadable.map(({ key }) => key))).to.deep.equal(new Set([`id ${third}`]))
    expect(unreadable[0]?.where).to.equal('graph/listEntities')
    expect(unreadable[0]?.fault).to.contain('doc')
  })

  it('are counted in a metric and logged by their ID, without their contents', async () => {
    const own = await mintOrganization(graph)
    const ids = ['H-1', 'H-2', 'H-3'].map((code) => material(own.key, code))
    await fill(graph, own.key, { entities: ids })
    const [spoilt, empty, sound] = ids.map(({ id }) => id)
    const listed = { tenantKey: own.key, id: spoilt }
    const [row] = await readNodes(graph, 'Listed', listed, ['doc'])
    const unknownState = String(row?.doc).replace('"lifecycleState":"', '"lifecycleState":"teapot')
    await updateNodes(graph, 'Listed', listed, { doc: unknownState })
    await updateNodes(graph, 'Listed', { ...listed, id: empty }, { doc: null })
    const api = await startApi({ operations })
    const answer = await api.get('/v1/entities', (await own.issue()).text)
    const page = (await answer.json()) as Page
    expect(page.data)
      .to.deep.include.members([{ ...(page.data[0] as object), id: sound }])
      .and.have.length(1)
    expect(page.meta.notices?.map(({ detail }) => detail.split(' because')[0])).to.deep.equal(['2 rows are left out'])
    const metrics = await (await fetch(`${api.adminUrl}/metrics`)).text()
    for (const where of ['searchEntities', 'graph/listEntities'])
      expect(metrics).to.match(new RegExp(`^tda_unreadable_rows_total\\{where="${where}"\\} 1$`, 'm'))
    const lines = api.logLines.filter(({ msg }) => msg === 'Stored row does not fit its schema and is left out')
    const named = lines.map(({ where, key }) => [where, key])
    expect(named).to.have.deep.members([
      ['searchEntities', `id ${spoilt}`],
      ['graph/listEntities', `id ${empty}`],
    ])
    const ofRequest = lines.find(({ where }) => where === 'searchEntities')
    expect(ofRequest).to.include({ organization: own.key, requestId: answer.headers.get('x-request-id') })
    expect(JSON.stringify(lines)).to.not.contain('teapot')
    await api.close()
  })

  it('are skipped when a streamed read that failed at one is started again', async () => {
    await updateNodes(graph, 'Listed', { tenantKey: organization, id: first }, { doc: null })
    const { listEntitiesOfType } = await import('../../cypher/graph/read-graph.ts')
    const given = { type: 'material' as const, after: '', limit: 100 }
    const ids = async () => {
      const found: string[] = []
      for await (const { id } of graph.stream(listEntitiesOfType, organization, given)) found.push(id)
      return found
    }
    await ids().catch(() => undefined)
    expect(await ids()).to.have.members(entities.map(({ id }) => id).filter((id) => id !== first && id !== third))
  })
})
