import { expect } from 'chai'
import type { Graph, Run } from '../../cypher/connect.ts'
import { promote, type Transact } from '../../projector/publications/promote.ts'
import { type Reader, readerOf } from '../../projector/publications/publication-state.ts'
import { type ChangedStyle, verify } from '../../projector/publications/verify.ts'
import type { BomData } from '../../schemas/records/bom-events.ts'
import { publication, type TestBom } from '../support/bom/bom-events.ts'
import { heldGraph } from '../support/graph/held-graph.ts'
import { countNodes, readLinks, readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { until } from '../support/until.ts'

/** A BOM of `styles` styles with two lines each. */
function bomOf(styles: number): TestBom {
  const lines = ['L-1', 'L-2'].map((ref, at) => ({ ref, material: `MT-${at}`, yields: { S: '1.20', M: '1.25' } }))
  return Object.fromEntries(Array.from({ length: styles }, (_, at) => [`QM-${at}`, lines]))
}

/** The expected numbers of stored styles, lines, and uses of materials for that BOM. */
const wholeOf = (styles: number) => ({ styles, lines: 2 * styles, uses: 2 * styles })

async function versionsIn({ graph, organization }: Pick<Installation, 'graph' | 'organization'>) {
  const own = { tenantKey: organization }
  return {
    styles: await countNodes(graph, 'BomStyle', own),
    lines: await countNodes(graph, 'BomLine', own),
    uses: (await readLinks(graph, organization)).length,
  }
}

/** A graph that calls `before` with the name of each statement before it runs. */
function watching(graph: Graph, before: (name: string) => unknown): Graph {
  const through =
    (run: Run): Run =>
    async (query, organization, params) => {
      await before(query.name)
      return run(query, organization, params)
    }
  return { ...graph, write: (work, runExclusive) => graph.write((run) => work(through(run)), runExclusive) }
}

describe('a verified publication', () => {
  let installation: Installation
  before(async () => {
    installation = await openInstallation()
    const projector = await installation.startHere()
    await projector.untilReady()
  })
  after(() => installation.close())

  const through =
    (graph: Graph): Transact =>
    (work) =>
      graph.write(work)

  /** Stages a publication up to its last event, verifies it, and returns what `promote` needs. */
  async function staged(styles: number): Promise<{ read: Reader; snapshotId: string; changed: ChangedStyle[] }> {
    const { graph, organization } = installation
    const events = publication(organization, bomOf(styles))
    await installation.publish(events.slice(0, -1))
    await installation.caughtUp()
    const claimed = { contentHash: null, ...(events.at(-1)?.data as object) } as BomData['completed']
    const { snapshotId } = claimed
    const read = readerOf(graph, organization)
    const found = await verify(read, snapshotId, claimed)
    if ('code' in found) throw new Error(`${found.code}: ${found.detail}`)
    return { read, snapshotId, changed: found.changed }
  }

  it('stores each line once if two processes write it concurrently, and reads the next styles while it writes', async () => {
    const styles = 101
    const { graph, organization } = installation
    const { read, snapshotId, changed } = await staged(styles)
    const held = heldGraph()
    held.hold((name) => name === 'bom/openLines')
    const keysRead = new Set<unknown>()
    const noting: Reader = (query, params) => {
      for (const key of (params as { keys?: string[] }).keys ?? []) keysRead.add(key)
      return read(query, params)
    }
    const promoting = { organization, snapshotId, seq: 1, read, removed: null }
    const one = promote({ ...promoting, read: noting, transact: through(held.through(graph)) }, changed)
    await until('the first lines are about to be written', () => held.waiting().length > 0)
    await until('the last style is read', () => keysRead.size === styles)

    const looking = Promise.withResolvers<void>()
    const watched = watching(graph, (name) => name === 'bom/listOpenUses' && looking.resolve())
    const other = promote({ ...promoting, transact: through(watched) }, changed)
    await looking.promise
    held.release()
    await Promise.all([one, other])
    expect(await versionsIn(installation)).to.deep.equal(wholeOf(styles))
  })
})

describe('a publication whose partition another projector claims while it is written', () => {
  let installation: Installation
  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  it('has nothing stored at the takeover, and is complete after it', async () => {
    const { graph, organization, groupId, topics } = installation
    let isLost = false
    const leftAtTakeover: unknown[] = []
    const projector = await installation.startHere({}, (own) =>
      watching(own, async (name) => {
        if (name === 'bom/openLines' && !isLost) {
          isLost = true
          const ofTopic = { groupId, topic: topics.bom.name }
          for (const { partition, epoch } of await readNodes(graph, 'Offset', ofTopic, ['partition', 'epoch']))
            await updateNodes(graph, 'Offset', { ...ofTopic, partition }, { epoch: Number(epoch) + 1 })
        } else if (name === 'system/claimOffset' && isLost) {
          leftAtTakeover.push(await versionsIn(installation))
        }
      }),
    )
    await projector.untilReady()
    await installation.publish(publication(organization, bomOf(3)))
    await installation.caughtUp()
    expect(leftAtTakeover[0]).to.deep.equal(wholeOf(0))
    expect((await projector.metrics()).get('tda_projector_fenced_total')).to.be.at.least(1)
    expect(await versionsIn(installation)).to.deep.equal(wholeOf(3))
    expect(projector.lines('publication completed')).to.have.length(1)
  })
})
