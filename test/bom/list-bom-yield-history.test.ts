import { expect } from 'chai'
import { listBomSnapshots } from '../../api/operations/bom/list-bom-snapshots.ts'
import { listBomYieldHistory } from '../../api/operations/bom/list-bom-yield-history.ts'
import { listBomYields } from '../../api/operations/bom/list-bom-yields.ts'
import type { BomYieldStep } from '../../schemas/bom/yield-history.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { publication } from '../support/bom/bom-events.ts'
import { published, retire, rewriteHistory, writeHistory } from '../support/bom/bom-graph.ts'
import { idOf, type TestStyle } from '../support/bom/bom-model.ts'
import { partial, randomSteps } from '../support/bom/partial-publications.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { expectedSteps, keysOf, readSnapshots } from '../support/bom/yield-history-oracle.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'

const graph = connectTestGraph()
const limitMixes = [[1], [2, 1], [100], [3]]

/** The steps without what only a comparison of rows of the same style knows. */
const withoutChange = (steps: readonly BomYieldStep[]) => steps.map(({ from, until, row }) => ({ from, until, row }))

/** Checks the history of every row of the snapshots, with and without its style. Returns some counts. */
async function checkEveryRow(
  context: ReturnType<typeof contextFor>,
  snapshots: Awaited<ReturnType<typeof readSnapshots>>,
) {
  const counts = { rows: 0, steps: 0, gaps: 0, shared: 0, moved: 0 }
  for (const [matchKey, styleIds] of keysOf(snapshots)) {
    const limits = limitMixes[counts.rows++ % limitMixes.length] ?? []
    for (const styleId of styleIds) {
      const steps = await walk(listBomYieldHistory, { matchKey, styleId }, context, limits)
      expect(steps, `${matchKey} of ${styleId}`).to.deep.equal(expectedSteps(snapshots, matchKey, styleId))
      counts.steps += steps.length
      counts.gaps += steps.slice(1).filter(({ row }) => row === null).length
    }
    const ofAll = await walk(listBomYieldHistory, { matchKey }, context, limits)
    expect(withoutChange(ofAll), matchKey).to.deep.equal(withoutChange(expectedSteps(snapshots, matchKey)))
    counts.shared += styleIds.size > 1 ? 1 : 0
  }
  return counts
}

describe('listBomYieldHistory', () => {
  after(() => graph.close())

  for (const seed of [1, 3])
    it(`lists the steps of every row, for any page size (seed ${seed})`, async () => {
      const organization = freshOrganization()
      const context = contextFor(graph, organization)
      const boms = randomBoms(seed, { styles: 8, publications: 14, edits: 16 })
      const history = boms.map((bom, at) => published(bom, at + 1))
      await writeHistory(graph, organization, history)
      const counts = await checkEveryRow(context, await readSnapshots(context, history))
      expect(counts.steps).to.be.above(2 * counts.rows)
      expect(counts.gaps, 'rows that return').to.be.above(0)
      expect(counts.shared, 'rows in several styles').to.be.above(0)
      // Two snapshots are retired, and one in between, as after a change of the clock of the source.
      for (const at of [0, 1, 5])
        await retire(graph, organization, history[at]?.snapshotId ?? '', '2027-04-01T00:00:00.000Z')
      const available = history.filter((_, at) => ![0, 1, 5].includes(at))
      await checkEveryRow(context, await readSnapshots(context, available))
    })

  it('finds the changes of one row among thousands of versions of its line', async () => {
    const organization = freshOrganization()
    const context = contextFor(graph, organization)
    const [COUNT, EVERY] = [4300, 1000]
    const history = Array.from({ length: COUNT }, (_, at) => {
      const completedAt = new Date(Date.UTC(2020, 0, 1) + at * 3_600_000).toISOString()
      return { ...published([twoSizes(`1.${1000 + Math.floor(at / EVERY)}`, `2.${1000 + at}`)], at + 1), completedAt }
    })
    await writeHistory(graph, organization, history)
    const { data: rows } = await call(listBomYields, {}, context)
    const [slow, fast] = ['S', 'M'].map((size) => rows.find(({ sizeCode }) => sizeCode === size)?.matchKey)
    const read: BomYieldStep[] = []
    const sizes: number[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await call(listBomYieldHistory, { matchKey: slow, ...(cursor && { cursor }) }, context)
      read.push(...page.data)
      sizes.push(page.data.length)
      cursor = page.links.next ?? undefined
      if (cursor === undefined) break
    }
    const firsts = [4000, 3000, 2000, 1000, 0]
    expect(read.map(({ from }) => from.snapshotId)).to.deep.equal(firsts.map((at) => history[at]?.snapshotId))
    expect(read.map(({ row }) => row?.netYield)).to.deep.equal(['1.1004', '1.1003', '1.1002', '1.1001', '1.1'])
    expect(sizes, 'steps of each page').to.deep.equal([4, 1])
    const all = await walk(listBomYieldHistory, { matchKey: fast }, context, [1000])
    expect(all.map(({ from }) => from.snapshotId)).to.deep.equal(history.map(({ snapshotId }) => snapshotId).reverse())
  })

  it('finds where a row begins that another style also has for the whole time', async () => {
    const organization = freshOrganization()
    const context = contextFor(graph, organization)
    const idOfStyle = (number: number) => idOf(organization, 'style', `S-${number}`)
    const [first = 0, second = 0] = [2, 4].sort((a, b) => (idOfStyle(a) < idOfStyle(b) ? -1 : 1))
    const history = Array.from({ length: 200 }, (_, at) => {
      const completedAt = new Date(Date.UTC(2026, 0, 1) + at * 3_600_000).toISOString()
      const bom = [twoSizes(at < 100 ? '1.1' : '1.2', `2.${1000 + at}`, first), twoSizes('9', '9', second)]
      return { ...published(bom, at + 1), completedAt }
    })
    await writeHistory(graph, organization, history)
    const { data: rows } = await call(listBomYields, {}, context)
    const matchKey = rows.find(({ sizeCode }) => sizeCode === 'S')?.matchKey
    const steps = await walk(listBomYieldHistory, { matchKey }, context, [1])
    const found = steps.map(({ from, row }) => [from.snapshotId, row?.styleId, row?.netYield])
    const expected = [
      [100, '1.2'],
      [0, '1.1'],
    ] as const
    expect(found).to.deep.equal(expected.map(([at, net]) => [history[at]?.snapshotId, idOfStyle(first), net]))
  })

  it('returns a notice for a key or style that no snapshot has, or that another organization has', async () => {
    const [ours, theirs] = [freshOrganization(), freshOrganization()]
    const [own, other] = [contextFor(graph, ours), contextFor(graph, theirs)]
    const [bom] = randomBoms(3, { publications: 1 })
    if (!bom) throw new Error('There is a BOM')
    await writeHistory(graph, ours, [published(bom, 1)])
    const { data: rows } = await call(listBomYields, { limit: 1 }, own)
    const [{ matchKey, styleId } = { matchKey: '', styleId: '' }] = rows
    expect((await call(listBomYieldHistory, { matchKey, styleId: styleId.toUpperCase() }, own)).data).to.have.length(1)
    const expected = (value: string, where = '') => ({
      data: [],
      links: { next: null },
      meta: {
        notices: [
          {
            ...{ code: 'no_such_value', name: 'matchKey', value, suggestions: [] },
            detail:
              `No available snapshot contains a row with this matchKey${where}. ` +
              'Use the matchKey of a row that listBomYields or listBomYieldChanges returns.',
          },
        ],
      },
    })
    const [skuId] = matchKey.split('.')
    for (const unknown of [
      'none',
      `${skuId}.Rnothing`,
      `${matchKey}.7`,
      matchKey.replace(/^./, (first) => (first === '0' ? '1' : '0')),
    ])
      expect(await call(listBomYieldHistory, { matchKey: unknown }, own), unknown).to.deep.equal(expected(unknown))
    const nowhere = { matchKey, styleId: '00000000-0000-5000-8000-000000000000' }
    expect(await call(listBomYieldHistory, nowhere, own)).to.deep.equal(expected(matchKey, ' in this style'))
    expect(await call(listBomYieldHistory, { matchKey }, other), 'without snapshots').to.deep.equal(expected(matchKey))
    await writeHistory(graph, theirs, [published(bom, 1)])
    expect(await call(listBomYieldHistory, { matchKey }, other), 'of others').to.deep.equal(expected(matchKey))
    for (const input of [{}, { matchKey: '' }, { matchKey: 'x'.repeat(256) }, { matchKey, styleId: 'S-1' }])
      expect(await codeOf(listBomYieldHistory, input, own), JSON.stringify(input)).to.equal('invalid_request')
  })

  it('continues from a cursor while newer snapshots are completed, and rejects one of a retired snapshot', async () => {
    const organization = freshOrganization()
    const context = contextFor(graph, organization)
    const history = [0, 1, 2, 3].map((at) => published([twoSizes(`1.${at + 1}`, '2')], at + 1))
    await writeHistory(graph, organization, history.slice(0, 3))
    const { data: rows } = await call(listBomYields, {}, context)
    const matchKey = rows.find(({ sizeCode }) => sizeCode === 'S')?.matchKey
    const first = await call(listBomYieldHistory, { matchKey, limit: 1 }, context)
    const { cursor } = { cursor: first.links.next }
    await rewriteHistory(graph, organization, history)
    const next = await call(listBomYieldHistory, { matchKey, limit: 1, cursor }, context)
    const netYields = (page: { data: BomYieldStep[] }) => page.data.map(({ row }) => row?.netYield)
    expect([first, next].map(netYields)).to.deep.equal([['1.3'], ['1.2']])
    expect(next.data[0]?.until).to.deep.equal(first.data[0]?.from)
    expect(netYields(await call(listBomYieldHistory, { matchKey }, context))).to.deep.equal([
      '1.4',
      '1.3',
      '1.2',
      '1.1',
    ])
    expect(await codeOf(listBomYieldHistory, { matchKey: 'other', limit: 1, cursor }, context)).to.equal(
      'invalid_cursor',
    )
    await retire(graph, organization, history[2]?.snapshotId ?? '', '2020-01-01T00:00:00.000Z')
    expect(await codeOf(listBomYieldHistory, { matchKey, limit: 1, cursor }, context)).to.equal('snapshot_retired')
  })
})

/** A style with one line for two sizes. */
function twoSizes(small: string, medium: string, number = 2): TestStyle {
  const [first] = randomBoms(1, { styles: 2, publications: 1 })
    .flat()
    .filter(({ lines }) => lines.length > 0)
  const [line] = first?.lines ?? []
  if (!first || !line) throw new Error('A style has a line')
  const skus = ['S', 'M'].map((size) => ({ record: `K-${size}`, code: `QM-${size}`, colorway: null, size }))
  const rows = [small, medium].map((amount, at) => ({ sku: skus[at]?.record ?? '', amount, wastage: '5', color: null }))
  // Lines of styles with an odd number would be stored in two parts.
  return {
    record: `S-${number}`,
    number: `QM-${number}`,
    skus,
    lines: [{ ...line, ref: 'L-1', basis: 'on_net', perUnits: 1, rows }],
  }
}

describe('listBomYieldHistory of publications by events', () => {
  let installation: Installation
  before(async () => {
    installation = await openInstallation()
    await (await installation.startHere()).untilReady()
  })
  after(() => installation.close())

  it('lists the steps of every row after full and partial publications that remove styles and restore them', async () => {
    const { topics, send, caughtUp } = installation
    const organization = freshOrganization()
    await register(installation.graph, organization)
    const steps = randomSteps(11, 12)
    for (const [at, step] of steps.entries()) {
      const options = { time: new Date(Date.UTC(2026, 0, 1 + at, 2)).toISOString() }
      const events = step.partial
        ? partial(organization, step.partial.sent, { ...options, removed: step.partial.removed })
        : publication(organization, step.bom, options)
      await send(events.map((event) => ({ topic: topics.bom.name, key: organization, value: JSON.stringify(event) })))
    }
    await caughtUp()
    const context = contextFor(installation.graph, organization)
    const { data: snapshots } = await call(listBomSnapshots, {}, context)
    expect(snapshots).to.have.length(12)
    expect(steps.filter((step) => step.partial).length).to.be.within(3, 11)
    const counts = await checkEveryRow(context, await readSnapshots(context, snapshots.reverse()))
    expect(counts.gaps, 'rows that return').to.be.above(0)
    expect(counts.steps).to.be.above(counts.rows)
  })
})
