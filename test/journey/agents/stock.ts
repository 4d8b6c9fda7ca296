import { expect } from 'chai'
import type { z } from 'zod'
import { datasets } from '../../../demo/connected/datasets.ts'
import { oddDatasets } from '../../../demo/connected/loads.ts'
import { planOf } from '../../../demo/connected/plan.ts'
import type { ConnectedRecord } from '../../../schemas/materials/connected-records.ts'
import type { Freshness } from '../../../schemas/materials/datasets.ts'
import type { PositionExceptionSummary } from '../../../schemas/materials/exceptions.ts'
import type { ExplainedException } from '../../../schemas/materials/explanation.ts'
import type { MaterialFactoryPosition, PositionComparison } from '../../../schemas/materials/positions.ts'
import { positionsOf } from '../../support/docs/demo-questions.ts'
import { countsOf } from '../../support/journey/expected-bom.ts'
import {
  codesOf,
  dayBefore,
  exceptionCounts,
  itemFields,
  newFaults,
  oldDuplicates,
  pairWith,
  positionsOfMaterial,
} from '../../support/journey/expected-stock.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'
import { miscounted } from '../../support/journey/telling-brand.ts'
import { verdictOn } from '../../support/materials/connected-amounts.ts'

type Explained = z.infer<typeof ExplainedException>

/** Who looks after a dataset, as the generator has it. */
const stewardOf = (datasetId: string) => datasets.find((dataset) => dataset.datasetId === datasetId)?.steward

export function stockRecipes(recipe: DeclareRecipe): void {
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

  recipe('Explain an exception', async ({ agent, world }) => {
    const [pair] = miscounted(world.brand)
    if (!pair) throw new Error('There is a pair that is counted differently')
    const [material = '', factory] = codesOf(pair)
    const given = { material, factory, code: 'QUANTITY_MISMATCH' }
    const { data } = await agent.call<{ data: Explained[] }>('list_material_position_exceptions', given)
    const { exceptionId } = data[0] ?? {}
    const explained = await agent.call<{ data: Explained }>('get_material_position_exception', { exceptionId })
    const { observed, expected, explanation, steward, recommendedAction } = explained.data
    const stock = positionsOf(world, pair.material, pair.factory).map((one) => one.data.onHand)
    expect(stock).to.include.members([observed, expected])
    const values = explanation.flatMap(({ inputs }) => inputs.map(({ name, value }) => `${name} ${value}`))
    expect(values).to.include.members([`onHand ${observed}`, `onHand ${expected}`])
    expect(explanation.at(-1)?.value).to.equal(explained.data.delta)
    expect(steward).to.equal(stewardOf('erp.material_stock'))
    expect(recommendedAction).to.match(/count/i)
  })

  recipe('Find what is new and who acts', async ({ agent, world }) => {
    const since = dayBefore(world)
    const fields = ['code', 'severity', 'material.code', 'factory.code', 'steward', 'firstSeenAt']
    const given = { since, order: 'severity', limit: 30, fields }
    const { data } = await agent.call<{ data: Explained[] }>('list_material_position_exceptions', given)
    const severe = newFaults(world, ['UOM_INCOMPATIBLE', 'SHORTAGE', 'REQUIREMENT_MISMATCH', 'STATUS_CONFLICT'])
    const shown = data.map(({ code, material, factory }) => [code, material?.code, factory?.code])
    expect(shown).to.include.deep.members(severe)
    for (const material of oldDuplicates(world))
      expect(shown).not.to.deep.include(['DUPLICATE_SOURCE_RECORD', material, undefined])
    for (const { firstSeenAt } of data) expect(firstSeenAt >= since, firstSeenAt).to.equal(true)
    const ranks = data.map(({ severity }) => ['critical', 'high', 'medium', 'low'].indexOf(severity))
    expect(ranks).to.deep.equal([...ranks].sort())
    const stewards = data.flatMap(({ code, steward }) => (code === 'SHORTAGE' ? [steward] : []))
    expect(new Set(stewards)).to.deep.equal(new Set([stewardOf('erp.material_stock')]))
  })
}
