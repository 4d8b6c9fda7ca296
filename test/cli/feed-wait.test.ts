import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { awaitProcessed } from '../../cli/feed/await-processed.ts'
import { ConfirmedEvents } from '../../cli/feed/confirmed-events.ts'
import { bomEvents } from '../../demo/bom/bom-events.ts'
import { publication } from '../support/bom/bom-events.ts'
import { ndjsonOf, supplierEvent } from '../support/events/events.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { documents, tda } from '../support/processes/tda.ts'

describe('tda feed --wait', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-feed-wait-'))
  let installation: Installation
  let variables: Record<string, string>

  before(async () => {
    installation = await openInstallation({ AUDIT_SPOOL: folder })
    variables = installation.settings
  })
  after(() => installation.close())

  function fileOf(events: readonly unknown[]): string {
    const file = join(folder, 'events.ndjson')
    writeFileSync(file, ndjsonOf(events))
    return file
  }
  const suppliers = (count: number, prefix: string, organization = installation.organization) =>
    Array.from({ length: count }, (_, n) => supplierEvent(organization, `${prefix}-${n}`))

  it('reports how many events are processed when it is interrupted before a projector runs', async () => {
    const run = await tda(variables, ['feed', fileOf(suppliers(3, 'A')), '--wait'], '0 of 3 events are processed')
    expect(run.code).to.equal(130)
    expect(run.stderr).to.match(/^Fed 3 events\.$/m)
    expect(run.stderr).to.match(/tda: Interrupted\. All events were fed, and 0 of 3 events are processed so far\.\n$/)
  })

  it('ends with an error when the projectors make no progress', async () => {
    const confirmed = new ConfirmedEvents()
    confirmed.add([{ topic: installation.topic, partition: 0, baseOffset: 0n, positions: [0, 1] }])
    const { graph, groupId } = installation
    const error = await awaitProcessed(graph, confirmed, { groupId, stalledMs: 300 }).catch((caught: Error) => caught)
    expect(String(error)).to.match(
      /All events were fed, and 0 of 2 events are processed, but the projectors made no progress for .* projector is running/,
    )
  })

  it('waits until all events of both topics are processed, and exits with 0', async () => {
    const { organization } = installation
    const events = [
      ...suppliers(700, 'B'),
      ...[...bomEvents({ organization, profile: 'smoke' }, { publications: 1 })].map(({ value }) => value),
    ]
    const waiting = tda(variables, ['--json', 'feed', fileOf(events), '--wait'])
    await installation.startHere()
    const run = await waiting
    expect(run.code, run.stderr).to.equal(0)
    expect(documents(run)).to.deep.equal([{ fed: events.length, bad: 0, processed: events.length, rejected: 0 }])
    expect(run.stderr).to.contain(`Processed ${events.length} events, and rejected 0.\n`)
    const offsets = await installation.offsets()
    const applied = [...offsets.values()].reduce((sum, { next }) => sum + next, 0)
    expect(applied).to.be.at.least(703)
  })

  it('reports rejected events of every organization with reason and position, and exits with 1', async () => {
    const unknown = freshOrganization()
    const events = [...suppliers(12, 'C', unknown), ...suppliers(2, 'D')]
    await installation.send([{ key: 'UPPER', value: '{"a', headers: {} }])
    const run = await tda(variables, ['--json', 'feed', fileOf(events), '--wait'])
    expect(run.code).to.equal(1)
    const all = documents(run)
    expect(all.at(-1)).to.deep.equal({ fed: 14, bad: 0, processed: 2, rejected: 12 })
    expect(all).to.have.length(11)
    for (const { topic, partition, offset, reason } of all.slice(0, -1)) {
      expect([topic, reason]).to.deep.equal([installation.topic, 'unknown_organization'])
      const own = (await installation.deadLetters()).find(
        ({ headers }) =>
          String(headers['dlq.partition']) === String(partition) && String(headers['dlq.offset']) === String(offset),
      )
      expect(String(own?.key)).to.contain(`${unknown}/supplier/plm/main/C-`)
    }
    expect(run.stderr).to.match(/tda: 12 events were rejected\. Run `tda dlq list` to see the dead letters\.\n$/)
    const text = await tda(variables, ['feed', fileOf(suppliers(1, 'E', unknown)), '--wait'])
    expect(text.code).to.equal(1)
    expect(text.stdout).to.match(/^t\w+\.tenantdata\.records\.v1 \d+:\d+: unknown_organization: .+\n$/)
    expect(text.stderr).to.contain('Processed 0 events, and rejected 1.\n')
  })

  it('counts each event that follows the failure of its publication as rejected', async () => {
    const bom = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`QM-${at}`, [{ ref: 'L-1', yields: { [`QM-${at}-M`]: '1' } }]]),
    )
    const events = publication(installation.organization, bom)
    // The schema accepts a yield for a SKU that the style does not have.
    const bad = events[3]?.data as { skus: object[] }
    bad.skus.splice(0)
    // The repeated event of the failed publication is not rejected.
    const fed = [...suppliers(2, 'H'), ...events, ...events.slice(1, 2)]
    const run = await tda(variables, ['--json', 'feed', fileOf(fed), '--wait'])
    expect(run.code).to.equal(1)
    const all = documents(run)
    expect(all.map(({ reason }) => reason)).to.deep.equal(['publication_failed', 'no_open_publication', undefined])
    expect(all.at(-1)).to.deep.equal({ fed: 13, bad: 0, processed: 6, rejected: 7 })
    expect(run.stderr).to.contain('Processed 6 events, and rejected 7.')
  })

  it('names both skipped lines and rejected events', async () => {
    const events = ['{"x":', ...suppliers(1, 'F', freshOrganization())]
    const run = await tda(variables, ['feed', fileOf(events), '--wait', '--skip-bad'])
    expect(run.code).to.equal(1)
    expect(run.stderr).to.contain('tda: 1 event was rejected. Run `tda dlq list`').and.contain('1 line is bad')
  })

  it('sends nothing if Neo4j is unavailable, and cannot be combined with --check', async () => {
    const ends = async () => (await installation.ends()).reduce((sum, { high }) => sum + Number(high), 0)
    const before = await ends()
    const file = fileOf(suppliers(1, 'G'))
    const away = await tda({ ...variables, NEO4J_URI: 'bolt://127.0.0.1:9' }, ['feed', file, '--wait'])
    expect(away.code).to.equal(1)
    expect(away.stderr).to.match(/^tda: Neo4j at bolt:\/\/127\.0\.0\.1:9 cannot be used/)
    const both = await tda(variables, ['feed', file, '--wait', '--check'])
    expect(both.code).to.equal(1)
    expect(both.stderr).to.contain("'--wait' cannot be used with option '--check'")
    expect(await ends()).to.equal(before)
  })
})
