import { expect } from 'chai'
import type { MaterialRequirements } from '../../../schemas/bom/material-requirements.ts'
import type { BomYield } from '../../../schemas/bom/yields.ts'
import type { Entity, Relationship } from '../../../schemas/graph/entities.ts'
import { orderOf, requirementsOf, sizedStyles } from '../../support/journey/expected-order.ts'
import { carriedOver, skuWithGtin, stylesOf } from '../../support/journey/expected-styles.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

type Found = { data: Entity[] }
type Line = Omit<BomYield, 'snapshotId' | 'source' | 'sizeIndex'>

const lineOf = ({ lineNumber, sku, sizeCode, grossYield, uom }: Line) =>
  [lineNumber, sku, sizeCode, grossYield, uom].join()

export function styleRecipes(recipe: DeclareRecipe): void {
  recipe('List all lines of a style by size', async ({ rest, world }) => {
    const style = world.rows[0]?.style ?? ''
    const found = await rest.all<BomYield>('/v1/bom/yields', { style })
    const expected = world.rows.filter((row) => row.style === style)
    expect(found.map(lineOf).sort()).to.deep.equal(expected.map(lineOf).sort())
  })

  recipe('List the styles of a season in development', async ({ rest, world }) => {
    const styles = stylesOf(world)
    const season = styles.find(({ state }) => state === 'development')?.season.code ?? ''
    const query = { type: 'style', season, lifecycleState: 'development' }
    const found = await rest.all<Entity>('/v1/entities', query)
    const expected = styles.filter((style) => style.season.code === season && style.state === 'development')
    const numbers = found.map(({ label }) => label.split(' ')[0])
    expect(numbers).to.have.members(expected.map(({ styleNumber }) => styleNumber))
  })

  recipe('Compare the material cost of two styles', async ({ rest, world }) => {
    const garments = sizedStyles(world)
      .slice(0, 2)
      .map((style) => ({ ...orderOf(style), sizes: { [style.skus[0]?.size ?? '']: 1 } }))
    for (const garment of garments) {
      const given = { items: [garment], stock: 'none' }
      const { data } = await rest.post<{ data: MaterialRequirements }>('/v1/bom/material-requirements', given)
      const expected = requirementsOf(world, [garment])
      const costs = ({ materials }: Pick<MaterialRequirements, 'materials'>) =>
        materials.map(({ material, gross, cost }) => [material, gross, cost])
      expect([data.pieces, data.totals]).to.deep.equal([1, expected.totals])
      expect(costs(data)).to.deep.equal(costs(expected))
    }
  })

  recipe('Find the style that a carry-over comes from', async ({ rest, world }) => {
    const { style, earlier, season } = carriedOver(world)
    const { data } = await rest.get<Found>('/v1/entities', { type: 'style', code: style })
    const links = await rest.all<Relationship>(`/v1/entities/${data[0]?.id}/relationships`, {
      relationshipType: 'CARRIED_OVER_FROM',
      direction: 'outgoing',
    })
    const shown = links.map(({ from, to, properties }) => {
      return [from.label?.split(' ')[0], to.label?.split(' ')[0], (properties as { fromSeason: string }).fromSeason]
    })
    expect(shown).to.deep.equal([[style, earlier, season]])
  })

  recipe('Find the style and the materials of a GTIN', async ({ rest, world }) => {
    const { gtin, skuCode, styleNumber } = skuWithGtin(world)
    const { data } = await rest.get<Found>('/v1/entities', { code: gtin })
    const attributes = data.map((entity) => entity.attributes as Record<string, unknown>)
    expect(attributes.map((one) => [one.skuCode, one.styleNumber, one.gtin])).to.deep.equal([
      [skuCode, styleNumber, gtin],
    ])
    const found = await rest.all<BomYield>('/v1/bom/yields', { sku: String(attributes[0]?.skuCode) })
    const expected = world.rows.filter(({ sku }) => sku === skuCode)
    expect(found.map(lineOf)).to.have.members(expected.map(lineOf))
    expect(new Set(found.map(({ style }) => style))).to.deep.equal(new Set([styleNumber]))
  })
}
