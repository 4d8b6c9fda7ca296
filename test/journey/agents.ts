import { expect } from 'chai'
import { publicationAt } from '../../demo/bom/publication.ts'
import { oddDatasets } from '../../demo/connected/loads.ts'
import { planOf } from '../../demo/connected/plan.ts'
import type { BomYieldChangeSummary } from '../../schemas/bom/yield-change-summary.ts'
import type { BomYieldChange } from '../../schemas/bom/yields.ts'
import type { ExportJob } from '../../schemas/exports.ts'
import type { ConnectedRecord } from '../../schemas/materials/connected-records.ts'
import type { Freshness } from '../../schemas/materials/datasets.ts'
import type { PositionException, PositionExceptionSummary } from '../../schemas/materials/exceptions.ts'
import type { MaterialFactoryPosition, PositionComparison } from '../../schemas/materials/positions.ts'
import { linesOf, positionsOf } from '../support/docs/demo-questions.ts'
import { countsOf, dayOf, usedFabric, usesOf } from '../support/journey/expected-bom.ts'
import {
  codesOf,
  exceptionCounts,
  itemFields,
  pairWith,
  positionsOfMaterial,
} from '../support/journey/expected-stock.ts'
import { suppliersBehind } from '../support/journey/expected-supply.ts'
import type { DeclareRecipe } from '../support/journey/journey.ts'
import { miscounted } from '../support/journey/telling-brand.ts'
import { verdictOn } from '../support/materials/connected-amounts.ts'

type Found = { data: { id: string; label: string }[] }
type Links<Properties = unknown> = { data: { from: End; to: End; properties: Properties }[] }
type End = { label: string }

export function recipesForAgents(recipe: DeclareRecipe): void {
  recipe('Check whether ERP data is reliable today', async ({ agent, world }) => {
    const { data } = await agent.call<{ data: Freshness[] }>('get_service_data_freshness')
    const ofErp = data.filter(({ datasetId }) => datasetId.startsWith('erp.'))
    expect(ofErp.map(({ status }) => status))
      .to.include('fresh')
      .and.not.include('stale')
    const reasons = ofErp.flatMap(({ datasetId, reason }) => (reason === null ? [] : [[datasetId, reason]]))
    expect(reasons).to.deep.equal([[oddDatasets.failing, 'last_load_failed']])
    const summary = await agent.call<{ data: PositionExceptionSummary }>('summarize_material_position_exceptions')
    expect(countsOf(summary.data.counts.severity)).to.deep.equal(exceptionCounts(world).severity)
    expect(summary.data.counts.system.erp).to.be.above(0)
  })

  recipe('Find the suppliers behind a style', async ({ agent, world }) => {
    const style = world.rows[0]?.style ?? ''
    const found = await agent.call<Found>('search_entities', { q: style, type: 'style', limit: 1 })
    const { data } = await agent.call<Links>('traverse_relationships', {
      entityId: found.data[0]?.id,
      direction: 'outgoing',
      relationshipType: ['USES_MATERIAL', 'SUPPLIED_BY'],
      depth: 2,
      to: 'supplier',
    })
    const labels = new Set(data.map(({ to }) => to.label))
    expect([...labels]).to.have.members(suppliersBehind(world, style))
  })

  recipe('Summarize the latest BOM changes', async ({ agent, world }) => {
    const fields = ['counts', 'byStyle', 'byMaterial', 'bySupplier']
    const { data } = await agent.call<{ data: BomYieldChangeSummary }>('summarize_bom_yield_changes', {
      top: 5,
      fields,
    })
    const { lastChanges } = world
    expect(countsOf(data.counts.changeType)).to.deep.equal(countsOf(lastChanges.map((one) => one.changeType)))
    expect(countsOf(data.counts.yieldDirection)).to.deep.equal(countsOf(lastChanges.map((one) => one.yieldDirection)))
    const styles = countsOf(lastChanges.map(({ style }) => style))
    for (const { key, rows } of data.byStyle) expect(rows, key).to.equal(styles[key])
  })

  recipe('Find the styles that use a material', async ({ agent, world }) => {
    const material = usedFabric(world)
    const given = { q: material, type: 'material', limit: 1 }
    const found = await agent.call<Found>('search_entities', given)
    const { data } = await agent.call<Links<{ placement: string; uom: string }>>('traverse_relationships', {
      entityId: found.data[0]?.id,
      direction: 'incoming',
      relationshipType: ['USES_MATERIAL'],
      fields: ['from', 'properties'],
    })
    const uses = data.map(({ from, properties }) =>
      [from.label.split(' ')[0], properties.placement, properties.uom].join(' '),
    )
    expect(uses).to.have.members(usesOf(world, material))
  })

  recipe('Explain an exception', async ({ agent, world }) => {
    const [material = '', factory] = pairWith(world, 'MISSING_IN_ERP')
    const given = { material, factory, fields: ['*'] }
    const { data } = await agent.call<{ data: PositionException[] }>('list_material_position_exceptions', given)
    expect(data.map(({ code }) => code)).to.deep.equal(['MISSING_IN_ERP'])
    expect(data[0]?.inputs.map(({ kind }) => kind)).to.include('material')
    expect(data[0]?.recommendedAction).to.match(/ERP/)
  })

  recipe('Locate the stock of a material', async ({ agent, world }) => {
    const [material = ''] = pairWith(world, 'QUANTITY_MISMATCH')
    const { data } = await agent.call<{ data: MaterialFactoryPosition[] }>('get_material_factory_position', {
      material,
    })
    const shown = data.map(({ system, factory, onHand, uom, freshness }) => {
      return [system, factory.code, onHand, uom, freshness.status]
    })
    expect(shown).to.have.deep.members(positionsOfMaterial(world, material))
  })

  recipe('Compare the ERP with the factories', async ({ agent, world }) => {
    const asked = planOf(world.brand).pairs.slice(0, 15)
    const pairs = asked.map(codesOf).map(([material, factory]) => ({ material, factory }))
    const given = { pairs, systems: ['erp', 'factory_portal'] }
    const { data } = await agent.call<{ data: PositionComparison[] }>('compare_material_positions', given)
    const expected = asked.map(({ material, factory }) =>
      verdictOn(positionsOf(world, material, factory).flatMap(({ system, data }) => (system === 'wms' ? [] : [data]))),
    )
    expect(data.map(({ verdict }) => verdict)).to.deep.equal(expected)
  })

  recipe('Show what each system reports about a material', async ({ agent, world }) => {
    const [pair] = miscounted(world.brand)
    const [ref = ''] = pair ? codesOf(pair) : []
    const given = { kind: 'material', ref }
    const { data } = await agent.call<{ data: ConnectedRecord }>('get_connected_record', given)
    const shown = data.fields.map(({ name, value, sourceSystem }) => [sourceSystem, name, value])
    for (const field of itemFields(world, ref, ['standardCost', 'storageLocation'])) {
      expect(shown).to.deep.include(field)
    }
  })

  recipe('Find where a replaced article was used', async ({ agent, world }) => {
    const isReplaced = ({ changedFields, before }: BomYieldChange) => changedFields.includes('mpn') && before?.mpn
    const mpn = world.changes.find(isReplaced)?.before?.mpn
    const from = dayOf(world, 1)
    const rows = world.changes.filter(({ before, after }) => [before?.mpn, after?.mpn].includes(mpn))
    const summary = await agent.call<{ data: BomYieldChangeSummary }>('summarize_bom_yield_changes', {
      from,
      mpn,
      fields: ['counts', 'byStyle'],
    })
    expect(countsOf(summary.data.counts.changeType)).to.deep.equal(countsOf(rows.map((one) => one.changeType)))
    const fields = ['changeType', 'changedFields', 'before', 'after']
    const given = { from, mpn, changeType: 'changed', limit: 3, fields }
    const { data } = await agent.call<{ data: BomYieldChange[] }>('get_bom_yield_changes', given)
    const changed = rows.filter(({ changeType }) => changeType === 'changed')
    expect(linesOf(data)).to.deep.equal(linesOf(changed.slice(0, 3)))
  })

  recipe('Create a file of all changes since a date', async ({ agent, world }) => {
    const given = { kind: 'bom_yield_changes', parameters: { from: dayOf(world, 1) } }
    const { data } = await agent.call<{ data: ExportJob }>('create_export', given)
    expect(data.parameters.fromSnapshotId).to.equal(publicationAt(world.brand, 1).snapshotId)
    expect(data.links.download).to.match(/^http.*\/download$/)
  })
}
