import { expect } from 'chai'
import type { Freshness } from '../../schemas/materials/datasets.ts'
import type { PositionException } from '../../schemas/materials/exceptions.ts'
import type { MaterialFactoryPosition } from '../../schemas/materials/positions.ts'
import { type ExportsWorld, exportScopes, startExports } from '../support/api/exports.ts'
import { shownInFile } from '../support/api/hostile.ts'
import { parseCsv } from '../support/api/parse-csv.ts'
import { fillConnectedRows, materials, NOBODYS } from '../support/exports/connected-rows.ts'
import { factoryIdOf, materialIdOf } from '../support/materials/connected.ts'
import { NOW } from '../support/materials/connected-rows.ts'

const camel = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

describe('an export of connected data has the rows of the list', () => {
  let world: ExportsWorld
  let token: string
  before(async () => {
    world = await startExports({ now: () => NOW })
    const scopes = [...exportScopes, 'materials:read' as const]
    token = (await world.organization.issue({ scopes, quota: 100_000 })).text
    await fillConnectedRows(world)
    world.api.services.exports.start()
  })
  after(() => world.close())

  const idOf = (material: string) => materialIdOf(world.organization.key, material)
  const factoryOf = (factory: string) => factoryIdOf(world.organization.key, factory)

  async function paged<Row>(path: string, inputs: Record<string, string>): Promise<Row[]> {
    const rows: Row[] = []
    for (let cursor: Record<string, string> | null = {}; cursor !== null; ) {
      const query = new URLSearchParams({ ...inputs, limit: '7', ...cursor })
      const answer = await world.get(`${path}?${query}`, token)
      const page = (await answer.json()) as { data: Row[]; links: { next: string | null } }
      expect(answer.status, JSON.stringify(page)).to.equal(200)
      rows.push(...page.data)
      cursor = page.links.next === null ? null : { cursor: page.links.next }
    }
    return rows
  }

  async function holds<Row>(
    kind: string,
    parameters: Record<string, string>,
    rows: Row[],
    show: (row: Row, column: string) => unknown,
  ) {
    const { job, text } = await world.exported(kind, parameters)
    const [header, ...records] = parseCsv(text)
    expect(header).to.deep.equal(job.columns)
    expect(records).to.deep.equal(rows.map((row) => job.columns.map((column) => shownInFile(show(row, column)))))
    expect(rows.length, `${kind} ${JSON.stringify(parameters)}`).to.be.above(0)
  }

  const field = (row: object, column: string) => (row as Record<string, unknown>)[camel(column)]
  const end = (row: { material: { code: string } | null; factory: { code: string } | null }, column: string) =>
    column === 'material' || column === 'factory' ? (row[column]?.code ?? null) : undefined

  const positionField = (row: MaterialFactoryPosition, column: string) =>
    column === 'freshness_status' ? row.freshness.status : (end(row, column) ?? field(row, column))

  it('for the positions of a material with every filter, and for all positions', async () => {
    const path = '/v1/material-factory-position'
    const all: MaterialFactoryPosition[] = []
    for (const material of materials.map(idOf)) {
      for (const filters of [{}, { factory: factoryOf('F-1') }, { system: 'wms' }] as Record<string, string>[]) {
        const rows = await paged<MaterialFactoryPosition>(path, { material, ...filters })
        await holds('material_positions', { material, ...filters }, rows, positionField)
        if (Object.keys(filters).length === 0) all.push(...rows)
      }
    }
    const byId = all.sort((a, b) => (a.positionId < b.positionId ? -1 : 1))
    await holds('material_positions', {}, byId, positionField)
    const ofWms = byId.filter(({ system }) => system === 'wms')
    await holds('material_positions', { system: 'wms' }, ofWms, positionField)
    const factory = factoryOf('F-1')
    const atOne = await paged<MaterialFactoryPosition>(path, { factory })
    expect(atOne.map(({ material }) => material.code)).to.include.members([NOBODYS, 'M-0'])
    await holds('material_positions', { factory }, atOne, positionField)
  })

  it('for exceptions, with every filter', async () => {
    for (const filters of [
      {},
      { severity: 'low' },
      { code: 'SHORTAGE' },
      { code: 'STALE_SOURCE' },
      { status: 'resolved' },
      { material: idOf('M-1'), factory: factoryOf('F-0') },
    ] as Record<string, string>[]) {
      const rows = await paged<PositionException>('/v1/material-position-exceptions', filters)
      await holds('position_exceptions', filters, rows, (row, column) => {
        if (column === 'material' || column === 'factory') return end(row, column)
        return field(row, column)
      })
    }
  })

  it('for the freshness of datasets', async () => {
    for (const filters of [{}, { status: 'stale' }, { datasetId: 'erp.material_stock' }] as Record<string, string>[]) {
      const rows = await paged<Freshness>('/v1/freshness', filters)
      await holds('dataset_freshness', filters, rows, field)
    }
  })

  it('and creating an export of an unknown material, factory, or dataset fails', async () => {
    for (const [kind, parameters, status] of [
      ['material_positions', { material: 'M-none' }, 404],
      ['position_exceptions', { factory: 'F-none' }, 404],
      ['dataset_freshness', { datasetId: 'erp.none' }, 404],
      ['dataset_freshness', { material: 'M-1' }, 400],
    ] as const) {
      expect((await world.post({ kind, parameters }, token)).status, kind).to.equal(status)
    }
  })
})
