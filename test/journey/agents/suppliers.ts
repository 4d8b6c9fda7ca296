import { expect } from 'chai'
import type { BomYieldSummary } from '../../../schemas/bom/yield-summary.ts'
import { busiestSupplier, countsOf } from '../../support/journey/expected-bom.ts'
import { sourcesOfStyle, summaryOf } from '../../support/journey/expected-styles.ts'
import { othersOf } from '../../support/journey/expected-supply.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

type Ends = { from: { label: string }; to: { label: string } }
type Other = { to: { label: string }; links: number }

export function supplierRecipes(recipe: DeclareRecipe): void {
  recipe('Find the suppliers behind a style', async ({ agent, world }) => {
    const style = world.rows[0]?.style ?? ''
    const { data } = await agent.call<{ data: Other[] }>('traverse_relationships', {
      code: style,
      type: 'style',
      direction: 'outgoing',
      relationshipType: ['USES_MATERIAL', 'SUPPLIED_BY'],
      depth: 2,
      to: 'supplier',
      distinct: true,
      fields: ['to.label', 'links'],
    })
    const links = countsOf(sourcesOfStyle(world, style).map(([, supplier = '']) => supplier))
    expect(data.map(({ to, links: materials }) => [to.label, materials])).to.have.deep.members(Object.entries(links))
  })

  recipe('Find who is affected when a supplier stops', async ({ agent, world }) => {
    const supplier = busiestSupplier(world)
    const fields = ['counts', 'groups.keys.key', 'groups.lines', 'groupCount']
    const given = { supplier, groupBy: ['style'], top: 25, fields }
    const { data } = await agent.call<{ data: BomYieldSummary }>('summarize_bom_yields', given)
    const expected = summaryOf(world, { groupBy: ['style'], top: 25, filters: { supplier } })
    const shown = ({ counts, groups, groupCount }: Omit<BomYieldSummary, 'snapshot'>) => [
      counts,
      groups.map(({ keys, lines }) => [keys.map(({ key }) => key), lines]),
      groupCount,
    ]
    expect(shown(data)).to.deep.equal(shown(expected))
    const others = await agent.call<{ data: Other[] }>('traverse_relationships', {
      code: supplier,
      type: 'supplier',
      relationshipType: ['SUPPLIED_BY'],
      depth: 2,
      to: 'supplier',
      distinct: true,
      limit: 25,
      fields: ['to.label', 'links'],
    })
    expect(others.data.map(({ to, links }) => [to.label, links])).to.have.deep.members(othersOf(world, supplier))
  })

  recipe('Find materials of a style without an alternative supplier', async ({ agent, world }) => {
    const style = world.rows[0]?.style ?? ''
    const { data } = await agent.call<{ data: Ends[] }>('traverse_relationships', {
      code: style,
      type: 'style',
      direction: 'outgoing',
      relationshipType: ['USES_MATERIAL', 'SUPPLIED_BY'],
      depth: 2,
      to: 'supplier',
      limit: 100,
      fields: ['from.label', 'to.label'],
    })
    const shown = data.map(({ from, to }) => [from.label.split(' ')[0], to.label])
    expect(shown).to.have.deep.members(sourcesOfStyle(world, style))
  })
}
