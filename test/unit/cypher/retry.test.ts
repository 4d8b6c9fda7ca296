import { expect } from 'chai'
import { getPublication } from '../../../cypher/bom/read-snapshots.ts'
import { IncompleteRow } from '../../../cypher/errors.ts'
import { getExport } from '../../../cypher/exports/exports.ts'
import { listPublications } from '../../../cypher/ingest/read-ingest.ts'
import { rereading } from '../../../cypher/retry.ts'

describe('rereading', () => {
  /** A read that returns an incomplete row the first `readings` times. */
  function torn(readings: number) {
    let read = 0
    const ask = async () => {
      read += 1
      if (read <= readings) throw new IncompleteRow('test', null)
      return read
    }
    return { ask, count: () => read }
  }

  it('reads again until the row is complete', async () => {
    expect(await rereading(torn(3).ask)).to.equal(4)
  })

  it('fails after eight incomplete reads, and immediately on any other error', async () => {
    const never = torn(Number.POSITIVE_INFINITY)
    expect(await rereading(never.ask).catch((error) => error)).to.be.instanceOf(IncompleteRow)
    expect(never.count()).to.equal(8)
    let asked = 0
    const failure = new Error('another')
    const fail = async () => {
      asked += 1
      throw failure
    }
    expect(await rereading(fail).catch((error) => error)).to.equal(failure)
    expect(asked).to.equal(1)
  })
})

/** Mixtures of two rows: for each property that differs, one row with only it old, and one with only it new. */
function inParts(before: object, after: object): object[] {
  const names = Object.keys(after).filter((name) => Reflect.get(before, name) !== Reflect.get(after, name))
  return names.flatMap((name) => [
    { ...after, [name]: Reflect.get(before, name) },
    { ...before, [name]: Reflect.get(after, name) },
  ])
}

describe('a row that is read while it is written', () => {
  const job = {
    id: 'a',
    sortKey: '2027-04-01T00:00:00.000Z/a',
    kind: 'entities',
    format: 'csv',
    parameters: '{}',
    status: 'running',
    createdAt: '2027-04-01T00:00:00.000Z',
    startedAt: '2027-04-01T00:00:01.000Z',
    completedAt: null,
    expiresAt: null,
    rows: 27,
    byteSize: null,
    sha256: null,
    errorCode: null,
    fence: 1,
  }
  const file = { expiresAt: '2027-04-02T00:00:02.000Z', byteSize: 1000, sha256: 'f00d' }
  const completed = { ...job, completedAt: '2027-04-01T00:00:02.000Z', status: 'completed', ...file }
  const failed = { ...job, completedAt: '2027-04-01T00:00:02.000Z', status: 'failed', errorCode: 'internal_error' }

  it('is accepted before and after the end of an export, and incomplete in between', () => {
    for (const whole of [job, { ...job, status: 'queued', startedAt: null }, completed, failed])
      expect(getExport.row.parse(whole)).to.deep.equal(whole)
    for (const part of [...inParts(job, completed), ...inParts(job, failed)])
      expect(() => getExport.row.parse(part), JSON.stringify(part)).to.throw('is only partly written')
  })

  const building = {
    snapshotId: 's',
    offset: 4,
    status: 'building',
    seq: null,
    publicationId: null,
    started: '{}',
    endedAt: null,
    retiredAt: null,
    reason: null,
    expected: null,
    seen: null,
    totals: null,
    faults: null,
    faultCount: 0,
  }
  const ended = { endedAt: '2027-04-01T00:00:02.000Z' }
  const published = { ...building, ...ended, status: 'completed', seq: 3, publicationId: 'p' }
  const aborted = { ...building, ...ended, status: 'aborted', reason: 'aborted: by hand' }
  const failedByEvent = { ...aborted, status: 'failed', faults: '[{}]', faultCount: 1 }
  const retired = { ...published, status: 'retired', retiredAt: '2028-04-01T00:00:02.000Z' }

  it('is accepted before and after a publication ends or retires, and incomplete in between', () => {
    for (const whole of [building, published, aborted, failedByEvent, retired])
      expect(listPublications.row.parse(whole)).to.deep.equal(whole)
    const parts = [...inParts(building, published), ...inParts(building, aborted), ...inParts(published, retired)]
    parts.push({ ...failedByEvent, faults: null })
    for (const part of parts)
      expect(() => listPublications.row.parse(part), JSON.stringify(part)).to.throw('is only partly written')
  })

  it('is accepted before and after a snapshot is completed, retired, or purged, and incomplete in between', () => {
    const none = { status: 'building', seq: null, doc: null, retiredAt: null, purgedAt: null }
    const there = { ...none, status: 'completed', seq: 3, doc: '{}' }
    const gone = { ...there, status: 'retired', retiredAt: '2028-04-01T00:00:02.000Z' }
    const purged = { ...gone, doc: null, purgedAt: '2028-04-02T00:00:02.000Z' }
    for (const whole of [none, there, gone, purged]) expect(getPublication.row.parse(whole)).to.deep.equal(whole)
    for (const part of [...inParts(none, there), ...inParts(there, gone), ...inParts(gone, purged)])
      expect(() => getPublication.row.parse(part), JSON.stringify(part)).to.throw('is only partly written')
  })
})
