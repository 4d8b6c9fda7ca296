import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { bomEvents } from '../../demo/bom/bom-events.ts'
import { contentHash, digestSum } from '../../demo/bom/ledger/content-hash.ts'
import { rowsOf, type SnapshotRow, snapshotRows } from '../../demo/bom/ledger/snapshot-rows.ts'
import { publicationAt } from '../../demo/bom/publication.ts'
import { bomAt } from '../../demo/bom/style-bom.ts'
import { DEFAULT_CLOCK, openBrand } from '../../demo/brand.ts'
import { demoRecords } from '../../demo/demo-records.ts'
import { styleAt } from '../../demo/graph/styles/style.ts'
import { actionsOf, completionOf, countsOf, publications, smoke, stylesOf } from '../support/bom/demo-publications.ts'

/** The content hash of rows, computed independently from the field names of the event contract. */
function hashOfRows(rows: Iterable<SnapshotRow>): string {
  let sum = 0n
  const plain = (decimal: string | null) => decimal?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') ?? null
  for (const row of rows) {
    const named: [string, unknown][] = [
      ['style', row.style],
      ['sku', row.sku],
      ['bomLineRef', row.bomLineRef],
      ['lineNumber', row.lineNumber],
      ['section', row.section],
      ['placement', row.placement],
      ['material', row.material],
      ['materialColorCode', row.materialColorCode],
      ['mpn', row.mpn],
      ['supplier', row.supplierCode],
      ['netYield', plain(row.netYield)],
      ['grossYield', plain(row.grossYield)],
      ['wastagePercent', plain(row.wastagePercent)],
      ['wastageBasis', row.wastageBasis],
      ['yieldPerUnits', row.yieldPerUnits],
      ['uom', row.uom],
      ['yieldStage', row.yieldStage],
      ['isPrimary', row.isPrimary],
    ]
    const fields = named
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
    sum += BigInt(
      `0x${createHash('sha256')
        .update(`{${fields.join(',')}}`)
        .digest('hex')}`,
    )
  }
  return `sha256sum:${(sum % 2n ** 256n).toString(16).padStart(64, '0')}`
}

/** The rows of the event contract's two test vectors. */
const poplin: SnapshotRow = {
  styleRecordId: 'S-1',
  style: 'QM27-0412',
  skuRecordId: 'K-1',
  sku: 'QM27-0412-NVY-M',
  colorwayCode: 'NVY',
  sizeCode: 'M',
  bomLineRef: 'L-10',
  lineNumber: 10,
  section: 'fabric',
  placement: 'front body',
  materialRecordId: 'M-1',
  material: 'MT-01022',
  materialName: 'Poplin 120',
  materialType: 'fabric',
  baseUom: 'MTR',
  materialColorCode: 'NVY',
  mpn: 'HV-2204',
  supplierRecordId: 'V-17',
  supplierCode: 'SUP-17',
  supplier: 'Tessaro Mills',
  netYield: '1.25',
  wastagePercent: '5',
  wastageBasis: 'on_net',
  grossYield: null,
  yieldPerUnits: 1,
  uom: 'MTR',
  yieldStage: 'bulk',
  isPrimary: true,
}
const larger = { ...poplin, sku: 'QM27-0412-NVY-L', netYield: '1.290' }

describe('demo publications', () => {
  const sent = publications(bomEvents(smoke))
  const last = sent.at(-1) ?? []

  it('are one per night, with IDs that contain their time, the last one before the clock', () => {
    for (const clock of [DEFAULT_CLOCK, Date.UTC(2026, 8, 14, 2, 40), Date.UTC(2027, 0, 1, 23, 59)]) {
      const brand = openBrand({ ...smoke, clock })
      const all = [1, 2, 3, 4, 5].map((number) => publicationAt(brand, number))
      const days = all.map(({ effectiveAt }) => effectiveAt / 86_400_000)
      expect(days).to.deep.equal([0, 1, 2, 3, 4].map((day) => (days[0] ?? 0) + day))
      const lastAt = all.at(-1)?.completedAt ?? 0
      expect(clock - lastAt).to.be.within(1, 86_400_000 + 20 * 60_000)
      for (const { snapshotId, startedAt, completedAt, effectiveAt } of all) {
        expect((startedAt - effectiveAt) / 60_000).to.be.within(130, 140)
        expect(completedAt).to.be.above(startedAt)
        const ten = [...snapshotId.slice(0, 10)].map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit))
        expect(ten.reduce((sum, digit) => sum * 32 + digit, 0)).to.equal(completedAt)
      }
    }
    expect(() => publicationAt(openBrand(smoke), 6)).to.throw('publication 6 is not one of 5')
  })

  it('are decoded by the projector without loss, with correct counts', () => {
    expect(sent.length).to.equal(5)
    for (const events of sent) {
      const [first, ...rest] = actionsOf(events)
      expect([first, rest.at(-1), ...new Set(rest.slice(0, -1))]).to.deep.equal(['started', 'completed', 'style'])
      const { styleCount, skuCount, lineCount, rowCount } = completionOf(events) ?? {}
      expect({ styleCount, skuCount, lineCount, rowCount }).to.deep.equal(countsOf(events))
      const times = events.map(({ time }) => time)
      expect(times).to.deep.equal(times.toSorted())
    }
    const ids = [...bomEvents(smoke)].map(({ value }) => value.id)
    expect(new Set(ids).size).to.equal(ids.length)
  })

  it('contain the rows of their snapshots, and every second one has the content hash of these', () => {
    const brand = openBrand(smoke)
    for (const [place, events] of sent.entries()) {
      const rows = [...snapshotRows(brand, place + 1)]
      const inEvents = stylesOf(events).flatMap(rowsOf)
      const byPlace = (all: SnapshotRow[]) => all.map((row) => JSON.stringify(row)).sort()
      expect(byPlace(inEvents)).to.deep.equal(byPlace(rows))
      expect(completionOf(events)?.contentHash).to.equal(place % 2 === 1 ? hashOfRows(rows) : null)
    }
  })

  it('hash rows as the event contract specifies', () => {
    const one = 'baca2fbb4180780d4b112e16b271990275641caea88404eb2374ce23ea76e42e'
    const both = 'eb7bbacb8af9d283c3dcac4d83c17333691e1e30a026c9ba99420f75b68db9b8'
    expect(contentHash(digestSum([poplin]))).to.equal(`sha256sum:${one}`)
    expect(contentHash(digestSum([larger, poplin]))).to.equal(`sha256sum:${both}`)
    expect(hashOfRows([poplin, larger])).to.equal(`sha256sum:${both}`)
  })

  it('refer to styles, SKUs, materials, and suppliers by the IDs and codes of their records', () => {
    const records = [...demoRecords(openBrand(smoke))]
    const bySubject = new Map(records.map((record) => [`${record.kind}/${record.subject}`, record.data]))
    for (const { style, skus, lines } of stylesOf(last)) {
      expect(bySubject.get(`style/${style.recordId}`)).to.include({ styleNumber: style.styleNumber })
      for (const { recordId, ...codes } of skus) {
        expect(bySubject.get(`sku/${recordId}`))
          .to.include(codes)
          .and.to.have.nested.property('style.recordId', style.recordId)
      }
      for (const { material, supplier, mpn } of lines) {
        const { recordId: materialId, ...ofMaterial } = material
        expect(bySubject.get(`material/${materialId}`)).to.include(ofMaterial)
        const { recordId: supplierId = '', ...ofSupplier } = supplier ?? {}
        expect(bySubject.get(`supplier/${supplierId}`)).to.include(ofSupplier)
        const source = bySubject.get(`link/SUPPLIED_BY:${materialId}:${supplierId}`)
        expect(source).to.have.nested.property('properties.mpn')
        if (!/-\d{6}$/.test(mpn ?? '')) expect(source).to.have.nested.property('properties.mpn', mpn)
      }
    }
    const skus = records.filter(({ kind }) => kind === 'sku').length
    expect(countsOf(last)).to.include({ styleCount: 40, skuCount: skus })
  })

  it('write integers as numbers, and all other quantities as exact decimal strings', () => {
    const text = JSON.stringify(stylesOf(last))
    const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []
    expect(numbers.length).to.be.above(1_000)
    expect(numbers.filter((number) => !/^(0|[1-9]\d{0,8})$/.test(number))).to.deep.equal([])
    const yields = stylesOf(last).flatMap(({ lines }) => lines.flatMap((line) => line.yields))
    const amounts = yields.map(({ netYield, grossYield }) => netYield ?? grossYield ?? '')
    expect(
      amounts.filter((amount) => !/^(0|[1-9]\d*)(\.\d{1,4})?$/.test(amount) || Number(amount) === 0),
    ).to.deep.equal([])
    expect(yields.filter(({ wastagePercent }) => !/^\d{1,2}(\.[1-9]\d?)?$/.test(wastagePercent))).to.deep.equal([])
  })

  it('use at least as much fabric for a larger size, even after edits, and the same labels for all sizes', () => {
    const brand = openBrand({ ...smoke, profile: 'demo' })
    const lines = Array.from({ length: 300 }, (_, index) => bomAt(brand, styleAt(brand, index), 30).lines).flat()
    const cloth = lines.filter(({ section }) => ['fabric', 'yarn', 'lining', 'interlining'].includes(section))
    expect(cloth.length).to.be.above(600)
    for (const { yields } of cloth) expect(yields).to.deep.equal(yields.toSorted((one, other) => one - other))
    expect(cloth.filter(({ yields }) => yields.length > 1 && yields[0] === yields.at(-1))).to.deep.equal([])
    for (const { yields } of lines.filter(({ section }) => section === 'label'))
      expect(new Set(yields).size).to.equal(1)
  })
})
