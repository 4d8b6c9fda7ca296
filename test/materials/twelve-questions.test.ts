import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { bomEvents } from '../../demo/bom/bom-events.ts'
import { publicationAt } from '../../demo/bom/publication.ts'
import { faultsOf } from '../../demo/connected/faults/injections.ts'
import { oddDatasets } from '../../demo/connected/loads.ts'
import { planOf } from '../../demo/connected/plan.ts'
import { facilityId } from '../../demo/connected/systems/factory.ts'
import { itemNumber } from '../../demo/connected/systems/position-record.ts'
import type { BomSnapshot, BomYield, BomYieldChange } from '../../schemas/bom/yields.ts'
import type { ExportJob } from '../../schemas/exports/exports.ts'
import type { Freshness } from '../../schemas/materials/datasets.ts'
import type { PositionException } from '../../schemas/materials/exceptions.ts'
import type { MaterialFactoryPosition, PositionComparison } from '../../schemas/materials/positions.ts'
import { parseCsv } from '../support/api/parse-csv.ts'
import { expectedChanges, oracleRows } from '../support/bom/bom-oracle.ts'
import {
  entityIdOf,
  exceptionLinesOf,
  linesOf,
  materialNumber,
  positionsOf,
  suppliersOf,
  yieldChangesByMcp,
} from '../support/docs/demo-questions.ts'
import { type DemoWorld, openDemoWorld } from '../support/docs/demo-world.ts'
import { verdictOn } from '../support/materials/connected-amounts.ts'
import { until } from '../support/until.ts'

type Entity = { id: string; attributes: { tier?: number; lifecycleState?: string } }
type Inspected = { raw: unknown; openExceptions: { exceptionId: string; code: string }[] }
type Link = { to: { id: string }; from: { id: string } }

/** Twelve questions that people ask about this data, each answered by requests to the API with the demo brand. */
describe('the demo answers', function () {
  this.timeout(900_000)
  let world: DemoWorld
  let snapshots: BomSnapshot[]
  before(async () => {
    world = await openDemoWorld()
    snapshots = (await world.all<BomSnapshot>('/v1/bom/snapshots')).reverse()
  })
  after(() => world.close())

  const newest = () => world.boms.at(-1) ?? []
  const dayOf = (number: number) => new Date(publicationAt(world.brand, number).completedAt).toISOString().slice(0, 10)
  const changesOf = (query: string) => world.all<BomYieldChange>(`/v1/bom/yield-changes?${query}`)

  it('1: which lines use more than on the day of an earlier publication', async () => {
    const found = await changesOf(`from=${dayOf(1)}&changeType=changed`)
    const isMore = ({ yieldDirection }: BomYieldChange) => yieldDirection === 'increased'
    expect(linesOf(found.filter(isMore))).to.deep.equal(linesOf(world.changes.filter(isMore)))
  })

  it('2: what moved in a style between two snapshots', async () => {
    const style = world.changes.map(({ before, after }) => (before ?? after)?.style)[0] ?? ''
    const pair = `fromSnapshotId=${snapshots[0]?.snapshotId}&toSnapshotId=${snapshots.at(-1)?.snapshotId}`
    const expected = world.changes.filter(({ before, after }) => [before?.style, after?.style].includes(style))
    expect(linesOf(await changesOf(`${pair}&style=${style}`))).to.deep.equal(linesOf(expected))
  })

  it('3: what a SKU consumes today, gross, in the base unit', async () => {
    const { shown } = oracleRows(world.organization, newest()).find(({ shown }) => shown.uom === 'MTR') ?? {}
    const found = await changesOf(`sku=${shown?.sku}&includeUnchanged=true`)
    const amountsOf = (rows: readonly ({ lineNumber: number; grossYieldBase: string | null } | null)[]) =>
      rows.flatMap((row) => (row ? [`${row.lineNumber} ${row.grossYieldBase}`] : [])).sort()
    const rows = oracleRows(world.organization, newest()).filter((row) => row.shown.sku === shown?.sku)
    expect(amountsOf(found.map(({ after }) => after))).to.deep.equal(amountsOf(rows.map((row) => row.shown)))
  })

  it('4: where an article went that the mill replaced', async () => {
    const replaced = world.changes.find(({ changedFields, before }) => changedFields.includes('mpn') && before?.mpn)
    const mpn = replaced?.before?.mpn ?? ''
    const expected = world.changes.filter(({ before, after }) => [before?.mpn, after?.mpn].includes(mpn))
    expect(linesOf(await changesOf(`from=${dayOf(1)}&mpn=${mpn}`))).to.deep.equal(linesOf(expected))
  })

  it('5: which styles use a material, and who supplies it', async () => {
    const { brand } = world
    const { material = 0 } = planOf(brand).pairs.findLast((pair) => pair.required !== null) ?? {}
    const [entity] = await world.all<Entity>(`/v1/entities?type=material&q=${materialNumber(material)}`)
    const linked = (type: string, direction: string) =>
      world.all<Link>(`/v1/entities/${entity?.id}/relationships?relationshipType=${type}&direction=${direction}`)
    const users = newest().filter(({ lines }) => lines.some((line) => line.material.record === `M-${material + 1}`))
    const styles = new Set((await linked('USES_MATERIAL', 'incoming')).map(({ from }) => from.id))
    expect([...styles].sort()).to.deep.equal(users.map(({ record }) => entityIdOf(world, record, 'style')).sort())
    const suppliers = (await linked('SUPPLIED_BY', 'outgoing')).map(({ to }) => to.id)
    expect(suppliers.sort()).to.deep.equal(suppliersOf(world, material))
  })

  it('6: which mills of tier 2 stand behind a style', async () => {
    const [style] = newest()
    const linked = (id: string, type: string) =>
      world.all<Link>(`/v1/entities/${id}/relationships?relationshipType=${type}&direction=outgoing`)
    const used = await linked(entityIdOf(world, style?.record ?? '', 'style'), 'USES_MATERIAL')
    const found = new Set<string>()
    for (const material of new Set(used.map(({ to }) => to.id))) {
      for (const { to } of await linked(material, 'SUPPLIED_BY')) found.add(to.id)
    }
    const tiers = await Promise.all([...found].map((id) => world.get<{ data: Entity }>(`/v1/entities/${id}`)))
    const mills = tiers.flatMap(({ data }) => (data.attributes.tier === 2 ? [data.id] : []))
    const materials = new Set(style?.lines.map(({ material }) => Number(material.record.slice(2)) - 1))
    const second = world.events.flatMap(({ value }) => {
      const { tier } = value.data as { tier?: number }
      return value.type.includes('.supplier.') && tier === 2 ? [entityIdOf(world, value.subject, 'supplier')] : []
    })
    const expected = new Set(
      [...materials].flatMap((material) => suppliersOf(world, material)).filter((id) => second.includes(id)),
    )
    expect(expected.size).to.be.above(1)
    expect(mills.sort()).to.deep.equal([...expected].sort())
  })

  it('7: how much of a material lies at a factory, who says so, and how old that is', async () => {
    const plan = planOf(world.brand)
    const pair = plan.pairs.find(
      (one) => !faultsOf(plan).has(one) && positionsOf(world, one.material, one.factory).length === 3,
    )
    const { material = 0, factory = 0 } = pair ?? {}
    const query = `material=${materialNumber(material)}&factory=${facilityId(factory)}`
    const found = await world.all<MaterialFactoryPosition>(`/v1/material-factory-position?${query}`)
    const shown = found.map(({ system, onHand, uom, asOf, freshness }) => [system, onHand, uom, asOf, freshness.status])
    const expected = positionsOf(world, material, factory).map(({ system, data: { onHand, uom, asOf } }) => {
      return [system, onHand, uom, asOf, system === 'factory_portal' ? 'stale' : 'fresh']
    })
    expect(shown.sort()).to.deep.equal(expected.sort())
  })

  it('8: whether the ERP and the factories agree within 1 % on 40 pairs', async () => {
    const plan = planOf(world.brand)
    const odd = [...faultsOf(plan)].flatMap(([pair, { code }]) =>
      ['QUANTITY_MISMATCH', 'MISSING_IN_ERP', 'UOM_INCOMPATIBLE', 'UOM_MISMATCH'].includes(code) ? [pair] : [],
    )
    const asked = [...new Set([...odd, ...plan.pairs])].slice(0, 40)
    const pairs = asked.map(({ material, factory }) => ({
      material: materialNumber(material),
      factory: facilityId(factory),
    }))
    const body = { pairs, systems: ['erp', 'factory_portal'], tolerance: { percent: '1' } }
    const { data } = await world.post<{ data: PositionComparison[] }>('/v1/material-position-comparisons', body)
    const expected = asked.map(({ material, factory }) =>
      verdictOn(positionsOf(world, material, factory).flatMap(({ system, data }) => (system === 'wms' ? [] : [data]))),
    )
    expect(data.map(({ verdict }) => verdict)).to.deep.equal(expected)
    expect(expected).to.include.members(['mismatch', 'missing', 'within_tolerance'])
  })

  it('9: which feeds are late, and which of the exceptions can be trusted', async () => {
    const freshness = await world.all<Freshness>('/v1/freshness')
    const late = freshness
      .filter(({ status }) => status !== 'fresh')
      .map(({ datasetId, status }) => [datasetId, status])
    expect(late).to.deep.equal([
      [oddDatasets.stale, 'stale'],
      [oddDatasets.unknown, 'unknown'],
    ])
    const reasons = freshness.flatMap(({ datasetId, reason }) => (reason === null ? [] : [`${datasetId} ${reason}`]))
    const odd = { [oddDatasets.skewed]: 'clock_skew', [oddDatasets.failing]: 'last_load_failed' }
    const named = Object.entries({ ...odd, [oddDatasets.unknown]: 'never_loaded' }).map((entry) => entry.join(' '))
    expect(reasons.sort()).to.deep.equal(named.sort())
    const open = await world.all<PositionException>('/v1/material-position-exceptions')
    const ofClock = open.filter(({ code }) => ['STALE_SOURCE', 'UNKNOWN_FRESHNESS'].includes(code))
    expect(ofClock.map(({ code, datasetIds }) => [code, datasetIds])).to.deep.equal([
      ['STALE_SOURCE', [oddDatasets.stale]],
    ])
    const found = open.filter((one) => !ofClock.includes(one))
    expect(found.map(({ code, severity, staleInput }) => `${code} ${severity} ${staleInput}`).sort()).to.deep.equal(
      exceptionLinesOf(world),
    )
    expect(found.some(({ staleInput }) => staleInput)).to.equal(true)
  })

  it('10: why a material is missing in the ERP, with the record as ingested', async () => {
    const plan = planOf(world.brand)
    const [pair] = [...faultsOf(plan)].flatMap(([one, { code }]) => (code === 'MISSING_IN_ERP' ? [one] : []))
    const { material = 0, factory = 0 } = pair ?? {}
    const query = `code=MISSING_IN_ERP&material=${materialNumber(material)}&factory=${facilityId(factory)}`
    const [exception, ...others] = await world.all<PositionException>(`/v1/material-position-exceptions?${query}`)
    expect(others).to.deep.equal([])
    const path = `/v1/connected-records/material/${materialNumber(material)}`
    const { data: record } = await world.get<{ data: { sourceRecords: { system: string; recordId: string }[] } }>(path)
    const own = record.sourceRecords.find(
      ({ system, recordId }) => system === 'erp' && recordId === itemNumber(material),
    )
    expect(own).not.to.equal(undefined)
    const inspect = `/v1/sources/inspect?system=erp&recordType=item_master&recordId=${own?.recordId}`
    const { data: source } = await world.get<{ data: { records: Inspected[] } }>(inspect)
    const [ingested] = source.records
    const raw = ingested?.raw as Record<string, unknown>
    expect(raw.ITEM_NO).to.equal(itemNumber(material))
    expect(raw.BLOCKED_SITES).to.include(facilityId(factory))
    expect(ingested?.openExceptions).to.deep.include({ exceptionId: exception?.exceptionId, code: 'MISSING_IN_ERP' })
    expect(JSON.stringify(source)).not.to.match(/not-a-real|example\.invalid|\+00 000|Example"/)
  })

  it('11: the full yields of last night for the warehouse, whole and unharmed', async () => {
    world.api.services.exports.start()
    const { data: created } = await world.post<{ data: ExportJob }>('/v1/exports', { kind: 'bom_yields' })
    const path = `/v1/exports/${created.exportId}`
    const job = await until('the export is completed', async () => {
      const { data } = await world.get<{ data: ExportJob }>(path)
      return data.status === 'completed' && data
    })
    const text = await world.download(`${path}/download`)
    expect(createHash('sha256').update(text).digest('hex')).to.equal(job.sha256)
    const [header = [], ...records] = parseCsv(text)
    const column = (name: string) => header.indexOf(name)
    const places = ['sku', 'line_number', 'gross_yield_base', 'snapshot_id'].map(column)
    const found = records.map((record) => places.map((place) => record[place]).join())
    const expected = oracleRows(world.organization, newest()).map(({ shown }) =>
      [shown.sku, shown.lineNumber, shown.grossYieldBase ?? '', snapshots.at(-1)?.snapshotId].join(),
    )
    expect(found.sort()).to.deep.equal(expected.sort())
    expect(job.rowCount).to.equal(expected.length)
  })

  it('12: what the BOM said on a day, whether it was touched, and what changed since', async () => {
    const number = 2
    const day = dayOf(number)
    const snapshot = snapshots.findLast(({ completedAt }) => completedAt.slice(0, 10) <= day)
    const rows = await world.all<BomYield>(`/v1/bom/yields?snapshotId=${snapshot?.snapshotId}`)
    const before = world.boms[number - 1] ?? []
    const expected = oracleRows(world.organization, before).map(
      ({ shown }) => `${shown.skuId} ${shown.lineNumber} ${shown.grossYield}`,
    )
    expect(rows.map((row) => `${row.skuId} ${row.lineNumber} ${row.grossYield}`).sort()).to.deep.equal(expected.sort())
    const sent = [...bomEvents(world.options)].map(({ value }) => value)
    const hashes = sent.flatMap(({ type, data }) => {
      const { snapshotId, contentHash } = data as { snapshotId: string; contentHash?: string }
      return type.includes('completed') && snapshotId === snapshot?.snapshotId ? [contentHash] : []
    })
    expect(hashes).to.deep.equal([snapshot?.contentHash])
    const changes = expectedChanges(world.organization, before, newest()).filter(
      ({ changeType }) => changeType !== 'unchanged',
    )
    const bearer = await world.token('mcp')
    const found: BomYieldChange[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await yieldChangesByMcp(world, bearer, { from: day, ...(cursor ? { cursor } : {}) })
      found.push(...page.data)
      cursor = page.links.next
    }
    expect(linesOf(found)).to.deep.equal(linesOf(changes))
  })
})
