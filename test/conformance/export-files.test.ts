import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { exportColumns } from '../../schemas/exports/export-columns.ts'
import { exportFormatNames, exportFormats } from '../../schemas/exports/export-formats.ts'
import { type ExportKind, kindsOfExports } from '../../schemas/exports/exports.ts'
import { type ExportsWorld, startExports } from '../support/api/exports.ts'
import { writeChanges } from '../support/exports/change-rows.ts'
import { fillConnectedRows } from '../support/exports/connected-rows.ts'
import { fillGraphRows } from '../support/exports/graph-rows.ts'
import { NOW } from '../support/materials/connected-rows.ts'
import { installFileReaders, requirePython, runWithJson } from './python.ts'

interface Compared {
  rows: number
  types: Record<string, string[]>
  faults: string[]
}

const page = readFileSync(new URL('../../docs/reference/export-files.md', import.meta.url), 'utf8')
/** The types of DuckDB and Arrow that the reference publishes for each type of column. */
const published = new Map(
  [...page.matchAll(/^\| `(\w+)` \|.*\| `([A-Z][^`|]*)` \| `([^`|]+)` \|$/gm)].map(([, type = '', duckdb, arrow]) => [
    type,
    { duckdb, arrow },
  ]),
)

describe('files of exports', function () {
  this.timeout(300_000)
  let python: string
  const folder = mkdtempSync(join(tmpdir(), 'tda-files-'))
  const files: { kind: string; name: string; rows: number | null }[] = []
  let compared: Compared[]

  before(async function () {
    await requirePython(this)
    python = await installFileReaders()
    await save(async (world) => void (await fillGraphRows(world)), {
      ...{ entities: {}, external_references: {}, relationships: {}, bom_yields: {}, bom_yield_changes: {} },
    })
    await save((world) => fillConnectedRows(world), {
      ...{ material_positions: {}, position_exceptions: { status: 'open' }, dataset_freshness: {} },
    })
    await save(({ graph, organization: { key } }) => writeChanges(graph, key, 'busy', 0, 700), { changes: {} })
    await save(async () => {}, Object.fromEntries(kindsWithoutRows.map((kind) => [kind, {}])), '-empty')
    const types = Object.fromEntries([...published].map(([type, { duckdb }]) => [type, duckdb]))
    const given = files.map(({ kind, name }) => ({
      ...Object.fromEntries(exportFormatNames.map((format) => [format, join(folder, `${name}.${format}`)])),
      columns: exportColumns[kind as ExportKind],
    }))
    compared = (await runWithJson<{ exports: Compared[] }>(python, 'compare_files.py', [], { types, exports: given }))
      .exports
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** BOM exports need a snapshot. */
  const kindsWithoutRows = kindsOfExports.filter((kind) => !kind.startsWith('bom_'))

  /** Stores the files of exports in every format, and checks what the API says about each. */
  async function save(fill: (world: ExportsWorld) => Promise<void>, exports: Record<string, object>, suffix = '') {
    const world = await startExports({ now: () => NOW })
    try {
      await fill(world)
      world.api.services.exports.start()
      for (const [kind, parameters] of Object.entries(exports)) {
        const name = kind + suffix
        for (const format of exportFormatNames) {
          const { job, answer, bytes } = await world.exportedAs(format, kind, parameters)
          const [told, disposition = ''] = ['Content-Type', 'Content-Disposition'].map((header) =>
            answer.headers.get(header),
          )
          expect(told).to.equal(exportFormats[format].contentType)
          expect(disposition).to.match(new RegExp(`^attachment; filename="${kind}-.+\\.${format}"$`))
          expect(job).to.include({ byteSize: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
          writeFileSync(join(folder, `${name}.${format}`), bytes)
          if (format === 'csv') files.push({ kind, name, rows: job.rowCount })
          else expect(job.rowCount, `${name} ${format}`).to.equal(files.at(-1)?.rows)
        }
      }
    } finally {
      await world.close()
    }
  }

  it('are the same in every format, cell by cell, for DuckDB, pandas, and polars', () => {
    expect(files.map(({ name }) => name)).to.include.members(kindsOfExports)
    for (const [at, { name, rows }] of files.entries()) {
      expect(compared[at]?.faults, name).to.deep.equal([])
      expect(compared[at]?.rows, name).to.equal(rows)
      expect((rows ?? 0) > 0, name).to.equal(!name.endsWith('-empty'))
    }
  })

  it('have the types that the reference publishes, also without rows', () => {
    expect([...published.keys()]).to.have.members(['text', 'decimal', 'integer', 'boolean', 'time'])
    for (const [at, { kind, name }] of files.entries()) {
      const columns = exportColumns[kind as ExportKind]
      const { types = {} } = compared[at] ?? {}
      const told = (reader: 'duckdb' | 'arrow') => columns.map(({ type }) => published.get(type)?.[reader])
      expect(types['duckdb parquet'], name).to.deep.equal(told('duckdb'))
      expect(types['duckdb jsonl'], name).to.deep.equal(told('duckdb'))
      expect(types.arrow, name).to.deep.equal(told('arrow'))
    }
  })
})
