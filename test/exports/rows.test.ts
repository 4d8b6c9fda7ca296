import { createHash } from 'node:crypto'
import { expect } from 'chai'
import type { BomYieldChange } from '../../schemas/bom/yields.ts'
import { ExportKind, exportKinds } from '../../schemas/exports/exports.ts'
import type { Entity, Relationship } from '../../schemas/graph/entities.ts'
import { entityTypes } from '../../schemas/graph/entity-types.ts'
import { type ExportsWorld, startExports } from '../support/api/exports.ts'
import { hostileTexts, shownInFile } from '../support/api/hostile.ts'
import { parseCsv } from '../support/api/parse-csv.ts'
import { decimalOf, difference, rational, ratioOf, times } from '../support/bom/bom-ratios.ts'
import { fillGraphRows } from '../support/exports/graph-rows.ts'

type Json = Record<string, unknown>

/** The fields of a row by name, empty when there is no row. */
const fieldsOf = (row: object | null): Json => ({ ...row })
const camel = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

describe('an export has the rows of the list', () => {
  let world: ExportsWorld
  let snapshots: [string, string, string]
  before(async () => {
    world = await startExports()
    snapshots = await fillGraphRows(world)
    world.api.services.exports.start()
  })
  after(() => world.close())

  /** Reads all pages of a list. */
  async function paged<Row>(path: string, limit = 37): Promise<{ rows: Row[]; meta: Json }> {
    const rows: Row[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const answer = await world.get(path + query)
      const page = (await answer.json()) as { data: Row[]; links: { next: string | null }; meta: Json }
      expect(answer.status, JSON.stringify(page)).to.equal(200)
      rows.push(...page.data)
      cursor = page.links.next
      if (cursor === null) return { rows, meta: page.meta }
    }
    throw new Error('A list has no end')
  }

  /** Exports a kind, and compares each row of the file with the fields that `show` returns for its columns. */
  async function holds<Row>(
    kind: string,
    parameters: object,
    rows: Row[],
    show: (row: Row, column: string) => unknown,
  ) {
    const { job, text } = await world.exported(kind, parameters)
    const [header, ...records] = parseCsv(text)
    expect(header).to.deep.equal(job.columns)
    expect(records).to.deep.equal(rows.map((row) => job.columns.map((column) => shownInFile(show(row, column)))))
    expect(job).to.include({ rowCount: rows.length, byteSize: Buffer.byteLength(text) })
    expect(job.sha256).to.equal(createHash('sha256').update(text).digest('hex'))
    expect(rows.length, kind).to.be.above(0)
  }

  const entityField = (entity: Entity, column: string) => {
    const attributes = fieldsOf(entity.attributes)
    if (column === 'natural_key') return attributes[entityTypes[entity.type].naturalKey]
    return fieldsOf(entity)[camel(column)] ?? attributes[camel(column)]
  }

  it('for entities of all types, of one type, and of a search', async () => {
    for (const [parameters, query] of [
      [{}, ''],
      [{ type: 'material' }, '?type=material'],
      [{ q: 'poplin', type: 'material' }, '?q=poplin&type=material'],
    ] as const) {
      const { rows } = await paged<Entity>(`/v1/entities${query}`)
      await holds('entities', parameters, rows, entityField)
    }
  })

  it('for external references', async () => {
    const { rows } = await paged<Entity>('/v1/entities')
    const references = rows.flatMap(({ id, type, externalReferences }) =>
      externalReferences.map((reference): Json => ({ ...reference, entityId: id, type })),
    )
    await holds('external_references', {}, references, (reference, column) => reference[camel(column)])
  })

  const linkField = (link: Relationship, column: string) => {
    if (column.startsWith('from_') || column.startsWith('to_')) {
      const [end = '', name = ''] = column.split('_')
      return fieldsOf(end === 'from' ? link.from : link.to)[name]
    }
    const price = fieldsOf(fieldsOf(link.properties).price as object | null)
    if (column.startsWith('price_')) return price[column.slice('price_'.length)]
    return fieldsOf(link)[camel(column)] ?? fieldsOf(link.properties)[camel(column)]
  }

  it('for the relationships of one entity, filtered by direction and by types', async () => {
    const hub = (await paged<Entity>('/v1/entities?type=supplier')).rows.find(({ label }) => label.endsWith('(V-1)'))
    for (const [parameters, query] of [
      [{}, ''],
      [{ direction: 'incoming' }, '?direction=incoming'],
      [{ relationshipType: ['SUPPLIED_BY', 'OWNED_BY'] }, '?relationshipType=SUPPLIED_BY&relationshipType=OWNED_BY'],
    ] as const) {
      const { rows } = await paged<Relationship>(`/v1/entities/${hub?.id}/relationships${query}`)
      await holds('relationships', { entityId: hub?.id.toUpperCase(), ...parameters }, rows, linkField)
    }
  })

  it('for all relationships, each once, including those of unpublished entities and of publications', async () => {
    const { rows: entities } = await paged<Entity>('/v1/entities', 1000)
    const links = new Map<string, Relationship>()
    for (const { id } of entities) {
      const { rows } = await paged<Relationship>(`/v1/entities/${id}/relationships`, 500)
      for (const link of rows) links.set(link.id, link)
    }
    const keyOf = (link: Relationship) => `${link.from.id} ${link.type}/${link.id}`
    const inOrder = [...links.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    expect(inOrder.some(({ from }) => !from.listed)).to.equal(true)
    const types = new Set(inOrder.map(({ type }) => type))
    expect([...types]).to.include.members(['PUBLISHES_BOM_FOR', 'USES_MATERIAL', 'SUPERSEDES'])
    await holds('relationships', {}, inOrder, linkField)
    const some = ['PUBLISHES_BOM_FOR', 'SUPPLIED_BY']
    const ofSome = inOrder.filter(({ type }) => some.includes(type))
    await holds('relationships', { relationshipType: [...some, ...some] }, ofSome, linkField)
  })

  it('for the yields of a snapshot, by default the latest one', async () => {
    for (const [parameters, snapshotId] of [
      [{}, snapshots[2]],
      [{ snapshotId: snapshots[0] }, snapshots[0]],
    ] as const) {
      const { rows } = await paged<Json>(`/v1/bom/yields?snapshotId=${snapshotId}`)
      await holds('bom_yields', parameters, rows, (row, column) => row[camel(column)])
    }
  })

  const changeField = (meta: Json) => (change: BomYieldChange, column: string) => {
    const side = /^(.+)_(before|after)$/.exec(column)
    if (side) {
      const [, name = '', which = ''] = side
      return fieldsOf(which === 'before' ? change.before : change.after)[camel(name)]
    }
    const snapshot = /^(from|to)_snapshot_id$/.exec(column)
    if (snapshot) return (meta[`${snapshot[1]}Snapshot`] as Json).snapshotId
    if (column === 'changed_fields') return change.changedFields.join(' ')
    const fromZero = /^delta_(.+)_from_zero$/.exec(column)?.[1]
    if (fromZero) return changeFromZero(change, camel(fromZero))
    if (column === 'gross_percent') return change.delta?.grossPercent
    if (column.startsWith('delta_')) return fieldsOf(change.delta)[camel(column.slice(6))]
    return fieldsOf(change)[camel(column)]
  }

  it('for the changes between two snapshots, with every filter', async () => {
    const types = new Set<string>()
    for (const parameters of [
      {},
      { from: '2027-03-01', to: '2027-03-02' },
      { fromSnapshotId: snapshots[0], includeUnchanged: true },
      { changeType: 'changed' },
      { fromSnapshotId: snapshots[0], style: 'QM-1' },
      { fromSnapshotId: snapshots[0], supplier: hostileTexts[0], includeUnchanged: true },
    ] as Record<string, string>[]) {
      const query = new URLSearchParams(parameters)
      const { rows, meta } = await paged<BomYieldChange>(`/v1/bom/yield-changes?${query}`)
      await holds('bom_yield_changes', parameters, rows, changeField(meta))
      for (const { changeType } of rows) types.add(changeType)
    }
    expect([...types].sort()).to.deep.equal(['added', 'changed', 'removed', 'unchanged'])
  })

  it('after a byte order mark on request, which counts in size and checksum but not as a row', async () => {
    for (const kind of ExportKind.options.filter((one) => exportKinds[one].scope !== 'materials:read')) {
      const plain = await world.exported(kind)
      const { exportId, parameters } = await world.create(kind, { byteOrderMark: true })
      expect(parameters).to.include({ byteOrderMark: true })
      const job = await world.untilEnded(exportId)
      const bytes = Buffer.from(await (await world.get(`/v1/exports/${exportId}/download`)).arrayBuffer())
      expect(bytes.toString()).to.equal(`\uFEFF${plain.text}`)
      expect(job).to.include({ rowCount: plain.job.rowCount, byteSize: (plain.job.byteSize ?? 0) + 3 })
      expect(job.sha256).to.equal(createHash('sha256').update(bytes).digest('hex'))
      expect(job.columns).to.deep.equal(plain.job.columns)
    }
    const without = await world.exported('entities', { byteOrderMark: false })
    expect(without.job.byteSize).to.equal(Buffer.byteLength(without.text))
  })
})

/** The change per garment. The missing side of an added or removed row counts as 0. */
function changeFromZero({ before, after, delta }: BomYieldChange, name: string): unknown {
  const row = before ?? after
  if ((before && after) || !row) return fieldsOf(delta)[name]
  if (name === 'uom') return row.uom
  const amount = ratioOf(name === 'netYield' ? row.netYield : row.grossYield)
  const perGarment = times(amount, rational(1n, BigInt(row.yieldPerUnits)))
  return decimalOf(before ? difference(perGarment, rational(0n)) : perGarment)
}
