import { expect } from 'chai'
import { classify, unregisteredKeys } from '../../../projector/pipeline/classify.ts'
import type { Decoded, SourceEvent } from '../../../projector/pipeline/event-stream.ts'

const known = (key: string) => ({
  ...{ key, name: key, createdAt: '', suspendedAt: null, maxShrink: null, quota: null },
  allowedSources: null,
})
const recordAt = (offset: number, key: string | null, tenantid?: string) => ({
  ...{ offset, timestamp: 0, headers: {} },
  key: key === null ? null : Buffer.from(key),
  value: Buffer.from(JSON.stringify({ specversion: '1.0', ...(tenantid && { tenantid }) })),
})
const event = (organization: string): Decoded<SourceEvent> => ({
  outcome: 'event',
  event: { organization, source: '/plm/main', time: '2026-01-01T00:00:00.000Z' },
})
const dead: Decoded<SourceEvent> = { outcome: 'dead', reason: 'malformed', detail: 'it has no type' }

describe('classification of records', () => {
  it('only counts what names purged organizations alone, and rejects what names another one or none', () => {
    const decoded = [
      { record: recordAt(0, 'gone/supplier/1'), decoded: event('gone') },
      { record: recordAt(1, 'here/supplier/1'), decoded: event('here') },
      { record: recordAt(2, 'gone/supplier/1'), decoded: dead },
      { record: recordAt(3, 'gone'), decoded: dead },
      { record: recordAt(4, null, 'gone'), decoded: dead },
      { record: recordAt(5, 'here/supplier/1', 'gone'), decoded: dead },
      { record: recordAt(6, 'gone/supplier/1', 'unknown'), decoded: dead },
      { record: recordAt(7, null), decoded: dead },
      { record: recordAt(8, 'unknown/supplier/1'), decoded: event('unknown') },
      { record: recordAt(9, 'gone/supplier/1'), decoded: { outcome: 'ignored' } as const },
    ]
    const registered = [known('here')]
    expect(unregisteredKeys(decoded, registered).sort()).to.deep.equal(['gone', 'unknown'])
    const [step, ...others] = classify(decoded, { registered, purged: new Set(['gone']) }, { from: 0, to: 10 })
    expect(others).to.deep.equal([])
    expect(step).to.include({ from: 0, to: 10, purged: 4, ignored: 1, deferred: 0 })
    expect(step?.entries.map(({ record }) => record.offset)).to.deep.equal([1])
    expect(step?.dead.map(({ record, organization }) => [record.offset, organization])).to.deep.equal([
      [5, null],
      [6, null],
      [7, null],
      [8, 'unknown'],
    ])
  })
})
