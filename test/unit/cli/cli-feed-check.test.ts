import { Readable } from 'node:stream'
import { expect } from 'chai'
import { checkFile } from '../../../cli/feed/checks/check-file.ts'
import type { BadLine } from '../../../cli/feed/read-event.ts'
import { bomEvents } from '../../../demo/bom/bom-events.ts'
import type { Repeat } from '../../../domain/publications/checked-events.ts'
import { ndjsonOf, supplierEvent } from '../../support/events/events.ts'

describe('tda feed --check', () => {
  async function check(events: unknown[]) {
    const bad: BadLine[] = []
    const repeats: Repeat[] = []
    const counts = await checkFile({
      file: '-',
      stdin: Readable.from([Buffer.from(ndjsonOf(events))]),
      onBad: (line) => void bad.push(line),
      onRepeat: (repeat) => void repeats.push(repeat),
    })
    return { counts, bad, repeats }
  }

  it('reports exactly the events whose sourceversion is not above an earlier one of the same record', async () => {
    const huge = '9'.repeat(38)
    const events = [
      supplierEvent('quillmere', 'V-1', '9'),
      supplierEvent('quillmere', 'V-1', '10'),
      supplierEvent('quillmere', 'V-1', '10'),
      supplierEvent('quillmere', 'V-1', '9'),
      supplierEvent('quillmere', 'V-2', '9'),
      supplierEvent('northwold', 'V-1', '9'),
      supplierEvent('quillmere', 'V-1', '1', { source: '/erp/main' }),
      supplierEvent('quillmere', 'V-1', huge),
      supplierEvent('quillmere', 'V-1', huge.slice(1)),
      supplierEvent('quillmere', 'V-1', '11', { type: 'tenantdata.supplier.deleted.v1', data: {} }),
    ]
    const { counts, repeats } = await check(events)
    expect(counts).to.include({ good: 10, bad: 0, repeats: 4 })
    expect(repeats).to.deep.equal([
      { line: 3, version: '10', earlierLine: 2, earlierVersion: '10' },
      { line: 4, version: '9', earlierLine: 2, earlierVersion: '10' },
      { line: 9, version: huge.slice(1), earlierLine: 8, earlierVersion: huge },
      { line: 10, version: '11', earlierLine: 8, earlierVersion: huge },
    ])
  })

  it('reports bad lines by their number in the file and continues', async () => {
    const { counts, bad } = await check(['{', supplierEvent('quillmere', 'V-1'), '', supplierEvent('Quillmere', 'V-1')])
    expect(counts).to.include({ good: 1, bad: 2, repeats: 0 })
    expect(bad.map(({ line, reason }) => ({ line, reason }))).to.deep.equal([
      { line: 1, reason: 'malformed' },
      { line: 4, reason: 'malformed' },
    ])
    expect(bad[1]?.detail).to.contain('tenantid')
  })

  it('accepts BOM events, and reports repeated ones', async () => {
    const events = [...bomEvents({ organization: 'quillmere', profile: 'smoke' }, { publications: 1 })]
    const values = events.map(({ value }) => value)
    const again = { ...values[3], sourceversion: '9'.repeat(38) }
    const { counts, bad, repeats } = await check([...values, values[0], again])
    expect(bad).to.deep.equal([])
    expect(counts).to.include({ good: values.length + 2, bad: 0, repeats: 2 })
    const [one, other] = [values.length + 1, values.length + 2]
    expect(repeats).to.deep.equal([
      { line: one, version: null, earlierLine: 1, earlierVersion: null },
      { line: other, version: null, earlierLine: 4, earlierVersion: null },
    ])
  })

  it('reports invalid BOM events by line', async () => {
    const [started, style] = [...bomEvents({ organization: 'quillmere', profile: 'smoke' }, { publications: 1 })]
    const data = JSON.parse(JSON.stringify(style?.value.data))
    data.lines[1].yields[0].netYield = '1e3'
    data.lines[1].uom = 'FURLONG'
    const { counts, bad } = await check([
      { ...started?.value, subject: '01JPQ8Z5T0V6M3C1K9W2R7X4YB' },
      { ...style?.value, data },
      { ...style?.value, tenantid: 'Quillmere' },
      { ...style?.value, type: 'tenantdata.bom.begun.v1' },
      style?.value,
    ])
    expect(counts).to.include({ good: 1, bad: 4, repeats: 0, faults: 1 })
    expect(bad.map(({ line, reason }) => `${line} ${reason}`)).to.deep.equal([
      '1 invalid_data',
      '2 invalid_data',
      '3 malformed',
      '4 unknown_type',
    ])
    expect(bad[0]?.detail).to.contain('snapshotId')
    expect(bad[1]?.detail).to.contain('lines.1.yields.0.netYield: ').and.contain('lines.1.uom: ')
  })
})
