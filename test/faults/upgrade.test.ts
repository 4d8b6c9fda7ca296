import { expect } from 'chai'
import { listIngestRejections } from '../../api/operations/ingest/list-ingest-rejections.ts'
import { getServiceDataFreshness } from '../../api/operations/materials/get-service-data-freshness.ts'
import { inspectServiceSource } from '../../api/operations/materials/inspect-service-source.ts'
import { connectGraph, type Graph } from '../../cypher/connect.ts'
import { migrate } from '../../cypher/migrate.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import { call } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { published, writeHistory } from '../support/bom/bom-graph.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { material, sku, style, supplier } from '../support/graph/entities.ts'
import { fill, freshOrganization } from '../support/graph/graph.ts'
import { type OwnGraph, startOwnGraph } from '../support/graph/own-graph.ts'
import { patient } from '../support/graph/patience.ts'
import { deleteNodes, readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { fillConnected, materialIdOf } from '../support/materials/connected.ts'
import { at, connectedRecord, dataset, HOUR_MS, load } from '../support/materials/connected-rows.ts'
import { events, gone, keptInOrder, material as materialEvent } from '../support/materials/reconcile-scenario.ts'
import { drain, exceptionsOf, invalidationsOf, linesOf } from '../support/materials/reconciled.ts'

describe('an upgrade', () => {
  let own: OwnGraph
  let graph: Graph
  before(async () => {
    own = await startOwnGraph()
    graph = connectGraph(parseEnvironment({ ...process.env, ...own.variables }), patient)
    await migrate(graph)
  })
  after(async () => {
    await graph.close()
    await own.remove()
  })

  /** Turns data into that of the previous version: no histories, no names across systems, old marks, and no inputs. */
  async function makeOld(organization: string): Promise<void> {
    const old = [
      "MATCH (m:Migration {name: '0012-exceptions.cypher'}) DELETE m",
      'MATCH (q:Invalidation) DELETE q',
      'MATCH (r:Reconciliation) REMOVE r.isConnected',
      'MATCH (n) WHERE n.namedMaterial IS NOT NULL REMOVE n.namedMaterial, n.namedFactory',
      'MATCH (n) WHERE n.namedFactory IS NOT NULL REMOVE n.namedProduct, n.namedFactory',
      `CREATE (r:Recheck:Projected {tenantKey: '${organization}', id: 'old', subjects: ['["all"]'], times: ['2026-03-01T00:00:00.000Z']})`,
    ]
    for (const text of old) await graph.execute(text)
    const states = await graph.execute(
      'MATCH (n:Position|SourceRecord|Requirement) RETURN elementId(n) AS id, n.state AS state',
    )
    const bare = states.map(({ id, state }) => {
      const { v, t } = JSON.parse(String(state))
      return { id, state: JSON.stringify({ v, t }) }
    })
    await graph.execute('UNWIND $bare AS row MATCH (n) WHERE elementId(n) = row.id SET n.state = row.state', { bare })
    const found = await graph.execute('MATCH (e:PositionException) RETURN e.exceptionId AS id, e.doc AS doc')
    const documents = found.map(({ id, doc }) => {
      const { inputs: _inputs, ...rest } = JSON.parse(String(doc))
      return { id, doc: JSON.stringify(rest) }
    })
    await graph.execute(
      'UNWIND $documents AS row MATCH (e:PositionException {exceptionId: row.id}) SET e.doc = row.doc',
      { documents },
    )
  }

  /** The properties by which positions and open production are found, in a fixed order. */
  const names = () =>
    graph.execute(
      `MATCH (n:Position|Requirement) RETURN n.id AS id, n.namedMaterial AS material, n.namedProduct AS product,
        n.namedFactory AS factory ORDER BY id`,
    )

  it('lists dead letters of an earlier version, even if the migration starts twice', async () => {
    const organization = freshOrganization()
    const at = '2027-03-14T02:10:00.000Z'
    const letter = { system: 'erp', instance: 'main', reason: 'malformed', detail: 'not JSON', at }
    const deadLetters = [
      { ...letter, id: 'a', recordType: 'item', recordId: 'I-1', partition: 3, offset: 17 },
      { ...letter, id: 'b', recordType: '', recordId: 'I-2', partition: 11, offset: 4 },
    ]
    await graph.execute(
      `UNWIND $letters AS one CREATE (l:RecordLetter:Projected:Tenant_${organization})
       SET l = one, l.tenantKey = $organization, l.partition = toInteger(one.partition), l.offset = toInteger(one.offset)`,
      { letters: deadLetters, organization },
    )
    for (let round = 0; round < 2; round += 1) {
      await graph.execute("MATCH (m:Migration {name: '0014-ingest-reads.cypher'}) DELETE m")
      expect(await migrate(graph)).to.deep.equal(['0014-ingest-reads.cypher'])
    }
    const context = contextFor(graph, organization, ['ingest:read', 'materials:read'])
    const { data } = await call(listIngestRejections, { source: '/erp/main' }, context)
    const key = `${organization}/source_record/erp/main`
    const common = {
      reason: 'malformed',
      detail: 'not JSON',
      count: 1,
      eventId: null,
      faults: [],
      type: null,
      source: '/erp/main',
      at,
      rejectedAt: at,
    }
    const topic = 'tenantdata.records.v1'
    expect(data).to.deep.equal([
      { ...common, subject: 'I-2', key: `${key}/I-2`, topic, partition: 11, offset: 4 },
      { ...common, subject: 'item:I-1', key: `${key}/item:I-1`, topic, partition: 3, offset: 17 },
    ])
    const inspected = await call(inspectServiceSource, { system: 'erp', recordId: 'I-1' }, context)
    expect(inspected.data.records[0]?.deadLetters).to.deep.equal([
      { reason: 'malformed', detail: 'not JSON', at, partition: 3, offset: 17 },
    ])
  })

  it('computes exceptions that lack inputs again, even if it is interrupted and starts again', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, keptInOrder(events))
    await drain(graph, organization)
    const before = linesOf(await exceptionsOf(graph, organization))
    expect(before).to.have.length.greaterThan(10)
    const found = await names()
    await makeOld(organization)
    expect(await names()).not.to.deep.equal(found)
    expect(await migrate(graph)).to.deep.equal(['0012-exceptions.cypher'])
    await graph.execute("MATCH (m:Migration {name: '0012-exceptions.cypher'}) DELETE m")
    expect(await migrate(graph)).to.deep.equal(['0012-exceptions.cypher'])
    expect(await names()).to.deep.equal(found)
    expect(await graph.execute('MATCH (r:Recheck) RETURN r.id AS id')).to.deep.equal([])
    expect((await invalidationsOf(graph, organization)).map(([kind]) => kind)).to.include('everything')
    await drain(graph, organization)
    const open = await exceptionsOf(graph, organization)
    expect(linesOf(open)).to.deep.equal(before)
    for (const { inputs } of open) expect(inputs).not.to.deep.equal([])
  })

  it('fills the filter properties of stored yields and entities', async () => {
    const organization = freshOrganization()
    const boms = randomBoms(47, { styles: 40, publications: 5, edits: 40 })
    await writeHistory(
      graph,
      organization,
      boms.map((bom, at) => published(bom, at + 1)),
    )
    const states = ['development', 'approved', 'discontinued'] as const
    const seasons = ['SS27', 'Été "7"', 'back\\slash', null]
    const entities = Array.from({ length: 12 }, (_, at): Entity => {
      const made = (at % 2 ? material : style)(organization, `R-${at}`, 'A "season":"XX" of "updatedAt":"never"')
      if (made.type === 'style') made.attributes.season = seasons[(at >> 1) % seasons.length] ?? null
      return Object.assign(made, {
        lifecycleState: made.type === 'style' ? 'adopted' : states[at % 3],
        updatedAt: `2027-03-${10 + at}T02:10:00.000Z`,
      })
    })
    await fill(graph, organization, { entities, deleted: [style(organization, 'GONE')] })
    const stored = async () => {
      const read = (text: string) => graph.execute(text, { organization })
      return {
        lines: await read(
          `MATCH (l:BomLine {tenantKey: $organization})
           RETURN l.styleId AS styleId, l.hash AS hash, l.fromSeq AS at, l.materialId AS materialId
           ORDER BY styleId, hash, at`,
        ),
        values: await read(
          `MATCH (v:BomValue {tenantKey: $organization}) WHERE NOT v.kind IN ['section', 'materialType']
           RETURN v.kind AS kind, v.value AS value, v.id AS id, labels(v) AS labels
           ORDER BY kind, value, id`,
        ),
        skus: await read(
          `MATCH (s:BomSku {tenantKey: $organization}) RETURN DISTINCT s.skuId AS skuId, s.styleId AS styleId
           ORDER BY skuId, styleId`,
        ),
        entities: await read(
          `MATCH (e:Entity {tenantKey: $organization})
           RETURN e.id AS id, e.lifecycleState AS state, e.season AS season, e.updatedAt AS at ORDER BY id`,
        ),
      }
    }
    // Only a rebuild needs the label Projected, which the tests do not write.
    await graph.execute('MATCH (n:BomValue|BomSku {tenantKey: $organization}) SET n:Projected', { organization })
    const sorted = (found: Awaited<ReturnType<typeof stored>>) => ({
      ...found,
      values: found.values.map(
        (row) => ({ ...row, labels: (row.labels as string[]).sort() }) as Record<string, unknown>,
      ),
    })
    const before = sorted(await stored())
    expect(before.values.map(({ kind }) => kind)).to.include.members(['material', 'mpn', 'supplier', 'supplierId'])
    const isListed = ({ state }: Record<string, unknown>) => state !== null
    for (const text of [
      'MATCH (v:BomValue) DELETE v',
      'MATCH (l:BomLine) REMOVE l.materialId',
      'MATCH (s:BomSku) WHERE s.sku = s.skuId DELETE s',
      'MATCH (s:BomSku) REMOVE s.skuId',
      'MATCH (e:Entity) REMOVE e.lifecycleState, e.season, e.updatedAt',
    ])
      await graph.execute(text)
    for (let round = 0; round < 2; round++) {
      await graph.execute("MATCH (m:Migration {name: '0013-filters.cypher'}) DELETE m")
      expect(await migrate(graph)).to.deep.equal(['0013-filters.cypher'])
      const { entities: found, ...rest } = sorted(await stored())
      const { entities: expected, ...others } = before
      expect(rest).to.deep.equal(others)
      expect(found.filter(isListed)).to.deep.equal(expected.filter(({ id }) => entities.some((one) => one.id === id)))
    }
  })

  it('makes labels and codes with invisible characters findable by their visible characters', async () => {
    const organization = freshOrganization()
    const invisible = [0xad, 0x200b, 0x200d, 0x202e, 0x2060, 0xfeff, 0xfe0f, 0x34f, 0x3164, 0xe0041, 0xe0100, 0x85]
    const labels = invisible.map((code) => `Größe "Herr${String.fromCodePoint(code)}ing\\bone" ÆΜΑΣ 𝒳 1/2 ﬁ`)
    const named = (label: string, at: number) => {
      const code = (kind: string) => `${kind}"\\-${label.slice(7, 16)}${at}`
      const own = [material, style, supplier].map((make) => make(organization, code(make.name), label))
      return [...own, sku(organization, code('sku'))]
    }
    const entities = labels.flatMap(named)
    await fill(graph, organization, { entities })
    const records = labels.map((label, at) =>
      connectedRecord({ id: materialIdOf(organization, `${at}`), label }, ['erp']),
    )
    await fillConnected(graph, organization, { records })
    const stored = () =>
      graph.execute(
        `MATCH (n:Listed|ConnectedRecord {tenantKey: $organization})
         RETURN n.id AS id, labels(n) AS labels, n.words AS words, n.codeWords AS codeWords ORDER BY id, labels`,
        { organization },
      )
    const expected = await stored()
    expect(expected).to.have.length(5 * labels.length)
    expect(new Set(expected.map(({ words }) => String(words))).size).to.be.above(labels.length)
    // In the previous version, an invisible character separated two words.
    await graph.execute(
      `MATCH (n:Listed|ConnectedRecord {tenantKey: $organization})
       SET n.words = replace(n.words, 'herring', 'herr ing'), n.codeWords = replace(n.codeWords, 'herring', 'herr ing')`,
      { organization },
    )
    expect(await stored()).not.to.deep.equal(expected)
    for (let round = 0; round < 2; round++) {
      await graph.execute("MATCH (m:Migration {name: '0016-words-without-invisible.cypher'}) DELETE m")
      expect(await migrate(graph)).to.deep.equal(['0016-words-without-invisible.cypher'])
      expect(await stored()).to.deep.equal(expected)
    }
  })

  it('indexes codes and values of stored entities, and sections and types of rows', async () => {
    const organization = freshOrganization()
    const item = (value: string) => ({ system: 'erp', instance: 'main', kind: 'item', value })
    const named = (record: string, version: number, number: string, ...items: string[]) => ({
      ...materialEvent(number, version, items.map(item), {
        countryOfOrigin: 'PT',
        certifications: ['GOTS', 'Ö "x"\\'],
      }),
      recordId: record,
    })
    await applyLog(graph, organization, [
      ...[
        named('A', 1, 'MT-A1', 'I-1'),
        named('A', 2, 'MT-A2', 'I-2'),
        named('B', 1, 'MT-B'),
        gone('material', 'B', 2),
      ],
      ...events.filter(({ kind }) => kind === 'link' || kind === 'supplier' || kind === 'sku' || kind === 'style'),
      ...events.filter(({ kind }) => kind === 'material'),
    ])
    await writeHistory(
      graph,
      organization,
      randomBoms(5, { styles: 6 }).map((bom, at) => published(bom, at + 1)),
    )
    const stored = async () => [
      await graph.execute(
        'MATCH (e:Entity {tenantKey: $organization}) RETURN e.id AS id, e.foundBy AS foundBy, labels(e) AS labels ORDER BY id',
        { organization },
      ),
      await graph.execute(
        `MATCH ({tenantKey: $organization})-[l:LINK]->() RETURN l.id AS id, l.mpn AS mpn, l.mpnForm AS form ORDER BY id`,
        { organization },
      ),
      await graph.execute(
        `MATCH (v:BomValue {tenantKey: $organization}) WHERE v.kind IN ['section', 'materialType']
         RETURN v.kind AS kind, v.value AS value, v.id AS id ORDER BY kind, value, id`,
        { organization },
      ),
    ]
    const expected = await stored()
    const [entities = [], supplies = [], values = []] = expected
    expect(entities.filter(({ foundBy }) => foundBy !== null).length).to.be.above(5)
    expect(supplies.filter(({ mpn }) => mpn !== null).length).to.be.above(0)
    expect(values.length).to.be.above(0)
    for (const text of [
      'MATCH (e:Entity {tenantKey: $organization}) REMOVE e.foundBy',
      'MATCH ({tenantKey: $organization})-[l:LINK]->() REMOVE l.mpn, l.mpnForm',
      "MATCH (v:BomValue {tenantKey: $organization}) WHERE v.kind IN ['section', 'materialType'] DELETE v",
    ])
      await graph.execute(text, { organization })
    const names = ['0019-found-by.cypher', '0020-sections-of-lines.cypher']
    for (let round = 0; round < 2; round++) {
      await graph.execute('MATCH (m:Migration) WHERE m.name IN $names DELETE m', { names })
      expect(await migrate(graph)).to.deep.equal(names)
      expect(await stored()).to.deep.equal(expected)
    }
  })

  it('lists stored exceptions by the time they began, and explains the open ones', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, [...events])
    await drain(graph, organization)
    const ofOrganization = { tenantKey: organization }
    const stored = () =>
      readNodes(graph, 'PositionException', ofOrganization, ['exceptionId', 'status', 'seenKey', 'explanation'])
    const expected = await stored()
    expect(expected.every(({ seenKey, explanation }) => seenKey !== null && explanation !== null)).to.equal(true)
    await updateNodes(graph, 'PositionException', ofOrganization, { seenKey: null, explanation: null })
    const name = '0021-explained-exceptions.cypher'
    for (let round = 0; round < 2; round++) {
      await deleteNodes(graph, 'Migration', { name })
      expect(await migrate(graph)).to.deep.equal([name])
    }
    expect((await stored()).map(({ seenKey }) => seenKey)).to.deep.equal(expected.map(({ seenKey }) => seenKey))
    const kinds = (await invalidationsOf(graph, organization)).map(([kind]) => kind)
    expect(kinds).to.include.members(['pair', 'record'])
    await drain(graph, organization)
    expect(await stored()).to.deep.equal(expected)
  })

  it('counts the loads that are stored, from which freshness follows', async () => {
    const organization = freshOrganization()
    const datasetId = 'erp.material_stock'
    const loads = [
      load(datasetId, -9 * HOUR_MS, { sourceWatermarkAt: null, endedAt: null }),
      load(datasetId, -8 * HOUR_MS, { sourceWatermarkAt: at(-30 * HOUR_MS) }),
      load(datasetId, -7 * HOUR_MS, { status: 'failed', sourceWatermarkAt: null }),
    ]
    await fillConnected(graph, organization, { datasets: [dataset(datasetId)], loads })
    const context = contextFor(graph, organization, ['materials:read'])
    const read = async () => (await call(getServiceDataFreshness, { datasetId }, context)).data[0]
    const evaluated = { evaluatedAt: '', lagSeconds: 0 }
    const expected = { ...(await read()), ...evaluated }
    expect(expected).to.deep.include({ lastSuccessAt: at(-8 * HOUR_MS + 60_000), basis: 'last_success' })
    const stored = () =>
      graph.execute(
        `MATCH (l:DatasetLoad {tenantKey: $organization}) RETURN l.id AS id, l.endedAt AS endedAt, l.unmarkedEnd AS unmarkedEnd
         ORDER BY id`,
        { organization },
      )
    const before = await stored()
    await graph.execute(
      `MATCH (l:DatasetLoad {tenantKey: $organization}) REMOVE l.unmarkedEnd
       SET l.endedAt = CASE WHEN l.startedAt = $open THEN null ELSE l.endedAt END`,
      { organization, open: at(-9 * HOUR_MS) },
    )
    expect(await stored()).not.to.deep.equal(before)
    await graph.execute("MATCH (m:Migration {name: '0015-freshness-of-all-loads.cypher'}) DELETE m")
    expect(await migrate(graph)).to.deep.equal(['0015-freshness-of-all-loads.cypher'])
    expect(await stored()).to.deep.equal(before)
    expect({ ...(await read()), ...evaluated }).to.deep.equal(expected)
  })
})
