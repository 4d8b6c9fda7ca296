import { expect } from 'chai'
import { bomPartition } from '../../../domain/events/bom-partition.ts'
import { decodeBomEvent, validateBomEvent } from '../../../domain/events/decode-bom-event.ts'
import { bomEvent, freshSnapshotId, styleData } from '../../support/bom/bom-events.ts'

const ORGANIZATION = 'quillmere'
const PARTITIONS = 12
const own = { partition: bomPartition(ORGANIZATION, PARTITIONS), partitions: PARTITIONS }
const snapshotId = freshSnapshotId()
const style = (change: (data: Record<string, unknown>) => void = () => {}) => {
  const event = bomEvent(ORGANIZATION, 'style', snapshotId, styleData('QM-1', [{ ref: 'L-1', yields: { K: '1.25' } }]))
  change(event.data as Record<string, unknown>)
  return event
}
const raw = (event: object | null, key = ORGANIZATION) => ({
  key: Buffer.from(key),
  value: event === null ? null : Buffer.from(JSON.stringify(event)),
  headers: {},
})

describe('the decoder of BOM events', () => {
  it('adds defaults to an event, and identifies it by source and ID', () => {
    const sent = style((data) => {
      const [line] = data.lines as { uom: string; yieldPerUnits?: number }[]
      if (line) line.uom = 'C62'
      delete line?.yieldPerUnits
    })
    const decoded = decodeBomEvent(raw(sent), own)
    if (decoded.outcome !== 'event' || decoded.event.content.action !== 'style') throw new Error('not a style')
    const { event } = decoded
    expect(event).to.deep.include({
      organization: ORGANIZATION,
      snapshotId,
      system: 'plm',
      instance: 'main',
      version: 1n,
    })
    expect(decoded.event.content.data.lines[0]).to.include({ uom: 'EA', yieldPerUnits: 1 })
    expect(decoded.event.content.data).to.include({ part: 1, parts: 1 })
    const again = decodeBomEvent(raw(sent), own)
    const other = decodeBomEvent(raw({ ...sent, source: '/plm/second' }), own)
    expect(again.outcome === 'event' && again.event.key).to.equal(event.key)
    expect(other.outcome === 'event' && other.event.key).not.to.equal(event.key)
  })

  it('rejects events of another topic, key or partition', () => {
    const reasonOf = (...args: Parameters<typeof decodeBomEvent>) => {
      const decoded = decodeBomEvent(...args)
      return decoded.outcome === 'dead' ? decoded.reason : decoded.outcome
    }
    expect(reasonOf(raw(style(), 'another'), own)).to.equal('key_mismatch')
    expect(reasonOf(raw(style()), { ...own, partition: (own.partition + 1) % PARTITIONS })).to.equal('wrong_partition')
    expect(reasonOf(raw({ ...style(), type: 'tenantdata.style.upserted.v1' }), own)).to.equal('unknown_type')
    expect(reasonOf(raw({ ...style(), tenantid: 'X' }, 'X'), own)).to.equal('malformed')
    expect(reasonOf(raw(null), own)).to.equal('ignored')
  })

  for (const [what, change, detail] of [
    ['a number', (row: Record<string, unknown>) => Object.assign(row, { netYield: 1.25 }), 'lines.0.yields.0.netYield'],
    [
      'an exponent',
      (row: Record<string, unknown>) => Object.assign(row, { netYield: '1e3' }),
      'lines.0.yields.0.netYield',
    ],
    ['five decimals', (row: Record<string, unknown>) => Object.assign(row, { netYield: '1.00001' }), 'netYield'],
    ['eleven digits', (row: Record<string, unknown>) => Object.assign(row, { netYield: '10000000000' }), 'netYield'],
    ['a negative yield', (row: Record<string, unknown>) => Object.assign(row, { netYield: '-1' }), 'netYield'],
    [
      'three decimals of a percentage',
      (row: Record<string, unknown>) => Object.assign(row, { wastagePercent: '5.005' }),
      'wastagePercent',
    ],
  ] as const) {
    it(`marks an event with ${what} in a row as invalid, naming its path but not its value`, () => {
      const sent = style((data) => {
        const [line] = data.lines as { yields: Record<string, unknown>[] }[]
        const [row] = line?.yields ?? []
        if (row) change(row)
      })
      const decoded = decodeBomEvent(raw(sent), own)
      if (decoded.outcome !== 'event' || decoded.event.content.action !== 'invalid') throw new Error('taken for valid')
      expect(decoded.event.content.of).to.equal('style')
      expect(decoded.event.content.detail).to.include(detail).and.not.include('10000000000').and.not.include('1e3')
      expect(validateBomEvent(sent)).to.include({ outcome: 'dead', reason: 'invalid_data' })
    })
  }

  it('marks an event as invalid if its snapshotId differs from its subject', () => {
    const sent = { ...style(), subject: freshSnapshotId() }
    const decoded = decodeBomEvent(raw(sent), own)
    if (decoded.outcome !== 'event') throw new Error('rejected')
    expect(decoded.event.content).to.deep.equal({
      action: 'invalid',
      of: 'style',
      detail: 'snapshotId: must be the subject of the event',
      faults: [
        {
          path: ['snapshotId'],
          detail: 'must be the subject of the event',
          ...{ styleNumber: 'QM-1', line: null, sku: null, eventId: sent.id, source: '/plm/main' },
        },
      ],
    })
  })
})
