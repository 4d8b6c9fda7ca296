import { expect } from 'chai'
import { itemNumber } from '../../../demo/connected/systems/position-record.ts'
import { supplierAt } from '../../../demo/graph/suppliers/supplier.ts'
import type { MaterialRequirements } from '../../../schemas/bom/material-requirements.ts'
import type { Change } from '../../../schemas/graph/changes.ts'
import type { Entity } from '../../../schemas/graph/entities.ts'
import type { IngestConflict } from '../../../schemas/ingest/conflicts.ts'
import type { SourceInspection } from '../../../schemas/materials/source-inspection.ts'
import { changedEntities } from '../../support/journey/expected-ingest.ts'
import { orderOf, requirementsOf, sizedStyles } from '../../support/journey/expected-order.ts'
import { materialsOf } from '../../support/journey/expected-styles.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

type Counted = { data: Entity[]; meta: { count: number } }

export function recordRecipes(recipe: DeclareRecipe): void {
  recipe('Find codes that several records share', async ({ rest, world }) => {
    const found = await rest.all<IngestConflict>('/v1/ingest/conflicts')
    const { suppliers } = world.brand.profile
    const duns = found.find(({ kind }) => kind === 'duns')
    expect(duns?.entities.map(({ label }) => /\((.*)\)$/.exec(label)?.[1])).to.have.members([
      `SUP-${suppliers - 1}`,
      `SUP-${suppliers}`,
    ])
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

  recipe('Find a supplier by its ERP number', async ({ rest, world }) => {
    const { supplierCode, name, references = [] } = supplierAt(world.brand, 8).data
    const code = references.find(({ system }) => system === 'erp')?.value ?? ''
    const { data } = await rest.get<{ data: Entity[] }>('/v1/entities', { type: 'supplier', code })
    expect(data.map(({ label }) => label)).to.deep.equal([`${name} (${supplierCode})`])
    const shown = data[0]?.externalReferences.map(({ system, kind, value }) => [system, kind, value])
    expect(shown).to.include.deep.members(references.map(({ system, kind, value }) => [system, kind, value]))
  })

  recipe('Find the items of an order that the BOM does not contain', async ({ rest, world }) => {
    const [ordered] = sizedStyles(world).map(orderOf)
    const colorway = ordered?.colorway ?? ''
    const items = [
      { style: ordered?.style ?? '', colorway, sizes: { ...ordered?.sizes, '7XL': 20 } },
      { sku: `${world.rows[0]?.sku}-NEW`, pieces: 5 },
      { style: `${ordered?.style}-B`, sizes: { M: 10 } },
      { sku: world.rows[0]?.sku ?? '', pieces: 5 },
    ]
    const given = { items, priceBasis: 'none', stock: 'none' }
    const { data } = await rest.post<{ data: MaterialRequirements }>('/v1/bom/material-requirements', given)
    const { notFound, pieces } = requirementsOf(world, items, { priceBasis: 'none' })
    expect(notFound).to.have.length(3)
    expect(data.notFound).to.have.deep.members(notFound)
    expect(data.pieces).to.equal(pieces)
  })

  recipe('Get everything that changed since the last run', async ({ rest, world }) => {
    const found = await rest.all<Change>('/v1/changes', { kind: 'entity', since: '2000-01-01' })
    expect([...new Set(found.map(({ id }) => id))]).to.have.members(changedEntities(world))
    const times = found.map(({ appliedAt }) => appliedAt)
    expect(times).to.deep.equal([...times].sort())
  })

  recipe('List fabrics without a certification', async ({ rest, world }) => {
    const query = { type: 'material', materialType: 'fabric', certification: 'none', count: 'true' }
    const { data, meta } = await rest.get<Counted>('/v1/entities', query)
    const expected = materialsOf(world).filter(
      ({ materialType, certifications }) => materialType === 'fabric' && certifications.length === 0,
    )
    expect(meta.count).to.equal(expected.length)
    expect(data.map(({ label }) => label)).to.have.members(expected.map(({ label }) => label))
  })
}
