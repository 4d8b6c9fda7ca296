import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { attemptBefore, publicationAt } from '../../demo/bom/publication.ts'
import { itemNumber } from '../../demo/connected/systems/position-record.ts'
import type { ExportJob } from '../../schemas/exports.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import type { IngestConflict } from '../../schemas/ingest/conflicts.ts'
import type { IngestPublication } from '../../schemas/ingest/publications.ts'
import type { IngestRejection } from '../../schemas/ingest/rejections.ts'
import type { IngestSource } from '../../schemas/ingest/sources.ts'
import type { SourceInspection } from '../../schemas/materials/source-inspection.ts'
import { parseCsv } from '../support/api/parse-csv.ts'
import { changedSince, rejectionsOf } from '../support/journey/expected-ingest.ts'
import { supplyTerms } from '../support/journey/expected-supply.ts'
import type { DeclareRecipe } from '../support/journey/journey.ts'

const HOUR_MS = 3_600_000

export function recipesForDataTeams(recipe: DeclareRecipe): void {
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

  recipe('Find codes that several records share', async ({ rest, world }) => {
    const found = await rest.all<IngestConflict>('/v1/ingest/conflicts')
    const { suppliers } = world.brand.profile
    const duns = found.find(({ kind }) => kind === 'duns')
    expect(duns?.entities.map(({ label }) => /\((.*)\)$/.exec(label)?.[1])).to.have.members([
      `SUP-${suppliers - 1}`,
      `SUP-${suppliers}`,
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

  recipe('Get everything that changed since the last run', async ({ rest, world }) => {
    const updatedSince = new Date(world.brand.clock - 30 * 24 * HOUR_MS).toISOString()
    const found = await rest.all<Entity>('/v1/entities', { updatedSince })
    const records = found.filter(({ type }) => type !== 'bom_publication')
    expect(records.map(({ id }) => id)).to.have.members(changedSince(world, updatedSince))
    const times = found.map(({ updatedAt }) => updatedAt)
    expect(times).to.deep.equal([...times].sort())
  })

  recipe('Export all yields', async ({ rest, world }) => {
    const { data } = await rest.post<{ data: ExportJob }>('/v1/exports', { kind: 'bom_yields' })
    const [header = [], ...records] = parseCsv(await rest.file(data.links.download))
    const places = ['sku', 'line_number', 'gross_yield'].map((name) => header.indexOf(name))
    const expected = world.rows.map(({ sku, lineNumber, grossYield }) => [sku, lineNumber, grossYield].join())
    expect(records.map((record) => places.map((place) => record[place]).join()).sort()).to.deep.equal(expected.sort())
  })

  recipe('Export all supply terms', async ({ rest, world }) => {
    const given = { kind: 'relationships', parameters: { relationshipType: ['SUPPLIED_BY'] } }
    const { data } = await rest.post<{ data: ExportJob }>('/v1/exports', given)
    const [header = [], ...records] = parseCsv(await rest.file(data.links.download))
    const names = ['from_id', 'to_id', 'price_amount', 'price_currency', 'moq', 'lead_time_days', 'is_nominated']
    const places = names.map((name) => header.indexOf(name))
    const shown = records.map((record) => places.map((place) => record[place]).join())
    expect(shown.sort()).to.deep.equal(supplyTerms(world).sort())
  })

  recipe('Trace one record of the ERP', async ({ rest }) => {
    const recordId = itemNumber(7)
    const query = { system: 'erp', recordType: 'item_master', recordId }
    const { data } = await rest.get<{ data: SourceInspection }>('/v1/sources/inspect', query)
    const [record] = data.records
    expect(record?.raw).to.include({ ITEM_NO: recordId, BUYER_EMAIL: '[redacted]' })
    expect(record?.mapping.map(({ canonicalField }) => canonicalField)).to.include('standardCost')
    expect(record?.match).to.deep.include({ state: 'matched' })
  })

  recipe('Find undeclared fields of a source', async ({ rest }) => {
    const { data } = await rest.get<{ data: SourceInspection }>('/v1/sources/inspect', { system: 'erp' })
    const added = data.schemaDrift.flatMap(({ change, datasetId, field }) =>
      change === 'added' ? [[datasetId, field]] : [],
    )
    expect(added).to.deep.include(['erp.item_master', 'CARBON_CLASS'])
  })
}
