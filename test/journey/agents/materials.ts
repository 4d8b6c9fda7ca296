import { expect } from 'chai'
import type { BomYieldSummary } from '../../../schemas/bom/yield-summary.ts'
import { mostUsedMaterial, summaryOf } from '../../support/journey/expected-styles.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

type Found = { data: { id: string; label: string }[] }

export function materialRecipes(recipe: DeclareRecipe): void {
  recipe('Find the styles that use a material', async ({ agent, world }) => {
    const { number, label } = mostUsedMaterial(world)
    const found = await agent.call<Found>('search_entities', { q: label, type: 'material', limit: 1 })
    const material = found.data[0]?.label ?? ''
    expect(material.split(' ')[0]).to.equal(number)
    const given = { material, groupBy: ['style'], top: 25 }
    const { data } = await agent.call<{ data: BomYieldSummary }>('summarize_bom_yields', given)
    const expected = summaryOf(world, { groupBy: ['style'], top: 25, filters: { material: number } })
    const shown = ({ groups, groupCount }: Omit<BomYieldSummary, 'snapshot'>) => [
      groups.map(({ keys, skus, lines, rows, gross }) => [keys.map(({ key }) => key), skus, lines, rows, gross]),
      groupCount,
    ]
    expect(shown(data)).to.deep.equal(shown(expected))
  })

  recipe('Find where restricted materials are used', async ({ agent, world }) => {
    const filters = { materialLifecycleState: 'restricted' }
    const groupBy = ['material', 'style'] as const
    const fields = ['counts', 'groups.keys.label', 'groups.skus', 'groupCount']
    const given = { ...filters, groupBy, top: 25, fields }
    const { data } = await agent.call<{ data: BomYieldSummary }>('summarize_bom_yields', given)
    const expected = summaryOf(world, { groupBy, top: 25, filters })
    const shown = ({ counts, groups, groupCount }: Omit<BomYieldSummary, 'snapshot'>) => [
      counts,
      groups.map(({ keys, skus }) => [keys.map(({ label }) => label), skus]),
      groupCount,
    ]
    expect(shown(data)).to.deep.equal(shown(expected))
    expect(data.counts.materials).to.be.above(0)
  })

  recipe('Find where uncertified fabrics are used', async ({ agent, world }) => {
    const filters = { certification: 'none', section: 'fabric' }
    const groupBy = ['style'] as const
    const fields = ['counts', 'groups.keys.key', 'groups.lines', 'groupCount']
    const given = { ...filters, groupBy, top: 25, fields }
    const { data } = await agent.call<{ data: BomYieldSummary }>('summarize_bom_yields', given)
    const expected = summaryOf(world, { groupBy, top: 25, filters })
    const shown = ({ counts, groups, groupCount }: Omit<BomYieldSummary, 'snapshot'>) => [
      counts,
      groups.map(({ keys, lines }) => [keys.map(({ key }) => key), lines]),
      groupCount,
    ]
    expect(shown(data)).to.deep.equal(shown(expected))
    expect(data.counts.rows).to.be.above(0).and.below(world.rows.length)
  })
}
