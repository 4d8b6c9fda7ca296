import { expect } from 'chai'
import type { MaterialRequirements } from '../../../schemas/bom/material-requirements.ts'
import { orderOf, requirementsOf, sizedStyles } from '../../support/journey/expected-order.ts'
import { carriedOver, skuWithGtin } from '../../support/journey/expected-styles.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

type Requirements = { data: MaterialRequirements }
type Need = MaterialRequirements['materials'][number]
type Entity = { attributes: Record<string, unknown> }
type Link = { to: { label: string }; properties: { fromSeason: string } }

const materials = (...names: string[]) => names.map((name) => `materials.${name}`)

export function styleRecipes(recipe: DeclareRecipe): void {
  recipe('List what to buy for an order', async ({ agent, world }) => {
    const items = sizedStyles(world).slice(0, 1).map(orderOf)
    const { data } = await agent.call<Requirements>('calculate_material_requirements', {
      items,
      stock: 'all',
      fields: ['totals', 'notFound', ...materials('material', 'uom', 'gross', 'net', 'supplier.code', 'leadTimeDays')],
    })
    const expected = requirementsOf(world, items, { withStock: true })
    const needOf = ({ material, uom, gross, net, supplier, leadTimeDays }: Need) => [
      material,
      uom,
      gross,
      net,
      supplier?.code,
      leadTimeDays,
    ]
    expect(data.materials.map(needOf)).to.deep.equal(expected.materials.map(needOf))
    expect([data.totals, data.notFound]).to.deep.equal([expected.totals, []])
  })

  recipe('Look up everything about a GTIN', async ({ agent, world }) => {
    const { gtin, skuCode, styleNumber } = skuWithGtin(world)
    const { data } = await agent.call<{ data: Entity }>('get_entity', { code: gtin })
    const { attributes } = data
    expect([attributes.skuCode, attributes.styleNumber, attributes.gtin]).to.deep.equal([skuCode, styleNumber, gtin])
    const items = [{ sku: String(attributes.skuCode), pieces: 1 }]
    const fields = ['totals', 'unpriced.material', ...materials('label', 'uom', 'gross', 'supplier.label')]
    const needs = await agent.call<Requirements>('calculate_material_requirements', { items, stock: 'none', fields })
    const expected = requirementsOf(world, items)
    const needOf = ({ label, uom, gross, supplier }: Need) => [label, uom, gross, supplier?.label]
    expect(needs.data.materials.map(needOf)).to.deep.equal(expected.materials.map(needOf))
    expect(needs.data.totals).to.deep.equal(expected.totals)
  })

  recipe('Compare the materials of two styles', async ({ agent, world }) => {
    const skus = sizedStyles(world)
      .slice(0, 2)
      .map(({ skus: [sku] }) => sku?.code ?? '')
    const items = skus.map((sku) => ({ sku, pieces: 1 }))
    const fields = ['notFound', ...materials('label', 'uom', 'byItem.item', 'byItem.gross')]
    const given = { items, priceBasis: 'none', stock: 'none', fields }
    const { data } = await agent.call<Requirements>('calculate_material_requirements', given)
    const needOf = ({ label, uom, byItem }: Need) => [label, uom, byItem.map(({ item, gross }) => [item, gross])]
    const expected = requirementsOf(world, items, { priceBasis: 'none' })
    expect(data.materials.map(needOf)).to.deep.equal(expected.materials.map(needOf))
    expect(
      data.materials.some(({ byItem }) => byItem.length === 2),
      'a material of both',
    ).to.equal(true)
  })

  recipe('Trace a carry-over', async ({ agent, world }) => {
    const { style, earlier, season } = carriedOver(world)
    const { data } = await agent.call<{ data: Link[] }>('traverse_relationships', {
      code: style,
      type: 'style',
      direction: 'outgoing',
      relationshipType: ['CARRIED_OVER_FROM'],
      depth: 3,
      fields: ['to.label', 'properties.fromSeason'],
    })
    const shown = data.map(({ to, properties }) => [to.label.split(' ')[0], properties.fromSeason])
    expect(shown).to.deep.equal([[earlier, season]])
  })
}
