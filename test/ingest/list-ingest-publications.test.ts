import { expect } from 'chai'
import { listIngestPublications } from '../../api/operations/ingest/list-ingest-publications.ts'
import type { IngestPublication } from '../../schemas/ingest/publications.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { bomEvent, freshSnapshotId, publication, type TestBom } from '../support/bom/bom-events.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'

const bom: TestBom = {
  'QM-1': [
    { ref: 'L-1', yields: { 'QM-1-S': '1.2', 'QM-1-M': '1.25' } },
    { ref: 'L-2', yields: { 'QM-1-S': '4', 'QM-1-M': '4' } },
  ],
  'QM-2': [{ ref: 'L-1', yields: { 'QM-2-M': '0.98' } }],
}
const whole = { styleCount: 2, skuCount: 3, lineCount: 3, rowCount: 5 }
const first = { styleCount: 1, skuCount: 2, lineCount: 2, rowCount: 4 }
const nothing = { styleCount: 0, skuCount: 0, lineCount: 0, rowCount: 0 }

describe('listIngestPublications', () => {
  let installation: Installation
  let theirs: string
  let expected: Pick<IngestPublication, 'snapshotId' | 'state' | 'reason' | 'expected' | 'seen' | 'publicationNumber'>[]

  before(async () => {
    installation = await openInstallation()
    const { organization, publish, startHere, caughtUp, graph } = installation
    theirs = freshOrganization()
    await register(graph, theirs)
    const ids = Array.from({ length: 7 }, freshSnapshotId)
    const [done = '', wrong = '', given = '', broken = '', replaced = '', late = '', open = ''] = ids
    const events = (snapshotId: string, options: object = {}) =>
      publication(organization, bom, { snapshotId, ...options })
    const resent = events(replaced).slice(0, 2)
    await publish([
      ...events(done),
      ...events(wrong, { claim: { rowCount: 6 } }),
      ...events(given).slice(0, 2),
      bomEvent(organization, 'aborted', given, { reason: 'the job died' }),
      ...events(broken).slice(0, 1),
      bomEvent(organization, 'style', broken, { style: {} }),
      // A style that is sent again is counted once.
      ...resent,
      ...events(replaced, { version: '2' }).slice(1, 2),
      ...events(late, { time: '2026-01-01T00:00:00.000Z' }),
      ...events(open).slice(0, 2),
    ])
    await startHere()
    await caughtUp()
    const failed = { state: 'failed' as const, publicationNumber: null }
    expected = [
      {
        snapshotId: done,
        state: 'completed' as const,
        reason: null,
        expected: whole,
        seen: whole,
        publicationNumber: 1,
      },
      {
        snapshotId: wrong,
        ...failed,
        reason: 'wrong_counts' as const,
        expected: { ...whole, rowCount: 6 },
        seen: whole,
      },
      {
        snapshotId: given,
        ...failed,
        state: 'aborted' as const,
        reason: 'aborted' as const,
        expected: null,
        seen: first,
      },
      { snapshotId: broken, ...failed, reason: 'invalid_data' as const, expected: null, seen: nothing },
      { snapshotId: replaced, ...failed, reason: 'superseded' as const, expected: null, seen: first },
      { snapshotId: late, ...failed, reason: 'out_of_order' as const, expected: whole, seen: whole },
      { snapshotId: open, ...failed, state: 'building' as const, reason: null, expected: null, seen: first },
    ].reverse()
  })
  after(() => installation.close())

  const context = (organization: string) => contextFor(installation.graph, organization, ['ingest:read'])
  const shown = ({ snapshotId, state, reason, expected: declared, seen, publicationNumber }: IngestPublication) => ({
    snapshotId,
    state,
    reason,
    expected: declared,
    seen,
    publicationNumber,
  })

  it('returns publications of each status, newest first, with declared and received counts', async () => {
    const own = context(installation.organization)
    for (const limits of [[1000], [1], [2, 3]])
      expect((await walk(listIngestPublications, {}, own, limits)).map(shown)).to.deep.equal(expected)
    for (const state of ['building', 'completed', 'failed', 'aborted', 'retired']) {
      const ofState = expected.filter((row) => row.state === state)
      expect((await walk(listIngestPublications, { state }, own, [2])).map(shown), state).to.deep.equal(ofState)
    }
    expect(await walk(listIngestPublications, {}, context(theirs), [10])).to.deep.equal([])
  })

  it('returns the reason of a failure, the source, and the times of a publication', async () => {
    const { data } = await call(listIngestPublications, {}, context(installation.organization))
    const details = Object.fromEntries(data.map(({ reason, detail }) => [reason ?? '', detail]))
    expect(details.wrong_counts).to.equal('rowCount is 6, but 5 came')
    expect(details.aborted).to.equal('the job died')
    expect(details.invalid_data).to.contain('styleNumber').and.not.contain('invalid_data')
    const time = '2026-09-14T02:10:00.000Z'
    const common = { source: '/plm/main', sourceRunId: 'run-1', effectiveAt: time, startedAt: time, retiredAt: null }
    const [building, completed] = [data[0], data.at(-1)]
    expect(building).to.deep.include({ ...common, endedAt: null, publicationId: null, detail: null })
    expect(completed).to.deep.include({ ...common, endedAt: time, detail: null })
    expect(completed?.publicationId).to.match(/^[0-9a-f-]{36}$/)
  })

  it('requires its scope, and a cursor of the same organization and status', async () => {
    const { graph, organization } = installation
    expect(await codeOf(listIngestPublications, {}, contextFor(graph, organization))).to.equal('insufficient_scope')
    const { links } = await call(listIngestPublications, { limit: 1 }, context(organization))
    const { next: cursor } = links
    expect(await codeOf(listIngestPublications, { cursor }, context(theirs))).to.equal('invalid_cursor')
    expect(await codeOf(listIngestPublications, { cursor, state: 'failed' }, context(organization))).to.equal(
      'invalid_cursor',
    )
    expect(await codeOf(listIngestPublications, { state: 'done' }, context(organization))).to.equal('invalid_request')
  })
})
