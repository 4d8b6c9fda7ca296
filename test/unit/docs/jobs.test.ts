import { expect } from 'chai'
import { jobsOfAgents } from '../../journey/agents.ts'
import { jobsOfDataEngineers } from '../../journey/data-engineers.ts'
import { jobsOfPlanners } from '../../journey/planners.ts'
import { readJobs } from '../../support/journey/jobs.ts'
import type { DeclareJob } from '../../support/journey/journey.ts'

const sentencesOf = (declare: (job: DeclareJob) => void) => {
  const sentences: string[] = []
  declare((sentence) => sentences.push(sentence))
  return sentences
}

describe('docs/read/recipes.md', () => {
  const declared = {
    'Planners and costing analysts': jobsOfPlanners,
    'AI agents': jobsOfAgents,
    'Data engineers': jobsOfDataEngineers,
  }

  for (const [user, declare] of Object.entries(declared)) {
    it(`has ten jobs of ${user}, and test/journey does just these`, () => {
      const written = readJobs().filter((job) => job.user === user)
      expect(written).to.have.length(10)
      expect(sentencesOf(declare)).to.deep.equal(written.map(({ sentence }) => sentence))
    })
  }
})
