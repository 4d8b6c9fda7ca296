import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { attemptBefore, publicationAt } from '../../../demo/bom/publication.ts'
import { datasets } from '../../../demo/connected/datasets.ts'
import { oddDatasets } from '../../../demo/connected/loads.ts'
import type { IngestPublication } from '../../../schemas/ingest/publications.ts'
import type { IngestRejection } from '../../../schemas/ingest/rejections.ts'
import type { IngestSource } from '../../../schemas/ingest/sources.ts'
import type { Dataset, Freshness } from '../../../schemas/materials/datasets.ts'
import type { ServedPositionException } from '../../../schemas/materials/exceptions.ts'
import { rejectionsOf } from '../../support/journey/expected-ingest.ts'
import { dayBefore, newFaults } from '../../support/journey/expected-stock.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

const HOUR_MS = 3_600_000

export function incomingRecipes(recipe: DeclareRecipe): void {
  recipe('List the events that were rejected last night', async ({ rest, world }) => {
    const since = new Date(Date.now() - 12 * HOUR_MS).toISOString()
    const found = await rest.all<IngestRejection>('/v1/ingest/rejections', { since })
    const shown = found.map(({ reason, source, subject }) => [reason, source, subject])
    expect(shown).to.have.deep.members(rejectionsOf(world))
    const paths = found.flatMap(({ faults }) => faults.map(({ path }) => path))
    expect(paths).to.include.members(['name', 'onHand', 'uom'])
  })

  recipe('Check which publications failed', async ({ rest, world }) => {
    const { brand, boms } = world
    const found = await rest.all<IngestPublication>('/v1/ingest/publications')
    const completed = boms.map((_, place) => publicationAt(brand, place + 1).snapshotId)
    const idsOf = (state: string) => found.filter((one) => one.state === state).map(({ snapshotId }) => snapshotId)
    expect(idsOf('completed')).to.have.members(completed)
    const failed = found.filter(({ state }) => state !== 'completed')
    expect(failed.map(({ snapshotId, state, reason }) => [snapshotId, state, reason])).to.deep.equal([
      [attemptBefore(brand, boms.length - 1).snapshotId, 'failed', 'wrong_counts'],
    ])
  })

  recipe('Check the status of each source', async ({ rest, world }) => {
    const found = await rest.all<IngestSource>('/v1/ingest/sources')
    const sent = Map.groupBy(world.events, ({ value }) => value.source)
    const others = found.filter(({ source }) => source !== '/plm/main')
    expect(others.map(({ source, applied }) => [source, applied])).to.have.deep.members(
      [...sent].filter(([source]) => source !== '/plm/main').map(([source, events]) => [source, events.length]),
    )
    expect(found.find(({ source }) => source === '/factory_portal/main')?.rejected).to.equal(1)
  })

  recipe('Find who is responsible for stale data', async ({ rest }) => {
    const stale = await rest.all<Freshness>('/v1/freshness', { status: 'stale' })
    expect(stale.map(({ datasetId }) => datasetId)).to.deep.equal([oddDatasets.stale])
    const found = await rest.all<Dataset>('/v1/datasets')
    const stewards = found.map(({ datasetId, steward }) => [datasetId, steward])
    expect(stewards).to.have.deep.members(datasets.map(({ datasetId, steward }) => [datasetId, steward]))
  })

  recipe('List the new exceptions of a steward', async ({ rest, world }) => {
    const steward = datasets.find(({ datasetId }) => datasetId === 'erp.material_stock')?.steward ?? ''
    const since = dayBefore(world)
    const query = { steward, since, order: 'firstSeenAt' }
    const found = await rest.all<ServedPositionException>('/v1/material-position-exceptions', query)
    const shown = found.map(({ code, material, factory }) => [code, material?.code, factory?.code])
    const codes = ['QUANTITY_MISMATCH', 'SHORTAGE', 'REQUIREMENT_MISMATCH', 'SUPPLIER_MISMATCH'] as const
    expect(shown.filter(([code]) => codes.some((one) => one === code))).to.have.deep.members(newFaults(world, codes))
    expect(shown.map(([code]) => code))
      .not.to.include('AMBIGUOUS_MATCH')
      .and.not.to.include('STALE_SOURCE')
    const times = found.map(({ firstSeenAt }) => firstSeenAt)
    expect(times).to.deep.equal([...times].sort().reverse())
  })

  recipe('Validate a file before you send it', async ({ tda, world }) => {
    const [nameless, moved, , , supplier] = world.mistakes
    const file = join(mkdtempSync(join(tmpdir(), 'journey-')), 'events.ndjson')
    writeFileSync(file, [nameless, moved, supplier].map((event) => `${JSON.stringify(event?.value)}\n`).join(''))
    const { code, stdout, stderr } = await tda.run('feed', '--check', file)
    expect(code).to.equal(1)
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('line '))
    expect(lines.map((line) => line.split(' ').slice(0, 3).join(' '))).to.deep.equal([
      'line 1: invalid_data:',
      'line 2: unknown_type:',
    ])
  })
}
