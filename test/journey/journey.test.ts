import { journey } from '../support/journey/journey.ts'
import { recipesForAgents } from './agents.ts'
import { recipesForDataTeams } from './data-teams.ts'
import { recipesForPlanners } from './planners.ts'

/**
 * Each recipe of docs/read, followed on the demo brand within its bounds, and compared with what the generator knows.
 */
describe('recipes', function () {
  this.timeout(900_000)
  journey((recipe) => {
    describe('for planners', () => recipesForPlanners(recipe))
    describe('for agents', () => recipesForAgents(recipe))
    describe('for data teams', () => recipesForDataTeams(recipe))
  })
})
