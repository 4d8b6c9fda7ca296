import { expect } from 'chai'
import type { MaterialRequirements } from '../../../schemas/bom/material-requirements.ts'
import { grossOfPieces } from '../../support/journey/expected-bom.ts'
import { orderOf, requirementsOf, sizedStyles } from '../../support/journey/expected-order.ts'
import { nominatedPrice } from '../../support/journey/expected-supply.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

type Requirements = { data: MaterialRequirements }
type Need = Pick<MaterialRequirements['materials'][number], 'material' | 'gross' | 'net' | 'cost' | 'leadTimeDays'>

const path = '/v1/bom/material-requirements'

export function orderRecipes(recipe: DeclareRecipe): void {
  recipe('Get the material consumption of one SKU', async ({ rest, world }) => {
    const sku = world.rows.at(-1)?.sku ?? ''
    const { data } = await rest.post<Requirements>(path, { items: [{ sku, pieces: 300 }], stock: 'all' })
    const materials = Map.groupBy(
      world.rows.filter((row) => row.sku === sku),
      ({ material, baseUom }) => `${material} ${baseUom}`,
    )
    const expected = [...materials].map(([name, rows]) => [name, grossOfPieces(rows, 300)])
    const found = data.materials.map(({ material, uom, gross }) => [`${material} ${uom}`, gross])
    expect(found).to.have.deep.members(expected)
    const costs = data.materials.map(({ material, unitPrice }) => [material, unitPrice])
    expect(costs).to.have.deep.members(
      [...materials.values()].map(([row]) => [row?.material, nominatedPrice(world, row)]),
    )
  })

  recipe('Plan the materials of an order', async ({ rest, world }) => {
    const items = sizedStyles(world).slice(0, 3).map(orderOf)
    const { data } = await rest.post<Requirements>(path, { items, stock: 'all' })
    const needOf = ({ material, gross, net, cost, leadTimeDays }: Need) => [material, gross, net, cost, leadTimeDays]
    const expected = requirementsOf(world, items, { withStock: true })
    expect(data.materials.map(needOf)).to.deep.equal(expected.materials.map(needOf))
    expect(data.materials.map(({ net }) => net)).to.satisfy((nets: string[]) => nets.some((net) => net !== '0'))
    expect([data.totals, data.unpriced, data.notFound]).to.deep.equal([expected.totals, expected.unpriced, []])
  })

  recipe('Compare nominated and lowest prices of an order', async ({ rest, world }) => {
    const items = sizedStyles(world).slice(-2).map(orderOf)
    const [nominated, lowest] = [
      await rest.post<Requirements>(path, { items, stock: 'none', priceBasis: 'nominated' }),
      await rest.post<Requirements>(path, { items, stock: 'none', priceBasis: 'lowest' }),
    ]
    const costOf = ({ materials, totals }: Pick<MaterialRequirements, 'materials' | 'totals'>) => [
      materials.map(({ material, supplier, cost }) => [material, supplier?.code, cost]),
      totals,
    ]
    expect(costOf(nominated.data)).to.deep.equal(costOf(requirementsOf(world, items)))
    expect(costOf(lowest.data)).to.deep.equal(costOf(requirementsOf(world, items, { priceBasis: 'lowest' })))
  })
}
