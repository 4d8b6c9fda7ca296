import { expect } from 'chai'
import { listBomSnapshots } from '../../api/operations/bom/list-bom-snapshots.ts'
import { listBomYieldChanges } from '../../api/operations/bom/list-bom-yield-changes.ts'
import { listBomYields } from '../../api/operations/bom/list-bom-yields.ts'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import { listIngestPublications } from '../../api/operations/ingest/list-ingest-publications.ts'
import type { Graph } from '../../cypher/connect.ts'
import { GraphError } from '../../cypher/errors.ts'
import { setMaxShrink } from '../../cypher/system/organizations.ts'
import type { Envelope } from '../../schemas/records/record-events.ts'
import { call, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { freshSnapshotId, publication, type TestBom } from '../support/bom/bom-events.ts'
import { partial, type RandomStep, randomSteps, totalsOf } from '../support/bom/partial-publications.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { deleteNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { trippingGraph, trips } from '../support/graph/tripping-graph.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'
import { tda } from '../support/processes/tda.ts'

const SEQUENCES = Number(process.env.PARTIAL_SEQUENCES ?? 6)

/** Sequences that are published at the same time. */
const TOGETHER = 10

const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number, 2)).toISOString()

/** An organization with functions that publish its BOM and read what the API returns of it. */
async function openBrand({ graph, topics, send, caughtUp }: Installation) {
  const organization = freshOrganization()
  await register(graph, organization)
  const context = contextFor(graph, organization, ['graph:read', 'bom:read', 'ingest:read'])
  const sendAll = (...publications: readonly Envelope[][]) =>
    send(
      publications.flat().map((event) => ({
        ...{ topic: topics.bom.name, key: organization, value: JSON.stringify(event) },
      })),
    )
  return {
    organization,
    context,
    send: sendAll,
    publish: async (events: readonly Envelope[]) => {
      await sendAll([...events])
      await caughtUp()
    },
    /** The result of the newest publication. */
    newest: async () => {
      const { data } = await call(listIngestPublications, { limit: 1 }, context)
      const [{ state, reason, detail, mode, removedStyleCount } = {} as never] = data
      return { state, reason, detail, mode, removedStyleCount }
    },
    snapshots: async () => (await call(listBomSnapshots, {}, context)).data.reverse(),
    styles: async () => [...new Set((await walk(listBomYields, {}, context, [1000])).map(({ style }) => style))],
  }
}

type Brand = Awaited<ReturnType<typeof openBrand>>

/** A history that one organization publishes in both modes, and another one in full. */
interface Sequence {
  what: string
  steps: RandomStep[]
  mixed: Brand
  full: Brand
}

const line = (net = '1.20') => [{ ref: 'L-1', yields: { S: net, M: '1.25' } }]
const bom: TestBom = { 'QM-1': line(), 'QM-2': line(), 'QM-3': line() }

describe('partial publications', () => {
  let installation: Installation
  let brand: Brand
  let failNext: string | null = null
  before(async () => {
    installation = await openInstallation()
    const projector = await installation.startHere({}, (graph) => failing(trippingGraph(graph)))
    await projector.untilReady()
  })
  after(() => installation.close())
  beforeEach(async () => {
    brand = await openBrand(installation)
  })

  /** A graph in which one transaction fails at a statement, as if the projector had been stopped there. */
  const failing = (graph: Graph): Graph => ({
    ...graph,
    write: (work, runExclusive) =>
      graph.write((run) => {
        return work(async (query, organization, params) => {
          if (query.name === failNext) {
            failNext = null
            throw new GraphError('unavailable', 'The connection was closed')
          }
          return run(query, organization, params)
        })
      }, runExclusive),
  })

  it(`leave the same snapshots, changes, and yields as full ones, in ${SEQUENCES} random sequences`, async () => {
    for (let first = 0; first < SEQUENCES; first += TOGETHER) {
      const sequences = await Promise.all(
        Array.from({ length: Math.min(TOGETHER, SEQUENCES - first) }, async (_, at) => ({
          ...{ what: `seed ${first + at}`, steps: randomSteps(first + at) },
          ...{ mixed: await openBrand(installation), full: await openBrand(installation) },
        })),
      )
      for (const { steps, mixed, full } of sequences) {
        await mixed.send(...steps.map((step, at) => eventsOf(mixed.organization, step, at)))
        await full.send(...steps.map(({ bom }, at) => publication(full.organization, bom, { time: timeOf(at) })))
      }
      await installation.caughtUp()
      for (const sequence of sequences) await expectEqualHistories(sequence)
    }
  })

  it('replace the styles that they contain, remove those that they name, and leave all others', async () => {
    const { organization, publish, newest, styles, snapshots, context } = brand
    await publish(publication(organization, bom))
    await publish(partial(organization, { 'QM-2': line('1.30'), 'QM-4': line() }, { removed: ['QM-3', 'QM-never'] }))
    expect(await newest()).to.deep.equal({
      ...{ state: 'completed', reason: null, detail: null, mode: 'partial' },
      // QM-never was not part of the snapshot before.
      removedStyleCount: 1,
    })
    expect(await styles()).to.deep.equal(['QM-1', 'QM-2', 'QM-4'])
    const [before, after] = await snapshots()
    const changes = await walk(
      listBomYieldChanges,
      { fromSnapshotId: before?.snapshotId, toSnapshotId: after?.snapshotId },
      context,
      [1000],
    )
    expect(changes.map(({ style, sku, changeType }) => `${style} ${sku} ${changeType}`).sort()).to.deep.equal([
      'QM-2 S changed',
      'QM-3 M removed',
      'QM-3 S removed',
      'QM-4 M added',
      'QM-4 S added',
    ])
  })

  it('begin with nothing if there is no snapshot', async () => {
    const { organization, publish, styles } = brand
    await publish(partial(organization, { 'QM-1': line() }))
    expect(await styles()).to.deep.equal(['QM-1'])
  })

  it('fail if their counts or their hash are not those of what was sent', async () => {
    const { organization, publish, newest } = brand
    await publish(publication(organization, bom))
    await publish(partial(organization, { 'QM-2': line() }, { claim: { styleCount: 3 } }))
    expect(await newest()).to.include({ reason: 'wrong_counts', detail: 'styleCount is 3, but 1 came' })
    const { contentHash } = totalsOf({ 'QM-2': line() })
    await publish(partial(organization, { 'QM-2': line() }, { claim: { contentHash } }))
    expect(await newest()).to.include({ state: 'completed' })
  })

  it('fail if they contradict themselves, and full ones if they name removed styles', async () => {
    const { organization, publish, newest, styles } = brand
    await publish(publication(organization, bom))
    await publish(partial(organization, { 'QM-2': line() }, { removed: ['QM-1', 'QM-2'] }))
    expect(await newest()).to.include({
      reason: 'invalid_data',
      detail: 'removedStyles.1: the publication contains style S-QM-2 itself',
    })
    await publish(partial(organization, { 'QM-2': line() }, { removed: ['QM-1'], start: { mode: 'full_replacement' } }))
    expect(await newest()).to.include({ reason: 'invalid_data', mode: 'full_replacement' })
    expect(await styles()).to.deep.equal(['QM-1', 'QM-2', 'QM-3'])
  })

  for (const mode of ['full_replacement', 'partial']) {
    it(`fail if another snapshot than the stated one is the newest (${mode})`, async () => {
      const { organization, publish, newest } = brand
      const [first, second] = [freshSnapshotId(), freshSnapshotId()]
      await publish(publication(organization, bom, { snapshotId: first }))
      const basedOn = (previousSnapshotId: string, own = freshSnapshotId()) =>
        publication(organization, bom, { snapshotId: own, start: { mode, previousSnapshotId } })
      await publish(basedOn(first, second))
      expect(await newest()).to.include({ state: 'completed' })
      await publish(basedOn(first))
      expect(await newest()).to.include({
        reason: 'base_moved',
        detail: `it is based on snapshot ${first}, but the newest snapshot is ${second}`,
      })
    })
  }

  for (const name of ['bom/keepTotals', 'bom/openLines', 'bom/closeStyles', 'bom/completePublication']) {
    it(`have the same totals after a stop at ${name}`, async () => {
      const { organization, publish, snapshots } = brand
      const changed = { 'QM-2': [...line('1.30'), { ref: 'L-2', yields: { L: '4' } }], 'QM-4': line() }
      await publish(publication(organization, bom))
      failNext = name
      await publish(partial(organization, changed, { removed: ['QM-3'] }))
      expect(failNext).to.equal(null)
      expect((await snapshots()).at(-1)).to.deep.include(shown(totalsOf({ 'QM-1': line(), ...changed })))
    })
  }

  it('ask for a full one after a publication that failed while it was written', async () => {
    const { organization, publish, newest, styles } = brand
    const lateFailure = { start: { sourceRunId: trips.late } }
    await publish(publication(organization, bom))
    await publish(publication(organization, { ...bom, 'QM-1': line('9.9') }, lateFailure))
    expect(await newest()).to.include({ reason: 'unprocessable' })
    await publish(partial(organization, { 'QM-2': line('1.30') }))
    expect(await newest()).to.include({ reason: 'base_unusable' })
    await publish(publication(organization, bom))
    await publish(partial(organization, { 'QM-2': line('1.30') }))
    expect(await newest()).to.include({ state: 'completed' })
    expect(await styles()).to.deep.equal(['QM-1', 'QM-2', 'QM-3'])
  })

  it('ask for a full one after a snapshot of an earlier version', async () => {
    const { organization, publish, newest, snapshots } = brand
    await publish(publication(organization, bom))
    // A projector of 1.1 stores another hash, and leaves the numbers of the former content.
    await updateNodes(
      installation.graph,
      'BomStyle',
      { tenantKey: organization },
      { countedHash: 'of another content' },
    )
    await publish(partial(organization, { 'QM-2': line('1.30') }))
    expect(await newest()).to.include({ reason: 'base_unusable' })
    await publish(publication(organization, bom))
    await publish(partial(organization, { 'QM-2': line('1.30') }))
    expect((await snapshots()).at(-1)).to.deep.include(shown(totalsOf({ ...bom, 'QM-2': line('1.30') })))
  })

  describe('the limit of a decrease', () => {
    const some = (styles: number): TestBom =>
      Object.fromEntries(Array.from({ length: styles }, (_, at) => [`QM-${at}`, line()]))
    const limit = (maxShrink: number | null) =>
      installation.graph.write((run) => run(setMaxShrink, null, { key: brand.organization, maxShrink }))

    it('rejects a full replacement that is smaller, unless the source allows it', async () => {
      const { organization, publish, newest, styles } = brand
      await publish(publication(organization, some(10)))
      await limit(30)
      await publish(publication(organization, some(7)))
      expect(await newest()).to.include({ state: 'completed' })
      await publish(publication(organization, some(4)))
      expect(await newest()).to.include({
        reason: 'shrunk',
        detail:
          'it has 4 styles and 8 rows, the newest snapshot has 7 styles and 14 rows. A decrease of more than 30 % is ' +
          'accepted only with allowShrink in the started event',
      })
      expect(await styles()).to.have.length(7)
      await publish(publication(organization, some(4), { start: { allowShrink: true } }))
      expect(await newest()).to.include({ state: 'completed' })
    })

    it('compares the rows, too, and does not limit partial publications', async () => {
      const { organization, publish, newest } = brand
      await publish(publication(organization, some(4)))
      await limit(0)
      await publish(publication(organization, { ...some(4), 'QM-0': [{ ref: 'L-1', yields: { S: '1' } }] }))
      expect(await newest()).to.include({ reason: 'shrunk' })
      await publish(partial(organization, {}, { removed: ['QM-0', 'QM-1', 'QM-2'] }))
      expect(await newest()).to.include({ state: 'completed', removedStyleCount: 3 })
    })

    it('decides the same when events are replayed, whatever the limit is by then', async () => {
      const { organization, publish, snapshots } = brand
      const outcomes = async () => {
        const { data } = await call(listIngestPublications, {}, brand.context)
        return data.map(({ snapshotId, state, detail }) => ({ snapshotId, state, detail }))
      }
      await publish(publication(organization, some(10)))
      await publish(publication(organization, some(5)))
      await limit(20)
      await publish(publication(organization, some(2)))
      await publish(partial(organization, { 'QM-1': line('7') }, { removed: ['QM-2'] }))
      const before = { outcomes: await outcomes(), snapshots: await snapshots() }
      expect(before.outcomes.map(({ state }) => state)).to.deep.equal(['completed', 'failed', 'completed', 'completed'])
      for (const maxShrink of [5, null]) {
        await limit(maxShrink)
        await deleteNodes(installation.graph, 'Projected', { tenantKey: organization })
        await installation.setBack(0)
        await installation.caughtUp()
        expect({ outcomes: await outcomes(), snapshots: await snapshots() }).to.deep.equal(before)
      }
    })

    it('is set by tda organizations set', async () => {
      const set = (value: string) =>
        tda(installation.settings, ['organizations', 'set', brand.organization, '--max-shrink', value, '--json'])
      expect(JSON.parse((await set('30')).stdout)).to.include({ maxShrink: 30 })
      expect(JSON.parse((await set('none')).stdout)).to.include({ maxShrink: null })
      for (const value of ['101', '-1', '30.5', 'few', '']) expect((await set(value)).code, value).to.not.equal(0)
    })
  })
})

function eventsOf(organization: string, { bom, partial: step }: RandomStep, at: number): Envelope[] {
  const time = timeOf(at)
  if (step === null) return publication(organization, bom, { time })
  return partial(organization, step.sent, { removed: step.removed, time })
}

async function expectEqualHistories({ what, steps, mixed, full }: Sequence): Promise<void> {
  const ofMixed = await readAll(mixed, await expectTotals(mixed, steps, what))
  const ofFull = await readAll(full, await expectTotals(full, steps, what))
  for (const [at, row] of ofFull.entries()) expect(ofMixed[at], `${what}, row ${at}`).to.deep.equal(row)
  expect(ofMixed, what).to.have.length(ofFull.length)
}

/** The totals that a snapshot shows. */
function shown({ lineCount: _, ...totals }: ReturnType<typeof totalsOf>) {
  return totals
}

/** Compares every snapshot, and its entity, with what its BOM contains. */
async function expectTotals({ context, snapshots }: Brand, steps: readonly RandomStep[], what: string) {
  const found = await snapshots()
  const totals = found.map(({ styleCount, skuCount, rowCount, contentHash }) => {
    return { styleCount, skuCount, rowCount, contentHash }
  })
  const expected = steps.map(({ bom }) => totalsOf(bom))
  expect(totals, what).to.deep.equal(expected.map(shown))
  const entities = await walk(searchEntities, { type: 'bom_publication' }, context, [100])
  const lines = new Map(
    entities.flatMap(({ attributes }) =>
      'lineCount' in attributes ? [[attributes.snapshotId, attributes.lineCount]] : [],
    ),
  )
  expect(
    found.map(({ snapshotId }) => lines.get(snapshotId)),
    what,
  ).to.deep.equal(expected.map(({ lineCount }) => lineCount))
  return found.map(({ snapshotId }) => snapshotId)
}

/**
 * Every row of each snapshot, and of each comparison with the one before. IDs are left out, because they contain the
 * organization, and so is the order of changes, which follows from IDs.
 */
async function readAll({ context }: Brand, snapshotIds: readonly string[]): Promise<unknown[]> {
  const all: string[][] = []
  for (const [at, snapshotId] of snapshotIds.entries()) {
    const pair = { fromSnapshotId: snapshotIds[Math.max(0, at - 1)], toSnapshotId: snapshotId }
    const rows = await walk(listBomYields, { snapshotId }, context, [1000])
    const changes = await walk(listBomYieldChanges, pair, context, [1000])
    all.push(rows.map(withoutIds).sort(), changes.map(withoutIds).sort())
  }
  return all.flat().map((text) => JSON.parse(text))
}

function withoutIds(row: object): string {
  return JSON.stringify(row, (name, value) => (/Id$|^matchKey$/.test(name) ? undefined : value))
}
