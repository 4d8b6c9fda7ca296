import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { messyMappings, messyTables } from '../support/events/messy-tables.ts'
import { issuerOf } from '../support/organization.ts'
import { recordsOf } from '../support/processes/kafka.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { documents, spawnTda, tda } from '../support/processes/tda.ts'

type Row = Record<string, string>

/** Reads a table without the code under test: cells by the header, trimmed. */
function rowsOf(table: string): Row[] {
  const [header = [], ...rows] = table
    .split('\r\n')
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)].map(([, cell = '']) =>
        (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).replaceAll('\u00a0', ' ').trim(),
      ),
    )
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])))
}

/** An exact fraction of powers of ten. */
interface Scaled {
  digits: bigint
  decimals: number
}

function scaled(german: string): Scaled {
  const [whole = '', fraction = ''] = german.replaceAll('.', '').split(',')
  return { digits: BigInt(whole + fraction), decimals: fraction.length }
}

const times = (a: Scaled, b: Scaled): Scaled => ({ digits: a.digits * b.digits, decimals: a.decimals + b.decimals })

function textOf({ digits, decimals }: Scaled): string {
  const text = digits.toString().padStart(decimals + 1, '0')
  const [whole, fraction] = [text.slice(0, text.length - decimals), text.slice(text.length - decimals)]
  const kept = fraction.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

const centimeters: Record<string, Scaled> = {
  cm: { digits: 1n, decimals: 0 },
  m: { digits: 100n, decimals: 0 },
  '"': { digits: 254n, decimals: 2 },
}

/** The attributes of a material that its row describes. */
function materialOf(row: Row) {
  const [, width = '', unit = ''] = /^([\d,]+) ?(cm|m|")$/.exec(row.Breite ?? '') ?? []
  return {
    materialNumber: row.Nummer?.toUpperCase(),
    name: row.Bezeichnung,
    lifecycleState: { 10: 'development', 20: 'approved', 30: 'discontinued' }[Number(row.Status)],
    baseUom: new Map([
      ['m', 'MTR'],
      ['ST', 'EA'],
      ['kg', 'KGM'],
    ]).get(row.ME ?? ''),
    widthCm: width === '' ? null : textOf(times(scaled(width), centimeters[unit] ?? { digits: 0n, decimals: 0 })),
    weightGsm: row.Gewicht === '-' ? null : textOf(scaled(row.Gewicht ?? '')),
    composition: row.Fasern?.split(' / ').map((part) => {
      const [percent = '', fibre] = part.split(/ ?% /)
      return { fibre, percent: textOf(scaled(percent)) }
    }),
    // In July and the other months of the tables, Berlin is one or two hours ahead of UTC.
    updatedAt: midnightInBerlin(row.Geändert ?? ''),
  }
}

/** The start of a German day in UTC: in 2026, summer time is from March 29 to October 25. */
function midnightInBerlin(date: string): string {
  const [day = '', month = '', year = ''] = date.split('.')
  const iso = `${year}-${month}-${day}`
  const hours = iso > '2026-03-29' && iso <= '2026-10-25' ? 2 : 1
  return new Date(Date.parse(`${iso}T00:00:00Z`) - hours * 3_600_000).toISOString()
}

describe('tda import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-import-'))
  const tables = messyTables()
  let installation: Installation
  let api: TestApi
  let token: string
  let variables: Record<string, string>

  const tableFile = { materials: 'materials', styles: 'products', skus: 'products', bom: 'bom' } as const
  type Name = keyof typeof tableFile

  before(async () => {
    installation = await openInstallation()
    const { graph, organization, settings } = installation
    variables = { ...settings, AUDIT_SPOOL: mkdtempSync(join(tmpdir(), 'tda-audit-')) }
    await installation.startHere()
    api = await startApi({ operations })
    const issued = await issuerOf(graph, organization)({ scopes: ['graph:read', 'bom:read'], quota: 1_000_000 })
    token = issued.text
    for (const [name, mapping] of Object.entries(messyMappings(organization)))
      writeFileSync(join(folder, `${name}.yaml`), mapping)
  })
  after(async () => {
    await api.close()
    await installation.close()
  })

  function write(name: keyof typeof tables, table: string = tables[name]): string {
    const file = join(folder, `${name}.csv`)
    // The letters of these tables have the same bytes in windows-1252.
    writeFileSync(file, Buffer.from(table, 'latin1'))
    return file
  }

  async function run(name: Name, flags: string[] = [], table?: string) {
    const file = write(tableFile[name], table)
    const ran = await tda(variables, ['--json', 'import', '--mapping', join(folder, `${name}.yaml`), ...flags, file])
    const found = documents(ran)
    const counts = found.find((one) => 'created' in one)
    return {
      ...ran,
      counts,
      faults: found.flatMap(({ fault }) => fault ?? []),
      notes: found.flatMap(({ note }) => note ?? []),
    }
  }

  /** The end offsets of all partitions, which change when anything is sent. */
  const logEnd = async () => {
    const { records, bom } = installation.topics
    const ends = await installation.connection.endOffsets([records.name, bom.name])
    return ends.map(({ topic, partition, high }) => `${topic}/${partition}:${high}`).sort()
  }

  async function all(path: string): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const response = await api.get(`${path}${next}`, token)
      const page = (await response.json()) as { data: Record<string, unknown>[]; links: { next: string | null } }
      expect(response.status, JSON.stringify(page)).to.equal(200)
      rows.push(...page.data)
      cursor = page.links.next
    }
    return rows
  }

  const attributesOf = (rows: Record<string, unknown>[]) =>
    rows.map(({ attributes, lifecycleState, updatedAt }) => ({ ...(attributes as object), lifecycleState, updatedAt }))

  it('reports what a spreadsheet has damaged, and sends nothing', async () => {
    const before = await logEnd()
    const lines = tables.products.split('\r\n')
    lines[7] = lines[7]?.replace(/\d{13}$/, '8,59E+12') ?? ''
    const { code, faults, stderr } = await run('skus', [], lines.join('\r\n'))
    expect(code).to.equal(1)
    expect(faults).to.have.length(1)
    expect(faults[0]).to.include({ line: 8, column: 'EAN', value: '8,59E+12', field: 'gtin' })
    expect(stderr).to.contain('tda: The file has 1 fault, so nothing was sent.')
    expect(await logEnd()).to.deep.equal(before)
  })

  it('brings messy tables into the graph, each value as in the table', async () => {
    const counts: Record<string, unknown> = {}
    for (const name of ['materials', 'styles', 'skus', 'bom'] as const) {
      const ran = await run(name)
      expect(ran.code, ran.stderr).to.equal(0)
      counts[name] = ran.counts
    }
    const none = { changed: 0, deleted: 0, unchanged: 0, faults: 0 }
    expect(counts).to.deep.equal({
      materials: { ...none, rows: 123, created: 120 },
      styles: { ...none, rows: 400, created: 40 },
      skus: { ...none, rows: 400, created: 400 },
      bom: { ...none, rows: 1602, created: 1602 },
    })
    await installation.caughtUp()
    expect(await installation.deadReasons()).to.deep.equal([])

    const materials = attributesOf(await all('/v1/entities?type=material&limit=200'))
    const expected = new Map(rowsOf(tables.materials).map((row) => [row.Nummer?.toUpperCase(), materialOf(row)]))
    expect(materials).to.have.length(120)
    for (const found of materials) {
      const own = expected.get(String((found as Row).materialNumber))
      expect(own).to.be.an('object')
      expect(found).to.deep.include(own as object)
    }

    const products = rowsOf(tables.products)
    const styles = attributesOf(await all('/v1/entities?type=style&limit=200'))
    const costs = new Map(
      products.map((row) => [row.Artikel?.toUpperCase(), textOf(scaled(row.Zielkosten?.slice(0, -4) ?? ''))]),
    )
    expect(styles).to.have.length(40)
    for (const found of styles as unknown as { styleNumber: string; name: string; targetCost: object }[]) {
      expect(found.targetCost).to.deep.equal({ amount: costs.get(found.styleNumber), currency: 'EUR' })
      expect(found.name).to.equal(`Hemd Größe ${Number(found.styleNumber.slice(-4))}`)
    }
    const skus = attributesOf(await all('/v1/entities?type=sku&limit=200')) as unknown as Row[]
    const shown = (row: Row) => [row.skuCode, row.styleNumber, row.colorwayCode, row.sizeCode, row.gtin].join('|')
    const wanted = products.map((row) =>
      [row.SKU, row.Artikel?.toUpperCase(), row.Farbe?.toUpperCase(), row.Größe, row.EAN].join('|'),
    )
    expect(skus.map(shown).sort()).to.deep.equal(wanted.sort())
  })

  it('publishes the BOM of its rows, each yield as in the table', async () => {
    const yields = (await all('/v1/bom/yields?limit=200')) as Row[]
    const shown = (row: Row) =>
      [
        row.style,
        row.sku,
        row.bomLineRef,
        row.lineNumber,
        row.material,
        row.uom,
        row.netYield,
        row.wastagePercent,
        row.grossYield,
      ].join('|')
    const wanted = rowsOf(tables.bom).map((row) => {
      const net = scaled(row.Verbrauch ?? '')
      const wastage = scaled(row.Verschnitt ?? '')
      const factor = { digits: 100n * 10n ** BigInt(wastage.decimals) + wastage.digits, decimals: wastage.decimals + 2 }
      const uom = row.ME === 'm' ? 'MTR' : 'EA'
      const material = row.Material?.toUpperCase()
      const amounts = [textOf(net), textOf(wastage), textOf(times(net, factor))]
      return [row.Artikel, row.SKU, row.Zeile, Number(row.Pos), material, uom, ...amounts].join('|')
    })
    expect(yields.map(shown).sort()).to.deep.equal([...new Set(wanted)].sort())
    const [snapshot] = await all('/v1/bom/snapshots?limit=10')
    expect(snapshot).to.include({
      styleCount: 40,
      skuCount: 400,
      rowCount: 1600,
      effectiveAt: '2026-09-01T00:00:00.000Z',
    })
    expect(snapshot?.contentHash).to.match(/^sha256sum:/)
  })

  it('sends nothing when it runs again, even with the rows in another order', async () => {
    const before = await logEnd()
    const reordered = (table: string) => {
      const [header = '', ...rows] = table.split('\r\n').filter(Boolean)
      return `${[header, ...rows.reverse()].join('\r\n')}\r\n`
    }
    for (const name of ['materials', 'styles', 'skus', 'bom'] as const) {
      const { code, counts, stderr } = await run(
        name,
        ['--full'].slice(name === 'bom' ? 1 : 0),
        reordered(tables[tableFile[name]]),
      )
      expect(code, stderr).to.equal(0)
      expect(counts, name).to.include({ created: 0, changed: 0, deleted: 0 })
    }
    expect(await logEnd()).to.deep.equal(before)
  })

  it('sends only what changed, with a higher version', async () => {
    const table = tables.materials.replace(/^( ?mt-0007[^;]*;)[^;]*/im, '$1Satin')
    const { counts, stderr } = await run('materials', [], table)
    expect(counts, stderr).to.deep.equal({ rows: 123, faults: 0, created: 0, changed: 1, deleted: 0, unchanged: 119 })
    const sent = await recordsOf(installation.connection, installation.topic)
    const versions = sent
      .map(({ value }) => JSON.parse(String(value)))
      .filter(({ subject }) => subject === 'MT-0007')
      .map(({ sourceversion }) => BigInt(sourceversion))
    expect(versions).to.have.length(2)
    expect(Number((versions[1] ?? 0n) - (versions[0] ?? 0n))).to.be.greaterThan(0)
    await installation.caughtUp()
    const [found] = await all('/v1/entities?type=material&code=MT-0007')
    expect(found?.attributes).to.include({ name: 'Satin' })
  })

  it('deletes a removed row with --full, and brings it back when it is in the table again', async () => {
    const without = tables.materials.replace(/^ ?mt-0011.*\r\n/im, '')
    const kept = await run('materials', [], without)
    expect(kept.counts).to.include({ deleted: 0 })
    const { counts, stderr } = await run('materials', ['--full'], without)
    expect(counts, stderr).to.include({ created: 0, changed: 0, deleted: 1 })
    await installation.caughtUp()
    const numbers = attributesOf(await all('/v1/entities?type=material&limit=200')).map(
      (row) => (row as unknown as Row).materialNumber,
    )
    expect(numbers).to.have.length(119).and.not.include('MT-0011')
    const back = await run('materials', ['--full'])
    expect(back.counts).to.include({ created: 1, changed: 0, deleted: 0 })
    await installation.caughtUp()
    expect(await all('/v1/entities?type=material&limit=200')).to.have.length(120)
  })

  it('refuses to delete a large part of the records unless this is confirmed', async () => {
    const before = await logEnd()
    const half = `${tables.materials.split('\r\n').slice(0, 61).join('\r\n')}\r\n`
    const { code, stderr } = await run('materials', ['--full'], half)
    expect(code).to.equal(1)
    expect(stderr).to.contain('The file lacks 60 of 120 records, which is more than 10 percent. Nothing was sent.')
    expect(stderr).to.contain('use --max-delete 50')
    expect(await logEnd()).to.deep.equal(before)
    const shrunk = await run(
      'bom',
      [],
      tables.bom
        .split('\r\n')
        .filter((line) => !/^QM27-00[0-2]/.test(line))
        .join('\r\n'),
    )
    expect(shrunk.stderr).to.contain('The file lacks 30 of 40 styles')
    const confirmed = await run('materials', ['--full', '--max-delete', '50'], half)
    expect(confirmed.counts, confirmed.stderr).to.include({ deleted: 60 })
    await run('materials')
  })

  it('publishes only the styles of a file with --partial, and nothing if the snapshot contains them', async () => {
    const [header = '', ...rows] = tables.bom.split('\r\n').filter(Boolean)
    const some = rows.filter((row) => /^QM27-000[12]/i.test(row))
    const styles = new Set(some.map((row) => row.split(';')[0]?.trim()))
    const file = (lines: readonly string[]) => `${[header, ...lines].join('\r\n')}\r\n`
    const before = await logEnd()
    const same = await run('bom', ['--partial'], file(some))
    expect(same.counts, same.stderr).to.include({ created: 0, unchanged: some.length })
    expect(await logEnd()).to.deep.equal(before)

    const yieldsOf = async () => {
      const yields = (await all('/v1/bom/yields?limit=200')) as Row[]
      return new Map(yields.map(({ style, sku, bomLineRef, netYield }) => [`${style}|${sku}|${bomLineRef}`, netYield]))
    }
    const was = await yieldsOf()
    const [first = ''] = some
    const column = header.split(';').indexOf('Verbrauch')
    const changed = first.split(';').with(column, '9,87').join(';')
    const sent = await run('bom', ['--partial'], file([changed, ...some.filter((row) => row !== first)]))
    expect(sent.counts, sent.stderr).to.include({ created: some.length, faults: 0 })
    await installation.caughtUp()
    expect(await installation.deadReasons()).to.deep.equal([])
    const now = await yieldsOf()
    expect([...now.keys()]).to.deep.equal([...was.keys()])
    expect([...now].filter(([row, net]) => was.get(row) !== net).map(([, net]) => net)).to.deep.equal(['9.87'])
    const [snapshot] = await all('/v1/bom/snapshots?limit=10')
    expect(snapshot).to.include({ styleCount: 40, rowCount: 1600 })
    const log = await recordsOf(installation.connection, installation.topics.bom.name)
    const events = log.map(({ value }) => JSON.parse(String(value)))
    const completed = events.findLast(({ type }) => type === 'tenantdata.bom.completed.v1')
    expect(completed.data.styleCount).to.equal(styles.size)

    const whole = await run('bom')
    expect(whole.counts, whole.stderr).to.include({ unchanged: 0 })
    await installation.caughtUp()
    expect(await yieldsOf()).to.deep.equal(was)
  })

  it('reads standard input, and leaves the records of another table of the same kind alone', async () => {
    const mapping = messyMappings(installation.organization).materials.replace(
      'fields:',
      'fields:\n  materialType: { constant: trim }',
    )
    writeFileSync(join(folder, 'trims.yaml'), mapping.replaceAll('windows-1252', 'utf-8'))
    const [header = '', first = ''] = tables.materials.split('\r\n')
    const table = [header, first.replace(/MT-0000/i, 'TR-0001'), first.replace(/MT-0000/i, 'TR-0002')].join('\n')
    const args = ['--json', 'import', '--mapping', join(folder, 'trims.yaml'), '--full', '--max-delete', '100', '-']
    const created = await spawnTda(variables, args, `\ufeff${table}`)
    expect(created.code, created.stderr).to.equal(0)
    expect(documents(created)).to.deep.include({ rows: 2, faults: 0, created: 2, changed: 0, deleted: 0, unchanged: 0 })
    const deleted = await spawnTda(variables, args, table.split('\n').slice(0, 2).join('\n'))
    expect(documents(deleted)).to.deep.include({ rows: 1, faults: 0, created: 0, changed: 0, deleted: 1, unchanged: 1 })
  })
})
