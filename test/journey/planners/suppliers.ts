import { expect } from 'chai'
import type { BomYieldSummary } from '../../../schemas/bom/yield-summary.ts'
import type { Entity, Relationship } from '../../../schemas/graph/entities.ts'
import { busiestSupplier, countsOf, rankedStyles } from '../../support/journey/expected-bom.ts'
import { busiestFactory, sourcesOfStyle, summaryOf } from '../../support/journey/expected-styles.ts'
import { materialWithSources, supplyOf } from '../../support/journey/expected-supply.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

type Found = { data: Entity[] }
type Summary = { data: BomYieldSummary }

const numberOf = (label: string | null) => label?.split(' ')[0] ?? ''

export function supplierRecipes(recipe: DeclareRecipe): void {
  recipe("Rank the styles that use a supplier's materials", async ({ rest, world }) => {
    const supplier = busiestSupplier(world)
    const query = { supplier, groupBy: 'style', top: '100' }
    const { data } = await rest.get<Summary>('/v1/bom/yields/summary', query)
    const expected = world.rows.filter(({ supplierCode }) => supplierCode === supplier)
    const rowsOfStyles = countsOf(expected.map(({ style }) => style))
    const ranked = Object.entries(rowsOfStyles).sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    expect(data.groups.map(({ keys, rows }) => [keys[0]?.key, rows])).to.deep.equal(ranked.slice(0, 100))
    expect([data.groupCount, data.counts.rows]).to.deep.equal([ranked.length, expected.length])
    expect(ranked).to.have.length.above(1)
    const linesOfStyles = Object.fromEntries(rankedStyles(expected))
    for (const { keys, lines } of data.groups)
      expect(lines, keys[0]?.key ?? '').to.equal(linesOfStyles[keys[0]?.key ?? ''])
  })

  recipe('Compare the prices of a material by supplier', async ({ rest, world }) => {
    const material = materialWithSources(world)
    const { data } = await rest.get<Found>('/v1/entities', { type: 'material', q: material.number })
    const links = await rest.all<Relationship>(`/v1/entities/${data[0]?.id}/relationships`, {
      relationshipType: 'SUPPLIED_BY',
    })
    const prices = links.flatMap((link) =>
      link.type === 'SUPPLIED_BY' ? [[link.to.id, link.properties.price, link.properties.isNominated]] : [],
    )
    expect(prices).to.have.deep.members(supplyOf(world, material.record))
  })

  recipe('List the styles that a factory produces', async ({ rest, world }) => {
    const { code, made } = busiestFactory(world)
    const { data } = await rest.get<Found>('/v1/entities', { type: 'supplier', code })
    const links = await rest.all<Relationship>(`/v1/entities/${data[0]?.id}/relationships`, {
      relationshipType: 'PRODUCED_BY',
      direction: 'incoming',
    })
    const shown = links.flatMap(({ type, from, properties }) => {
      if (type !== 'PRODUCED_BY') return []
      return [[numberOf(from.label), properties.season, properties.allocationPercent, properties.state]]
    })
    expect(shown).to.have.deep.members(made)
  })

  recipe('Find the materials of a style with one supplier', async ({ rest, world }) => {
    const style = world.rows[0]?.style ?? ''
    const { data } = await rest.get<Found>('/v1/entities', { type: 'style', code: style })
    const links = await rest.all<Relationship>(`/v1/entities/${data[0]?.id}/relationships`, {
      relationshipType: ['USES_MATERIAL', 'SUPPLIED_BY'],
      direction: 'outgoing',
      depth: '2',
      to: 'supplier',
    })
    const shown = links.map(({ from, to }) => [numberOf(from.label), to.label])
    const expected = sourcesOfStyle(world, style)
    expect(shown).to.have.deep.members(expected)
    const single = Object.values(countsOf(expected.map(([number = '']) => number))).filter((count) => count === 1)
    expect(single).to.have.length.above(0)
  })

  recipe('Find the styles that use restricted materials', async ({ rest, world }) => {
    const groupBy = ['material', 'style'] as const
    const query = { materialLifecycleState: 'restricted', groupBy, top: '100' }
    const { data } = await rest.get<Summary>('/v1/bom/yields/summary', query)
    const expected = summaryOf(world, { groupBy, top: 100, filters: { materialLifecycleState: 'restricted' } })
    const shown = ({ groups }: Pick<BomYieldSummary, 'groups'>) =>
      groups.map(({ keys, skus, lines, gross }) => [keys.map(({ key }) => key), skus, lines, gross])
    expect(shown(data)).to.deep.equal(shown(expected))
    expect([data.counts, data.groupCount]).to.deep.equal([expected.counts, expected.groupCount])
    expect(data.counts.materials).to.be.above(0)
  })
}
