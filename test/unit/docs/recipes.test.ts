import { expect } from 'chai'
import { recipesForAgents } from '../../journey/agents.ts'
import { recipesForDataTeams } from '../../journey/data-teams.ts'
import { recipesForPlanners } from '../../journey/planners.ts'
import type { DeclareRecipe } from '../../support/journey/journey.ts'
import { readRecipes } from '../../support/journey/recipes.ts'

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

  for (const [page, declare] of Object.entries(declared)) {
    it(`of ${page} are ten, and test/journey sends the calls of each`, () => {
      const written = readRecipes().filter((recipe) => recipe.page === page)
      expect(written).to.have.length(10)
      expect(headingsOf(declare)).to.deep.equal(written.map(({ heading }) => heading))
    })
  }

  it('have one or two calls each', () => {
    for (const { heading, calls } of readRecipes()) {
      expect(calls.length, heading).to.be.within(1, 2)
      for (const call of calls) expect(call, heading).to.match(/^(?:GET|POST) \/v1\/|^tda feed|^[a-z]+(?:_[a-z]+)+\b/)
    }
  })
})
