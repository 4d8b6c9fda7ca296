import { journey } from '../support/journey/journey.ts'
import { jobsOfAgents } from './agents.ts'
import { jobsOfDataEngineers } from './data-engineers.ts'
import { jobsOfPlanners } from './planners.ts'

/** The jobs of docs/read/recipes.md, each done on the demo brand within its bounds, and held to what the generator knows. */
describe('jobs', function () {
  this.timeout(900_000)
  journey((job) => {
    describe('of planners and costing analysts', () => jobsOfPlanners(job))
    describe('of AI agents', () => jobsOfAgents(job))
    describe('of data engineers', () => jobsOfDataEngineers(job))
  })
})
