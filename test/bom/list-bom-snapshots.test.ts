import { expect } from 'chai'
import { ApiError } from '../../api/core/errors.ts'
import type { Operation } from '../../api/core/operation.ts'
import { perform } from '../../api/core/perform.ts'
import { responseJson } from '../../api/http/rest/response-json.ts'
import { listBomSnapshots } from '../../api/operations/bom/list-bom-snapshots.ts'
import { listBomYieldChanges } from '../../api/operations/bom/list-bom-yield-changes.ts'
import { listBomYields } from '../../api/operations/bom/list-bom-yields.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import {
  type Published,
  published,
  retire,
  snapshotOf,
  writeHistory,
  writePublication,
} from '../support/bom/bom-graph.ts'
import { expectedYields } from '../support/bom/bom-oracle.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { updateNodes } from '../support/graph/stored-nodes.ts'

const graph = connectTestGraph()

/** The whole error of an operation as text: code, message, errors, and headers. */
async function refusal(operation: Operation, input: unknown, context: Parameters<typeof perform>[2]): Promise<string> {
  const error = await perform(operation, input, context).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error(`${operation.operationId} did not refuse: ${String(error)}`)
  return JSON.stringify([error.code, error.message, error.errors, error.headers])
}

describe('BOM snapshots', () => {
  const [organization, other] = [freshOrganization(), freshOrganization()]
  const context = contextFor(graph, organization)
  const days = ['2027-03-01', '2027-03-02', '2027-03-02', '2027-03-05', '2027-03-06']
  const history = randomBoms(5, { styles: 6, publications: 5 }).map((bom, at) => published(bom, at + 1, days[at]))
  const at = (seq: number) => history[seq - 1] as Published
  const idOfSeq = (seq: number) => at(seq).snapshotId
  const [building, failed, aborted] = [
    '01JPQ8BVJDJNG0000000000000',
    '01JPQ8FAJED000000000000000',
    '01JPQ8AB0RTED0000000000000',
  ]

  before(async () => {
    await writeHistory(graph, organization, history)
    await writeHistory(
      graph,
      other,
      history.map((one, index) => ({ ...one, snapshotId: `01JPQ8TE1RS00000000000000${index}` })),
    )
    await writePublication(graph, organization, { snapshotId: building, status: 'building' })
    await writePublication(graph, organization, { snapshotId: failed, status: 'failed' })
    await writePublication(graph, organization, { snapshotId: aborted, status: 'aborted' })
  })
  after(() => graph.close())

  describe('listBomSnapshots', () => {
    it('lists completed snapshots, newest first, for any page size', async () => {
      const expected = history.map((one, index) => ({
        ...snapshotOf(organization, history, one, index + 1),
        availableUntil: index === 4 ? null : new Date(Date.parse(one.completedAt) + 400 * 86_400_000).toISOString(),
      }))
      for (const limits of [[1], [2], [7], [1000]]) {
        expect(await walk(listBomSnapshots, {}, context, limits)).to.deep.equal(expected.toReversed())
      }
    })

    it('computes availableUntil from the configured days, and returns null for the newest snapshot', async () => {
      const { data } = await call(listBomSnapshots, {}, { ...context, snapshotRetentionDays: 1 })
      expect(data.map(({ availableUntil }) => availableUntil).slice(0, 2)).to.deep.equal([
        null,
        '2027-03-06T02:14:31.000Z',
      ])
    })

    it('returns an empty page for an organization without snapshots', async () => {
      const page = await call(listBomSnapshots, {}, contextFor(graph, freshOrganization()))
      expect(page).to.deep.equal({ data: [], links: { next: null }, meta: {} })
    })
  })

  describe('a snapshot that a request selects', () => {
    const compared = async (input: Record<string, unknown>) => {
      const { meta } = await call(listBomYieldChanges, { ...input, limit: 1 }, context)
      return [meta.fromSnapshot.snapshotId, meta.toSnapshot.snapshotId]
    }

    it('is the latest one at the end of the given day; a comparison defaults to the last two', async () => {
      expect(await compared({})).to.deep.equal([idOfSeq(4), idOfSeq(5)])
      expect(await compared({ from: '2027-03-01' })).to.deep.equal([idOfSeq(1), idOfSeq(5)])
      expect(await compared({ from: '2027-03-01', to: '2027-03-02' })).to.deep.equal([idOfSeq(1), idOfSeq(3)])
      expect(await compared({ to: '2027-03-04' })).to.deep.equal([idOfSeq(2), idOfSeq(3)])
      expect(await compared({ fromSnapshotId: idOfSeq(2), to: '9999-12-31' })).to.deep.equal([idOfSeq(2), idOfSeq(5)])
      expect(await compared({ from: '2027-03-05', toSnapshotId: idOfSeq(4) })).to.deep.equal([idOfSeq(4), idOfSeq(4)])
      expect(await compared({ toSnapshotId: idOfSeq(2) })).to.deep.equal([idOfSeq(1), idOfSeq(2)])
    })

    it('is not found before the first snapshot', async () => {
      const none = contextFor(graph, freshOrganization())
      for (const input of [{ from: '2027-02-28' }, { to: '2027-02-28' }, { toSnapshotId: idOfSeq(1) }]) {
        expect(await codeOf(listBomYieldChanges, input, context), JSON.stringify(input)).to.equal('snapshot_not_found')
      }
      for (const operation of [listBomYields, listBomYieldChanges])
        expect(await codeOf(operation, {}, none)).to.equal('snapshot_not_found')
    })

    it('must not be selected by day and ID at once, nor be newer than `to`: the error names each parameter', async () => {
      const [older, newer] = [idOfSeq(1), idOfSeq(4)]
      const cases: [Record<string, unknown>, string[]][] = [
        [{ from: '2027-03-01', fromSnapshotId: older }, ['from', 'fromSnapshotId']],
        [{ to: '2027-03-01', toSnapshotId: older }, ['to', 'toSnapshotId']],
        [
          { from: '2027-03-01', fromSnapshotId: older, to: '2027-03-01', toSnapshotId: older },
          ['from', 'fromSnapshotId', 'to', 'toSnapshotId'],
        ],
        [{ fromSnapshotId: newer, toSnapshotId: older }, ['fromSnapshotId', 'toSnapshotId']],
        [{ from: '2027-03-06', to: '2027-03-01' }, ['from', 'to']],
        [{ changeType: 'unchanged', includeUnchanged: false }, ['changeType', 'includeUnchanged']],
      ]
      for (const [input, names] of cases) {
        const error = await perform(listBomYieldChanges, input, context).catch((thrown: unknown) => thrown)
        if (!(error instanceof ApiError)) throw new Error(`${JSON.stringify(input)} was not refused`)
        expect([error.code, error.errors?.map((fault) => fault.name)]).to.deep.equal(['invalid_request', names])
        expect(error.errors?.every((fault) => fault.in === 'query')).to.equal(true)
      }
      expect(await codeOf(listBomYieldChanges, { from: '2027-02-30' }, context)).to.equal('invalid_request')
    })

    it('returns the same 404 for an unknown, failed, aborted, or invalid ID, and for one of another organization', async () => {
      const ids = [
        '01JPQ8Z5T0V6M3C1K9W2R7X4ZZ',
        failed,
        aborted,
        'ZZZZZZZZZZZZZZZZZZZZZZZZZZ',
        '01JPQ8TE1RS000000000000000',
      ]
      const refusals = [
        ...(await Promise.all(ids.map((snapshotId) => refusal(listBomYields, { snapshotId }, context)))),
        ...(await Promise.all(ids.map((toSnapshotId) => refusal(listBomYieldChanges, { toSnapshotId }, context)))),
        ...(await Promise.all(ids.map((fromSnapshotId) => refusal(listBomYieldChanges, { fromSnapshotId }, context)))),
      ]
      expect(new Set(refusals).size).to.equal(1)
      expect(refusals[0]).to.match(/^\["snapshot_not_found"/)
    })

    it('returns snapshot_not_completed while it is being built', async () => {
      expect(await codeOf(listBomYields, { snapshotId: building }, context)).to.equal('snapshot_not_completed')
      expect(await codeOf(listBomYieldChanges, { fromSnapshotId: building }, context)).to.equal(
        'snapshot_not_completed',
      )
    })
  })

  describe('two organizations', () => {
    it('with the same codes see only their own rows, and accept no cursor from each other', async () => {
      const rows = await walk(listBomYields, {}, contextFor(graph, other), [1000])
      expect(rows).to.deep.equal(expectedYields(other, at(5).bom, '01JPQ8TE1RS000000000000004'))
      const { next } = await perform(listBomYields, { limit: 1 }, contextFor(graph, other))
      expect(await codeOf(listBomYields, { cursor: next }, context)).to.equal('invalid_cursor')
      const changes = await perform(listBomYieldChanges, { includeUnchanged: true, limit: 1000 }, context)
      for (const { styleId } of rows) expect(responseJson(changes).toString()).not.to.include(styleId)
    })
  })

  describe('a retired snapshot', () => {
    const retiredAt = '2027-03-31T12:00:00.000Z'
    const atTime = (time: string) => ({ ...context, now: () => new Date(time) })
    const cursors = { yields: '', changes: '' }

    before(async () => {
      const yields = await perform(listBomYields, { snapshotId: idOfSeq(1), limit: 2 }, context)
      const changes = await perform(
        listBomYieldChanges,
        { fromSnapshotId: idOfSeq(1), toSnapshotId: idOfSeq(3), includeUnchanged: true, limit: 2 },
        context,
      )
      Object.assign(cursors, { yields: yields.next, changes: changes.next })
      await retire(graph, organization, idOfSeq(1), retiredAt)
    })

    it('is neither selected nor listed', async () => {
      expect(await codeOf(listBomYields, { snapshotId: idOfSeq(1) }, context)).to.equal('snapshot_retired')
      expect(await codeOf(listBomYieldChanges, { fromSnapshotId: idOfSeq(1) }, context)).to.equal('snapshot_retired')
      expect(await codeOf(listBomYieldChanges, { from: '2027-03-01' }, context)).to.equal('snapshot_not_found')
      const { data } = await call(listBomSnapshots, {}, context)
      expect(data.map(({ snapshotId }) => snapshotId)).to.deep.equal([5, 4, 3, 2].map(idOfSeq))
    })

    it('returns snapshot_retired if a comparison would select it by default', async () => {
      expect(await codeOf(listBomYieldChanges, { toSnapshotId: idOfSeq(2) }, context)).to.equal('snapshot_retired')
    })

    it('can be read for exactly 24 h with cursors from before it was retired', async () => {
      const input = { snapshotId: idOfSeq(1), limit: 1000 }
      const rest = await call(listBomYields, { ...input, cursor: cursors.yields }, atTime('2027-04-01T11:59:59.999Z'))
      expect(rest.data).to.deep.equal(expectedYields(organization, at(1).bom, idOfSeq(1)).slice(2))
      const pair = {
        fromSnapshotId: idOfSeq(1),
        toSnapshotId: idOfSeq(3),
        includeUnchanged: true,
        cursor: cursors.changes,
      }
      const changes = await call(listBomYieldChanges, pair, atTime('2027-04-01T11:59:59.999Z'))
      expect(changes.data.length).to.be.above(2)
      const late = atTime('2027-04-01T12:00:00.000Z')
      expect(await codeOf(listBomYields, { ...input, cursor: cursors.yields }, late)).to.equal('snapshot_retired')
      expect(await codeOf(listBomYieldChanges, pair, late)).to.equal('snapshot_retired')
    })

    it('returns snapshot_retired for such a cursor once its rows are purged, even within 24 h', async () => {
      const purged = { tenantKey: organization, snapshotId: idOfSeq(1) }
      await updateNodes(graph, 'Publication', purged, { purgedAt: '2027-04-01T00:00:00.000Z', doc: null })
      const input = { snapshotId: idOfSeq(1), cursor: cursors.yields }
      expect(await codeOf(listBomYields, input, atTime(retiredAt))).to.equal('snapshot_retired')
    })
  })
})
