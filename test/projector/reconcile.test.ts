import { expect } from 'chai'
import type { Graph, Run } from '../../cypher/connect.ts'
import { deleteMarks, hasConnectedData } from '../../cypher/reconcile.ts'
import { reconcileSome } from '../../projector/reconcile/reconcile-some.ts'
import type { MaterialFactoryPosition } from '../../schemas/connected.ts'
import { applyLog } from '../support/apply-log.ts'
import { connectTestGraph, freshOrganization } from '../support/graph.ts'
import { expectSame, graphLines } from '../support/graph-lines.ts'
import { explain } from '../support/plan.ts'
import { openExceptions } from '../support/reconcile-oracle.ts'
import { at, events, gone, material, position, record } from '../support/reconcile-scenario.ts'
import { drain, exceptionsOf, linesOf, marksOf, NO_GROUP } from '../support/reconciled.ts'
import type { SourceEvent } from '../support/source-event.ts'
import { watchedGraph } from '../support/watched-graph.ts'

describe('the reconciler', () => {
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  /** Applies events and does all that they mark. */
  const say = async (organization: string, ...said: SourceEvent[]) => {
    await applyLog(graph, organization, said)
    return drain(graph, organization)
  }
  const namesOf = ({ asked }: ReturnType<typeof watchedGraph>) => asked.map(({ query }) => query.name)
  const openLines = async (organization: string) => linesOf(await exceptionsOf(graph, organization))
  const positions = async (organization: string): Promise<MaterialFactoryPosition[]> => {
    const rows = await graph.execute('MATCH (p:OpenPosition {tenantKey: $organization}) RETURN p.doc AS doc', {
      organization,
    })
    return rows.map(({ doc }) => JSON.parse(String(doc)))
  }
  const site = record('factory', 'vendor_site:FS-1', 1, [{ system: 'erp', kind: 'facility_id', value: 'FA-1' }])
  const item = (...values: string[]) =>
    values.map((value) => ({ system: 'erp', instance: 'main', kind: 'item', value }))

  /** Without the dataset, for which everything is looked at again. */
  const quiet = events.filter(({ kind }) => kind !== 'dataset')

  it('opens an exception, follows it, resolves it and opens it anew, in event times', async () => {
    const organization = freshOrganization()
    await say(organization, material('MT-1', 1, item('I-1')), site)
    const lives: [number, string][] = [
      [2, '-1'],
      [3, '-1'],
      [4, '-2'],
      [5, '1'],
      [6, '-3'],
    ]
    const seen: unknown[] = []
    for (const [version, onHand] of lives) {
      await say(organization, position('p-1', version, 'I-1', at('FA-1'), { onHand }, 'wms'))
      const [one] = [
        ...(await exceptionsOf(graph, organization)),
        ...(await exceptionsOf(graph, organization, 'resolved')),
      ]
      seen.push([one?.status, one?.observed, one?.firstSeenAt.slice(14, 16), one?.lastSeenAt.slice(14, 16)])
    }
    // What is seen again as it was is not written: the second position changes nothing.
    expect(seen).to.deep.equal([
      ['open', '-1', '02', '02'],
      ['open', '-1', '02', '02'],
      ['open', '-2', '02', '04'],
      ['resolved', '-2', '02', '05'],
      ['open', '-3', '06', '06'],
    ])
  })

  it('finds what brute force finds without a publication, and nothing when all is deleted', async () => {
    const organization = freshOrganization()
    await say(organization, ...quiet)
    expect(await openLines(organization)).to.deep.equal(openExceptions(quiet, null))
    const last = new Map(
      events.map(({ kind, system, recordId }) => [`${kind}/${system}/${recordId}`, { kind, system, recordId }]),
    )
    await say(organization, ...[...last.values()].map((one) => gone(one.kind, one.recordId, 99, one.system)))
    expect(await openLines(organization)).to.deep.equal([])
    const [row] = await graph.execute('MATCH (c:ConnectedRecord {tenantKey: $organization}) RETURN count(c) AS n', {
      organization,
    })
    expect(row?.n).to.equal(0)
  })

  it('moves positions and exceptions with the owner of their code', async () => {
    const organization = freshOrganization()
    const sent = position('p-1', 1, 'I-X', at('FA-1'), { onHand: '-1' }, 'wms')
    await say(organization, sent)
    expect(await openLines(organization)).to.deep.equal([
      'NEGATIVE_ON_HAND I-X FA-1',
      'ORPHAN_FACTORY I-X FA-1',
      'ORPHAN_MATERIAL I-X FA-1',
    ])
    await say(organization, site)
    await say(organization, material('MT-1', 1, item('I-X')))
    expect(await openLines(organization)).to.deep.equal(['NEGATIVE_ON_HAND MT-1 FA-1'])
    await say(organization, material('MT-2', 1, item('I-X')))
    expect(await openLines(organization)).to.deep.equal(['AMBIGUOUS_MATCH I-X FA-1', 'NEGATIVE_ON_HAND I-X FA-1'])
    expect((await positions(organization)).map(({ material: { id } }) => id)).to.deep.equal([null])
    await say(organization, material('MT-1', 2, []))
    expect(await openLines(organization)).to.deep.equal(['NEGATIVE_ON_HAND MT-2 FA-1'])
    const [now] = await positions(organization)
    expect(now?.material).to.deep.include({ code: 'MT-2', label: 'MT-2 MT-2 cloth' })
    expect(now?.factory.code).to.equal('FA-1')
    await say(organization, gone('source_record', 'vendor_site:FS-1', 2, 'erp'), gone('material', 'M-MT-2', 2))
    expect(await openLines(organization)).to.deep.equal([
      'NEGATIVE_ON_HAND I-X FA-1',
      'ORPHAN_FACTORY I-X FA-1',
      'ORPHAN_MATERIAL I-X FA-1',
    ])
  })

  it('writes nothing when it looks again at what did not change', async () => {
    const organization = freshOrganization()
    await say(organization, ...events)
    const before = await graphLines(graph, organization)
    await graph.execute(
      `CREATE (r:Recheck:Tenant_${organization} {tenantKey: $organization, id: 'again', subjects: ['["all"]'], times: ['2030-01-01T00:00:00.000Z']})`,
      { organization },
    )
    expect(await drain(graph, organization)).to.be.greaterThan(3)
    expectSame(before, await graphLines(graph, organization))
  })

  it('does all that one mark holds, wide and narrow', async () => {
    const organization = freshOrganization()
    const alone = position('p-9', 1, 'I-9', at('FA-9'), { onHand: '-1' }, 'wms')
    await say(organization, material('MT-1', 1, item('I-1')), site, alone)
    expect(await openLines(organization)).to.deep.equal([
      'NEGATIVE_ON_HAND I-9 FA-9',
      'ORPHAN_FACTORY I-9 FA-9',
      'ORPHAN_MATERIAL I-9 FA-9',
    ])
  })

  it('loses nothing when a transaction fails before it is committed, each of them', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, quiet)
    const cut: Graph = {
      ...graph,
      write: (work) =>
        graph.write(async (run: Run) => {
          await work(run)
          throw new Error('the power went out')
        }),
    }
    for (let isLeft = true; isLeft; isLeft = await reconcileSome(graph, NO_GROUP, organization)) {
      const marks = await marksOf(graph, organization)
      await reconcileSome(cut, NO_GROUP, organization).then(
        () => expect.fail('the transaction was committed'),
        ({ message }) => expect(message).to.include('power'),
      )
      expect(await marksOf(graph, organization)).to.equal(marks)
    }
    expect(await openLines(organization)).to.deep.equal(openExceptions(quiet, null))
  })

  it('does no harm when it runs twice at once, while more comes in', async () => {
    const organization = freshOrganization()
    const other = connectTestGraph()
    const half = Math.floor(quiet.length / 2)
    await applyLog(graph, organization, quiet.slice(0, half))
    await Promise.all([
      drain(graph, organization),
      drain(other, organization),
      applyLog(graph, organization, quiet.slice(half)),
    ])
    await Promise.all([drain(graph, organization), drain(other, organization)])
    await other.close()
    expect(await openLines(organization)).to.deep.equal(openExceptions(quiet, null))
  })

  it('waits for those who made the marks that it takes, before it reads what they wrote', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, quiet)
    const watched = watchedGraph(graph)
    await reconcileSome(watched.graph, NO_GROUP, organization)
    const [, , ...names] = namesOf(watched)
    expect(names.slice(0, 2)).to.deep.equal(['reconcile/list-marks', 'reconcile/delete-marks'])
    expect(names).to.include('reconcile/get-newest-seq')
    expect(names.filter((name) => name === 'reconcile/delete-marks')).to.have.length(1)
    const [seek] = (await explain(deleteMarks)).filter(({ details }) => details.includes('Recheck'))
    expect(seek?.operator).to.equal('NodeUniqueIndexSeek(Locking)')
  })

  it('forgets marks where no system says anything of materials and factories, in a few looks', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, [material('MT-1', 1, item('I-1')), material('MT-2', 1, item('I-2'))])
    const watched = watchedGraph(graph)
    expect(await marksOf(graph, organization)).to.equal(1)
    await drain(watched.graph, organization)
    expect(await marksOf(graph, organization)).to.equal(0)
    expect(namesOf(watched).filter((name) => name === 'reconcile/hold-reconciliation')).to.have.length(2)
    // Who says the first thing of all is heard in full.
    await say(organization, site, position('p-1', 1, 'I-1', at('FA-1'), { onHand: '-1' }, 'wms'))
    expect(await openLines(organization)).to.deep.equal(['NEGATIVE_ON_HAND MT-1 FA-1'])
  })

  it('forgets no mark whose commit it saw before the data that came with it', async () => {
    const organization = freshOrganization()
    await applyLog(graph, organization, quiet)
    // What a reader of a commit in parts is told, the first time.
    let isEarly = true
    const early: Graph = {
      ...graph,
      write: (work) =>
        graph.write((run: Run) =>
          work(async (query, of, params) => {
            const rows = await run(query, of, params)
            if (query.name !== hasConnectedData.name || !isEarly) return rows
            isEarly = false
            return rows.map((row) => ({ ...row, has: false }))
          }),
        ),
    }
    await reconcileSome(early, NO_GROUP, organization)
    expect(isEarly).to.equal(false)
    await drain(graph, organization)
    expect(await openLines(organization)).to.deep.equal(openExceptions(quiet, null))
  })
})
