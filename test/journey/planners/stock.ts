import { expect } from 'chai'
import type { PositionException, PositionExceptionSummary } from '../../../schemas/materials/exceptions.ts'
import type { MaterialFactoryPosition } from '../../../schemas/materials/positions.ts'
import { countsOf } from '../../support/journey/expected-bom.ts'
import { exceptionCounts, pairOfPoplin, positionsAt } from '../../support/journey/expected-stock.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'

export function stockRecipes(recipe: DeclareRecipe): void {
  recipe('List the stock at one factory', async ({ rest, world }) => {
    const [, factory = ''] = pairOfPoplin(world).pair
    const found = await rest.all<MaterialFactoryPosition>('/v1/material-factory-position', { factory })
    const shown = found.map(({ system, source, onHand, uom }) => [system, source.recordId, onHand, uom])
    expect(shown).to.have.deep.members(positionsAt(world, factory))
  })

  recipe('Find quantity mismatches of poplin', async ({ rest, world }) => {
    const { pairs, pair, stock } = pairOfPoplin(world)
    const found = await rest.all<PositionException>('/v1/material-position-exceptions', { code: 'QUANTITY_MISMATCH' })
    const poplins = found.filter(({ material }) => material?.label?.includes('Poplin'))
    const codesOf = ({ material, factory }: PositionException) => [material?.code, factory?.code]
    expect(poplins.map(codesOf)).to.have.deep.members(pairs)
    const first = poplins.find((one) => codesOf(one).join() === pair.join())
    expect([first?.observed, first?.expected]).to.have.members(stock)
  })

  recipe('Count open exceptions by code, severity, and factory', async ({ rest, world }) => {
    const { data } = await rest.get<{ data: PositionExceptionSummary }>('/v1/material-position-exceptions/summary')
    const { code, severity } = exceptionCounts(world)
    expect(countsOf(data.counts.code)).to.deep.equal(code)
    expect(countsOf(data.counts.severity)).to.deep.equal(severity)
  })
}
