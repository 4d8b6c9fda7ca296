import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { documents, tda } from '../../support/processes/tda.ts'

const MATERIALS = `
organization: quillmere
source: /plm/main
type: material
input: { delimiter: ";", encoding: windows-1252, decimal: ",", zone: Europe/Berlin, empty: ["-"] }
key: MATNR
time: { column: CHANGED, format: dd.MM.yyyy HH:mm }
deletion: { column: DEL, values: [X] }
fields:
  materialNumber: { column: MATNR, case: upper }
  name: NAME
  lifecycleState: { column: STATE, map: { "10": development, "20": approved } }
  baseUom: { column: UOM, map: { M: MTR, ST: EA } }
  widthCm: { column: WIDTH, units: { cm: "1", m: "100", "": "1" } }
  composition:
    column: FIBERS
    separator: "/"
    parts: "{percent} % {fiber}"
    each: { fibre: fiber, percent: percent }
  certifications: { column: CERTS, separator: "|" }
  references:
    - { system: { constant: erp }, instance: { constant: main }, kind: { constant: material_number }, value: ERPNO }
`

const HEADER = 'MATNR;NAME;STATE;UOM;WIDTH;FIBERS;CERTS;ERPNO;CHANGED;DEL'

describe('tda import --check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-import-'))
  after(() => rmSync(folder, { recursive: true }))

  function write(name: string, content: string | Buffer): string {
    const file = join(folder, name)
    writeFileSync(file, content)
    return file
  }

  async function check(rows: readonly string[], mapping = MATERIALS, header = HEADER) {
    const csv = write('rows.csv', Buffer.from([header, ...rows, ''].join('\r\n'), 'latin1'))
    const ran = await tda({}, ['--json', 'import', '--mapping', write('mapping.yaml', mapping), '--check', csv])
    const found = documents(ran)
    return {
      code: ran.code,
      stderr: ran.stderr,
      events: found.flatMap(({ event }) => (event ? [event] : [])),
      faults: found.flatMap(({ fault }) => (fault ? [fault] : [])),
      notes: found.flatMap(({ note }) => (note ? [note] : [])),
    }
  }

  it('prints the first events, with every conversion of the mapping', async () => {
    const { code, events, stderr } = await check([
      'm-1;Gr\xfcner Popelin;20;M;1,48 m;97,5 % cotton/2,5% elastane;OEKO-TEX|GRS;4109001;14.07.2026 10:30;',
    ])
    expect(code, stderr).to.equal(0)
    expect(events).to.have.length(1)
    const [{ id, sourceversion, ...event }] = events
    expect(event).to.deep.equal({
      specversion: '1.0',
      source: '/plm/main',
      type: 'tenantdata.material.upserted.v1',
      subject: 'm-1',
      time: '2026-07-14T08:30:00.000Z',
      tenantid: 'quillmere',
      data: {
        materialNumber: 'M-1',
        name: 'Grüner Popelin',
        lifecycleState: 'approved',
        baseUom: 'MTR',
        widthCm: '148',
        composition: [
          { fibre: 'cotton', percent: '97.5' },
          { fibre: 'elastane', percent: '2.5' },
        ],
        certifications: ['OEKO-TEX', 'GRS'],
        references: [{ system: 'erp', instance: 'main', kind: 'material_number', value: '4109001' }],
      },
    })
    expect(id).to.equal(`m-1.${sourceversion}`)
  })

  it('reports every fault with its line, column, value, and what is expected', async () => {
    const { code, faults, stderr } = await check([
      'M-1;A;20;M;;;;;14.07.2026 10:30;',
      'M-2;B;30;KG;1.5;100% cotton;;8,59E+12;14.07.2026;',
      'M-3;"C"D;20;M;;;;;14.07.2026 10:30;',
      'M-4;E;20;M;;60 % cotton/30 % wool;;;14.07.2026 10:30;',
      'M-5;F;20;M',
      'M-6;F;20;M;;;;;14.07.2999 10:30;',
      ';G;20;M;;;;;14.07.2026 10:30;',
    ])
    expect(code).to.equal(1)
    const sorted = faults.toSorted((a, b) => a.line - b.line)
    expect(sorted.map(({ line, column, value, field }) => [line, column, value, field])).to.deep.equal([
      [3, 'CHANGED', '14.07.2026', 'time'],
      [3, 'UOM', 'KG', 'baseUom'],
      [3, 'WIDTH', '1.5', 'widthCm'],
      [3, 'ERPNO', '8,59E+12', 'references[0].value'],
      [3, 'STATE', '30', 'lifecycleState'],
      [4, null, null, null],
      [5, 'FIBERS', '60 % cotton', 'composition'],
      [6, null, null, null],
      [7, 'CHANGED', '14.07.2999 10:30', 'time'],
      [8, 'MATNR', null, 'key'],
      [8, 'MATNR', '', 'materialNumber'],
    ])
    expect(sorted.map(({ detail }) => detail)).to.deep.equal([
      'must be a date or time of the format dd.MM.yyyy HH:mm, such as 14.03.2026 16:05',
      'is not in the map. The values are M, ST',
      'must be a number with a decimal comma and without separators of thousands, such as 1,25, followed by one of the units cm, m',
      'is in scientific notation, because a spreadsheet rounded it. Format the column as text, and export it again',
      'is not in the map. The values are 10, 20',
      'has text behind a closing quotation mark. Write a quotation mark inside a value twice',
      'percentages must sum to 100, within 0.1',
      'has 4 values, but the header has 10 columns. Check the delimiter and the quotation marks',
      'is more than 5 minutes in the future',
      'must have a value, because it identifies the record',
      'is required and must be text of 1 to 255 characters',
    ])
    expect(stderr).to.contain('5 rows, 11 faults. Nothing was sent.').and.contain('tda: The file has 11 faults.')
  })

  it('reads the lines after a quotation mark that is never closed, and values of several lines', async () => {
    const rest = '20;M;;;;;14.07.2026 10:30;'
    const rows = [
      `M-1;"A;${rest}`,
      `M-2;"B";${rest}`,
      `M-3;"C\nD";${rest}`,
      `M-4;"E;${rest}`,
      `M-5;F;${rest}`,
      `M-6;G;30;${rest}`,
    ]
    const { faults, events, stderr } = await check(rows)
    expect(events.map(({ data }) => data.name)).to.deep.equal(['B', 'C\nD', 'F'])
    expect(faults.map(({ line, detail }) => [line, detail.slice(0, 41)])).to.deep.equal([
      [2, 'has a quotation mark that is never closed'],
      [6, 'has a quotation mark that is never closed'],
      [8, 'has 11 values, but the header has 10 colu'],
    ])
    expect(stderr).to.contain('3 rows, 3 faults.')
  })

  it('ends a record that is longer than an event, and reads the lines after its first', async () => {
    const rest = '20;M;;;;;14.07.2026 10:30;'
    const long = ['M-2', 'M-3', 'M-4'].map((key) => `${key};${'x'.repeat(2 ** 19)};${rest}`)
    const { events, faults } = await check(['M-1;"A', ...long, `";${rest}`, `M-5;B;${rest}`])
    expect(events.map(({ subject }) => subject)).to.deep.equal(['M-5'])
    expect(faults[0]).to.include({ line: 2, detail: 'has a quotation mark that is never closed' })
    // The names are longer than a name may be, so their lines were read.
    expect(faults.slice(1).map(({ line, column }) => [line, column])).to.deep.equal([
      [3, 'NAME'],
      [4, 'NAME'],
      [5, 'NAME'],
      [6, null],
    ])
  })

  it('reports at most 100 faults of a row', async () => {
    const fibers = Array.from({ length: 300 }, (_, at) => `${at}x${at} % cotton`).join('/')
    const mapping = MATERIALS.replace('percent: percent', 'percent: { column: percent, units: { g: "1" } }')
    const { faults } = await check([`M-1;A;20;M;;${fibers};;;14.07.2026 10:30;`], mapping)
    expect(faults).to.have.length(100)
  })

  it('merges equal rows with a note, and rejects contradictory ones', async () => {
    const row = 'M-1;A;20;M;;;;;14.07.2026 10:30;'
    const { faults, notes } = await check([row, ` M-1\xa0;A;20;M;;;;;14.07.2026 10:30;`, row.replace(';A;', ';B;')])
    expect(faults).to.deep.equal([
      {
        line: 4,
        column: null,
        value: 'M-1',
        field: 'key',
        detail: 'is also the key of line 2, which differs in name. Keep one of the rows',
      },
    ])
    expect(notes).to.deep.equal([
      'line 3: is the same record as line 2',
      'column MATNR: removed white space or invisible characters from 1 value, first in line 3',
    ])
  })

  it('makes a deletion of a row that the source marks as deleted, whatever else it contains', async () => {
    const { code, faults, events } = await check(['M-1;;99;;;;;;14.07.2026 10:30;X'])
    expect({ code, faults, events }).to.deep.equal({ code: 0, faults: [], events: [] })
  })

  it('names a column that the header lacks, and the nearest one', async () => {
    const { code, faults } = await check([], MATERIALS, HEADER.replace('WIDTH', 'WIDTHS'))
    expect(code).to.equal(1)
    expect(faults).to.have.length(1)
    expect(faults[0]).to.include({ line: 1, column: 'WIDTH' })
    expect(faults[0].detail).to.match(/^is not in the header; did you mean WIDTHS\? The columns are MATNR, /)
  })

  it('reports all faults of a mapping with their lines', async () => {
    const mapping = MATERIALS.replace('/plm/main', 'plm')
      .replace('widthCm:', 'widthCM:')
      .replace('fibre: fiber', 'fiber: fiber')
      .replace('zone: Europe/Berlin', 'zone: Berlin')
    const broken = join(folder, 'broken.yaml')
    writeFileSync(broken, mapping)
    const first = await tda({}, ['import', '--mapping', broken, '--check', 'none.csv'])
    expect(first.code).to.equal(1)

    const lineOf = (text: string) => mapping.split('\n').findIndex((line) => line.includes(text)) + 1
    expect(first.stderr).to.contain('broken.yaml: line 3 (source): must be /{system}/{instance} such as /erp/main')
    expect(first.stderr).to.contain(`line ${lineOf('widthCM')} (fields.widthCM): is not a field; did you mean widthCm?`)
    writeFileSync(broken, mapping.replace('source: plm', 'source: /plm/main').replace('widthCM:', 'widthCm:'))
    const second = await tda({}, ['import', '--mapping', broken, '--check', 'none.csv'])
    expect(second.stderr).to.contain(
      `line ${lineOf('fiber: fiber')} (fields.composition.each.fiber): is not a field. The fields are fibre, percent`,
    )
    expect(second.stderr).to.contain('line 5 (input.zone): must be a time zone such as UTC or Europe/Berlin')
    expect(second.stderr).to.contain('has 2 faults.')
  })

  it('reads NDJSON with all digits of its numbers, and fields inside objects', async () => {
    const mapping = write(
      'positions.yaml',
      `
organization: quillmere
source: /erp/main
type: position
input: { format: ndjson }
key: { template: "{item.no}@{plant}" }
version: { column: revision }
time: { column: at }
fields:
  material: { kind: { constant: material_number }, value: item.no }
  factory: { recordId: { template: "factory:{plant}" } }
  asOf: at
  uom: { constant: MTR }
  onHand: stock
  lotCount: lots
`,
    )
    const rows = [
      '{"item":{"no":"4109001"},"plant":"FA7","revision":12345678901234567890,"at":"2026-03-14T02:10:00Z","stock":1234567890.1234567890123456,"lots":3}',
      '{"item":"x"',
    ]
    const ran = await tda({}, ['--json', 'import', '--mapping', mapping, '--check', write('p.ndjson', rows.join('\n'))])
    const [{ event }, { fault }] = documents(ran).toSorted((a) => ('event' in a ? -1 : 1))
    expect(fault).to.include({ line: 2, detail: 'is not well-formed JSON in UTF-8' })
    expect(event).to.include({ subject: '4109001@FA7', sourceversion: '12345678901234567890' })
    expect(event.data).to.include({ onHand: '1234567890.1234567890123456', lotCount: 3 })
  })

  it('sends a single value of a field that also accepts a list as it is, and a divided one as a list', async () => {
    const mapping = `
organization: quillmere
source: /erp/main
type: source_record
key: { template: "vendor_site:{Site}" }
fields:
  kind: { constant: factory }
  fields:
    - { name: { constant: countryCode }, value: Country }
    - { name: { constant: capabilities }, value: { column: Does, separator: "|" } }
`
    const { events, faults } = await check(['5100,PT,sewing|cutting', '5200,Portugal,'], mapping, 'Site,Country,Does')
    expect(events.map(({ data }) => data.fields)).to.deep.equal([
      [
        { name: 'countryCode', value: 'PT' },
        { name: 'capabilities', value: ['sewing', 'cutting'] },
      ],
    ])
    expect(faults).to.have.length(1)
    expect(faults[0]).to.include({ line: 3, column: null, field: null })
    expect(faults[0].detail).to.contain('countryCode')
  })

  it('reads change events of Debezium, with and without their schema', async () => {
    const mapping = write(
      'changes.yaml',
      `
organization: quillmere
source: /erp/main
type: supplier
input: { format: debezium }
key: { column: id }
version: { column: "@source.lsn" }
time: { column: "@ts_ms", format: epoch-ms }
fields:
  supplierCode: code
  name: name
  lifecycleState: { constant: approved }
  tier: tier
`,
    )
    const row = { id: 17, code: 'SUP-17', name: 'Tessaro', tier: 2 }
    const at = { ts_ms: Date.UTC(2026, 2, 14, 2, 10), source: { lsn: 41 } }
    const changes: unknown[] = [
      { before: null, after: row, op: 'c', ...at },
      {
        schema: { type: 'struct' },
        payload: { before: row, after: { ...row, tier: 3 }, op: 'u', ...at, source: { lsn: 42 } },
      },
      { before: row, after: null, op: 'd', ...at, source: { lsn: 43 } },
      null,
      { schema: null, payload: null },
      { op: 'm', ...at },
      { op: 't', ...at },
      { before: null, after: null, op: 'd', ...at },
      { id: 17, code: 'SUP-17' },
    ]
    const file = write('changes.ndjson', changes.map((change) => JSON.stringify(change)).join('\n'))
    const found = documents(await tda({}, ['--json', 'import', '--mapping', mapping, '--check', file]))
    const events = found.flatMap(({ event }) => event ?? [])
    expect(
      events.map(({ type, subject, sourceversion, data }) => [type, subject, sourceversion, data.tier]),
    ).to.deep.equal([
      ['tenantdata.supplier.upserted.v1', '17', '41', 2],
      ['tenantdata.supplier.upserted.v1', '17', '42', 3],
      ['tenantdata.supplier.deleted.v1', '17', '43', undefined],
    ])
    expect(events[0].time).to.equal('2026-03-14T02:10:00.000Z')
    const faults = found.flatMap(({ fault }) => fault ?? [])
    expect(faults.map(({ line, detail }) => [line, detail.slice(0, 30)])).to.deep.equal([
      [7, 'empties the whole table. Impor'],
      [8, 'has no before. In PostgreSQL, '],
      [9, 'must be a change event of Debe'],
    ])
  })

  const BOM = `
organization: quillmere
source: /plm/main
type: bom
effectiveAt: at
fields:
  style: { recordId: style, styleNumber: style }
  sku: { recordId: sku, skuCode: sku }
  bomLineRef: ref
  lineNumber: line
  material: { recordId: material, materialNumber: material }
  uom: { constant: MTR }
  wastageBasis: basis
  yieldStage: { constant: bulk }
  netYield: net
  grossYield: gross
  wastagePercent: waste
`
  const BOM_HEADER = 'style,sku,ref,line,material,basis,net,gross,waste,at'

  it('assembles a publication from rows of a BOM, whatever their order', async () => {
    const rows = [
      'S-1,K-1,L-1,1,M-1,on_net,1.250,,5,2026-09-01',
      'S-2,K-9,L-1,1,M-1,on_gross,,2,0,2026-09-01',
      'S-1,K-2,L-1,1,M-1,on_net,1.3,,5,2026-09-01',
      'S-1,K-2,L-1,1,M-1,on_net,1.3,,5,2026-09-01',
      'S-1,K-1,L-2,2,M-2,on_net,4,,0,2026-09-01',
    ]
    const { code, events, notes, stderr } = await check(rows, BOM, BOM_HEADER)
    expect(code, stderr).to.equal(0)
    expect(notes).to.deep.equal(['line 5: is the same row as line 4'])
    expect(events.map(({ type }) => type)).to.deep.equal(['tenantdata.bom.started.v1', 'tenantdata.bom.style.v1'])
    expect(events[0].data).to.include({ snapshotId: events[0].subject, effectiveAt: '2026-09-01T00:00:00.000Z' })
    expect(events[0].subject).to.match(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    const { style, skus, lines } = events[1].data
    expect(style.styleNumber).to.equal('S-1')
    expect(skus.map(({ skuCode }: { skuCode: string }) => skuCode)).to.deep.equal(['K-1', 'K-2'])
    expect(
      lines.map(({ bomLineRef, yields }: { bomLineRef: string; yields: unknown[] }) => [bomLineRef, yields]),
    ).to.deep.equal([
      [
        'L-1',
        [
          { sku: 'K-1', netYield: '1.250', wastagePercent: '5', materialColorCode: null },
          { sku: 'K-2', netYield: '1.3', wastagePercent: '5', materialColorCode: null },
        ],
      ],
      ['L-2', [{ sku: 'K-1', netYield: '4', wastagePercent: '0', materialColorCode: null }]],
    ])
    const reversed = await check(rows.toReversed(), BOM, BOM_HEADER)
    expect(reversed.events[1].data.lines).to.deep.equal(lines)
  })

  it('starts a partial publication with --partial', async () => {
    const file = write('some.csv', `${BOM_HEADER}\nS-1,K-1,L-1,1,M-1,on_net,1.250,,5,2026-09-01\n`)
    const bom = write('some.yaml', BOM)
    const run = (...flags: string[]) => tda({}, ['--json', 'import', '--mapping', bom, '--check', ...flags, file])
    const [started] = documents(await run('--partial')).flatMap(({ event }) => event ?? [])
    expect(started.data).to.include({ mode: 'partial', effectiveAt: '2026-09-01T00:00:00.000Z' })
    const [whole] = documents(await run()).flatMap(({ event }) => event ?? [])
    expect(whole.data).to.not.have.property('mode')
  })

  it('reports rows of a BOM that contradict each other', async () => {
    const { code, faults } = await check(
      [
        'S-1,K-1,L-1,1,M-1,on_net,1.25,,5,2026-09-01',
        'S-1,K-2,L-1,1,M-2,on_net,1.25,,5,2026-09-01',
        'S-1,K-1,L-1,1,M-1,on_net,1.26,,5,2026-09-01',
        'S-1,K-3,,9,M-1,on_net,1.25,,5,2026-09-01',
        'S-1,K-1,L-3,3,M-1,on_net,,1.25,5,2026-09-01',
        'S-1,K-1,L-4,4,M-1,on_gross,,1.25,100,2026-09-01',
        'S-2,K-7,L-1,1,M-1,on_net,1.23456,,5,2026-09-02',
        'S-3,K-8,L-1,1,M-1,on_net,1,,5,2026-09-03',
      ],
      BOM,
      BOM_HEADER,
    )
    expect(code).to.equal(1)
    const shown = faults.map(({ line, column, field, detail }) => `${line} ${column} ${field}: ${detail}`).sort()
    expect(shown).to.deep.equal([
      '3 null line: differs from line 2 in material. All rows of the same line must agree',
      '4 null sku: differs from line 2 in its yield. All rows of the same sku must agree',
      '5 null bomLineRef: is required, because other lines of the style have one',
      '6 gross grossYield: must be empty, because wastageBasis is on_net',
      '6 net netYield: is required, because wastageBasis is on_net',
      '7 waste wastagePercent: must be below 100, because wastageBasis is on_gross',
      '8 net netYield: must be a decimal in quotes from 0, with at most 10 digits and 4 decimals, such as 1.25',
      '9 null effectiveAt: differs from 2026-09-01T00:00:00.000Z in other rows. A BOM describes one time',
    ])
  })

  it('divides a style that is too large for one event into parts, without changing its rows', async () => {
    const long = 'x'.repeat(200)
    const skus = Array.from({ length: 300 }, (_, at) => `K-${at}-${long}`)
    const rows = skus.flatMap((sku) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((line) => `S-1,${sku},L-${line},${line},M-1,on_net,1,,5,2026-09-01`),
    )
    const { code, events, stderr } = await check(rows, BOM, BOM_HEADER)
    expect(code, stderr).to.equal(0)
    const { parts, skus: own, lines } = events[1].data
    expect(parts).to.be.greaterThan(1)
    expect(own.length).to.be.lessThan(300)
    for (const { yields } of lines) expect(yields).to.have.length(own.length)
    expect(Buffer.byteLength(JSON.stringify(events[1]))).to.be.lessThan(900 * 1024)
  })

  it('proposes a mapping from the header and the values of a table, which can be completed', async () => {
    const table = [
      'Style Number;Name;state;seasonyear;targetCost amount;Merchandiser;Launch',
      'QM-1;Hem\xfcd;adopted;2027;1.200,50;Ines;27.03.2026',
      'QM-2;Hose;adopted;2027;24,5;-;28.03.2026',
    ].join('\n')
    const file = write('styles.csv', Buffer.from(table, 'latin1'))
    const { code, stdout, stderr } = await tda({}, [
      'import',
      'init',
      '--type',
      'style',
      '--organization',
      'quillmere',
      file,
    ])
    expect(code, stderr).to.equal(0)
    expect(stdout).to.match(/^# yaml-language-server: \$schema=.*schemas\/mappings\/mapping\.json\n/)
    expect(stdout).to.contain('# Merchandiser: Ines').and.contain('  # brand:')
    const mapping = write(
      'styles.yaml',
      stdout.replace('amount: targetCost amount', '$&\n    currency: { constant: EUR }'),
    )
    const ran = await tda({}, ['--json', 'import', '--mapping', mapping, '--check', file])
    const [first] = documents(ran)
    expect(ran.code, ran.stderr).to.equal(0)
    expect(first.event).to.deep.include({ subject: 'QM-1', source: '/plm/main', type: 'tenantdata.style.upserted.v1' })
    expect(first.event.data).to.deep.equal({
      styleNumber: 'QM-1',
      name: 'Hemüd',
      lifecycleState: 'adopted',
      seasonYear: 2027,
      targetCost: { amount: '1200.50', currency: 'EUR' },
    })
  })

  it('rejects options and settings that exclude each other', async () => {
    expect((await tda({}, ['import', 'rows.csv'])).stderr).to.equal(
      'tda: Name the mapping with --mapping. To create one, use import init.\n',
    )
    const both = await tda({}, ['import', '--mapping', 'm.yaml', '--full', '--skip-bad', 'rows.csv'])
    expect(both.stderr).to.contain('--full and --skip-bad exclude each other')
    const contrary = await tda({}, ['import', '--mapping', 'm.yaml', '--full', '--partial', 'rows.csv'])
    expect(contrary.stderr).to.contain('--full and --partial exclude each other')
    const materials = write('materials.yaml', MATERIALS)
    const partial = await tda({}, ['import', '--mapping', materials, '--partial', '--check', 'rows.csv'])
    expect(partial.stderr).to.contain('--partial is only for a BOM')
    const mapping = MATERIALS.replace('delimiter: ";", encoding: windows-1252,', 'format: debezium,')
    const changes = await tda({}, ['import', '--mapping', write('changes.yaml', mapping), '--full', 'changes.json'])
    expect(changes.stderr).to.contain('--full is not for change events')
    const encoded = MATERIALS.replace('delimiter: ";"', 'format: ndjson')
    const refused = await tda({}, ['import', '--mapping', write('encoded.yaml', encoded), '--check', 'rows.json'])
    expect(refused.stderr).to.contain('line 5 (input.encoding): must be utf-8, because the format is ndjson')
  })
})
