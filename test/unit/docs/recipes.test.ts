import { expect } from 'chai'
import { recipesForAgents } from '../../journey/agents.ts'
import { recipesForDataTeams } from '../../journey/data-teams.ts'
import { recipesForPlanners } from '../../journey/planners.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'
import { readIndex, readRecipes, recipePages } from '../../support/journey/recipes.ts'

const headingsOf = (declare: (recipe: DeclareRecipe) => void) => {
  const headings: string[] = []
  declare((heading) => headings.push(heading))
  return headings
}

describe('the recipes in the docs', () => {
  const declared = {
    'recipes-for-planners': recipesForPlanners,
    'recipes-for-agents': recipesForAgents,
    'recipes-for-data-teams': recipesForDataTeams,
  }

  for (const page of recipePages) {
    it(`of ${page} are twenty in the order of its index, and test/journey sends the calls of each`, () => {
      const headings = readRecipes().flatMap((recipe) => (recipe.page === page ? [recipe.heading] : []))
      expect(headings).to.have.length(20)
      expect(headingsOf(declared[page])).to.deep.equal(headings)
      expect(readIndex(page)).to.deep.equal(headings)
    })
  }

  it('have different headings, because figures are printed by heading', () => {
    const headings = readRecipes().map(({ heading }) => heading)
    expect(new Set(headings)).to.have.lengthOf(headings.length)
  })

  it('have one or two calls each', () => {
    for (const { heading, calls } of readRecipes()) {
      expect(calls.length, heading).to.be.within(1, 2)
      for (const call of calls) expect(call, heading).to.match(/^(?:GET|POST) \/v1\/|^tda feed|^[a-z]+(?:_[a-z]+)+\b/)
    }
  })
})
