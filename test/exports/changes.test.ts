import { expect } from 'chai'
import { everyChange } from '../../api/operations/graph/changes/read-changes.ts'
import { type FoundInFeed, findChanges } from '../../cypher/feed/read-feed.ts'
import { dropOldChanges } from '../../cypher/feed/write-feed.ts'
import type { Change } from '../../schemas/graph/changes.ts'
import { contextFor } from '../support/api/context.ts'
import { type ExportsWorld, exportScopes, forgetExports, startExports } from '../support/api/exports.ts'
import { shownInFile } from '../support/api/hostile.ts'
import { parseCsv } from '../support/api/parse-csv.ts'
import { changeOf, changesOf, START, timeOf, typed, writeChanges } from '../support/exports/change-rows.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { mintOrganization } from '../support/organization.ts'
import { until } from '../support/until.ts'

/** How many changes each partition has. */
const sizes = { busy: 1500, calm: 900, late: 200 }

describe('an export of changes', () => {
  let world: ExportsWorld
  before(async () => {
    world = await startExports()
    for (const [feed, size] of Object.entries(sizes))
      await writeChanges(world.graph, world.organization.key, feed, 0, size)
    world.api.services.exports.start()
  })
  after(() => world.close())

  async function listed(parameters: Record<string, string>): Promise<Change[]> {
    const rows: Change[] = []
    for (let cursor: Record<string, string> | null = {}; cursor !== null; ) {
      const answer = await world.get(`/v1/changes?${new URLSearchParams({ ...parameters, limit: '700', ...cursor })}`)
      const page = (await answer.json()) as { data: Change[]; links: { next: string | null } }
      expect(answer.status, JSON.stringify(page)).to.equal(200)
      rows.push(...page.data)
      cursor = page.links.next === null ? null : { cursor: page.links.next }
    }
    return rows
  }

  it('has the rows of the list, in its order, over several partitions and with every filter', async () => {
    const { id = '' } = changeOf('busy', 3)
    for (const [parameters, isWanted] of [
      [{}, () => true],
      [{ kind: 'relationship' }, ({ kind }) => kind === 'relationship'],
      [{ type: 'material' }, ({ type }) => type === 'material'],
      [{ kind: 'entity', type: 'sku' }, ({ type }) => type === 'sku'],
      [{ entityId: id.toUpperCase() }, (change) => change.id === id],
      [{ since: timeOf(777) }, ({ appliedAt }) => appliedAt >= timeOf(777)],
      [{ since: '2026-09-14' }, () => false],
      [
        { entityId: id, type: typed[3]?.type ?? '', since: timeOf(90) },
        (one) => one.id === id && one.appliedAt >= timeOf(90),
      ],
    ] as [Record<string, string>, (change: Change) => boolean][]) {
      const rows = await listed(parameters)
      const all = Object.entries(sizes).flatMap(([feed, size]) => changesOf(feed, 0, size))
      expect(rows, JSON.stringify(parameters)).to.have.length(all.filter(isWanted).length)
      const { job, text } = await world.exported('changes', parameters)
      const [header, ...records] = parseCsv(text)
      expect(header).to.deep.equal(job.columns)
      expect(records).to.deep.equal(rows.map((row) => job.columns.map((column) => shownInFile(field(row, column)))))
    }
  })

  it('has nothing of another organization, and only a header if there are no changes', async () => {
    const other = await mintOrganization(world.graph)
    const { text: token } = await other.issue({ scopes: exportScopes, quota: 100_000 })
    const exported = async () => {
      const { exportId } = await world.create('changes', {}, token)
      await until('the export', async () => (await world.job(exportId, token)).status === 'completed')
      return parseCsv(await (await world.get(`/v1/exports/${exportId}/download`, token)).text())
    }
    expect((await exported()).map(([first]) => first)).to.deep.equal(['change_id'])
    await writeChanges(world.graph, other.key, 'busy', 0, 1)
    expect((await exported()).map(([first]) => first)).to.deep.equal(['change_id', 'busy-0'])
    await forgetExports(world.graph, other.key)
  })

  it('ends with the last change that was there when the file was begun, and omits those that are deleted', async () => {
    const organization = freshOrganization()
    for (const feed of ['busy', 'calm']) await writeChanges(world.graph, organization, feed, 0, 700)
    const changes = everyChange(contextFor(world.graph, organization), {}, undefined)
    const ids = [idOf((await changes.next()).value ?? '{}')]
    for (const feed of ['busy', 'calm', 'new']) await writeChanges(world.graph, organization, feed, 700, 750)
    await world.graph.write((run) => run(dropOldChanges, organization, { before: START + 30, limit: 1000 }))
    for await (const doc of changes) ids.push(idOf(doc))
    // 500 changes of each feed were read before the deletion, of which the last 20 of `calm` had to wait for `busy`.
    const isKept = (feed: string, at: number) => at < (feed === 'busy' ? 500 : 480) || at >= 600
    const expected = ['busy', 'calm'].flatMap((feed) => changesOf(feed, 0, 700).filter((_, at) => isKept(feed, at)))
    expect(ids).to.have.members(expected.map(({ changeId }) => changeId))
    expect(ids).to.have.length(expected.length)
  })

  it('is read in parts of at most 1,000 changes, whatever the number of partitions', async () => {
    const context = contextFor(world.graph, world.organization.key)
    const parts: number[] = []
    const reader: typeof context = {
      ...context,
      async read(query, params) {
        const rows = await context.read(query, params)
        if (Object.is(query, findChanges))
          parts.push((rows as FoundInFeed[]).reduce((sum, { changes }) => sum + changes.length, 0))
        return rows
      },
    }
    let count = 0
    for await (const _ of everyChange(reader, {}, undefined)) count += 1
    expect(count).to.equal(2600)
    expect(Math.max(...parts)).to.be.at.most(1000)
    expect(parts.length).to.be.above(2)
  })
})

const idOf = (doc: string) => (JSON.parse(doc) as Change).changeId

function field({ source, ...change }: Change, column: string): unknown {
  if (column === 'changed_fields') return change.changedFields.join(' ')
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (name.startsWith('source')) return { ...source }[name.charAt(6).toLowerCase() + name.slice(7)]
  return (change as Record<string, unknown>)[name]
}
