import { expect } from 'chai'
import type { BomYieldChangeSummary } from '../../../schemas/bom/yield-change-summary.ts'
import type { BomYieldChange } from '../../../schemas/bom/yields.ts'
import { idOf } from '../../support/bom/bom-model.ts'
import { linesOf } from '../../support/docs/demo-questions.ts'
import { dayOf, largestOf } from '../../support/journey/expected-bom.ts'
import { causesOf, effectsOf } from '../../support/journey/expected-order.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

type Summary = { data: BomYieldChangeSummary }

const path = '/v1/bom/yield-changes/summary'

export function changeRecipes(recipe: DeclareRecipe): void {
  recipe('Find the ten largest yield changes', async ({ rest, world }) => {
    const { data } = await rest.get<Summary>(path, { top: '10' })
    const shown = data.largest.map(({ matchKey, delta }) => `${matchKey} ${delta?.grossPercent}`)
    expect(shown).to.have.length(10).and.to.deep.equal(largestOf(world, 10))
  })

  recipe('Find lines that use more of a material than before', async ({ rest, world }) => {
    const isMore = ({ yieldDirection }: BomYieldChange) => yieldDirection === 'increased'
    const material = world.changes.find(isMore)?.after?.material ?? ''
    const query = { from: dayOf(world, 1), material, changeType: 'changed' }
    const found = await rest.all<BomYieldChange>('/v1/bom/yield-changes', query)
    const expected = world.changes.filter(({ before, after }) => [before?.material, after?.material].includes(material))
    expect(linesOf(found.filter(isMore))).to.deep.equal(linesOf(expected.filter(isMore)))
  })

  recipe('See what BOM changes cost each style', async ({ rest, world }) => {
    const { data } = await rest.get<Summary>(path, { from: dayOf(world, 1), top: '100' })
    const styles = [...new Map(world.changes.map((change) => [change.style, change.after ?? change.before]))]
    const effects = effectsOf(world)
    expect(data.touched.styles).to.equal(styles.length)
    expect(data.byStyle.map(({ key, costEffect, unpriced }) => [key, costEffect, unpriced])).to.have.deep.members(
      styles.map(([style, row]) => {
        const { costEffect, unpriced } = effects.ofStyle(row?.styleId ?? '')
        return [style, costEffect, unpriced]
      }),
    )
  })

  recipe('Find the materials that changed the cost of a style', async ({ rest, world }) => {
    const [{ style = '' } = {}] = world.changes
    const { data } = await rest.get<Summary>(path, { from: dayOf(world, 1), style, groupBy: 'cause', top: '100' })
    const own = world.changes.filter((change) => change.style === style)
    const materials = new Set(
      own.flatMap(({ before, after }) => [before?.material ?? [], after?.material ?? []].flat()),
    )
    const effects = effectsOf({ ...world, changes: own })
    expect(data.byMaterial.map(({ key, costEffect }) => [key, costEffect])).to.have.deep.members(
      [...materials].map((number) => {
        const id = idOf(world.organization, 'material', `M-${Number(number.slice(3))}`)
        return [number, effects.ofMaterial(id).costEffect]
      }),
    )
    const { byCause, causeCount } = data
    expect({ byCause, causeCount }).to.deep.equal(causesOf({ ...world, changes: own }, 100))
  })
}
