import { expect } from 'chai'
import type { ExportJob } from '../../schemas/exports/exports.ts'
import { assertContract } from '../support/api/contract.ts'
import { type ExportsWorld, forgetExports, startExports } from '../support/api/exports.ts'
import { mintOrganization } from '../support/organization.ts'

describe('the list of exports', () => {
  let world: ExportsWorld
  let clock = Date.parse('2027-04-01T00:00:00.000Z')
  before(async () => {
    world = await startExports({ now: () => clock })
  })
  afterEach(() => forgetExports(world.graph, world.organization.key))
  after(() => world.close())

  it('has the newest export first, with pagination', async () => {
    const created: string[] = []
    for (let at = 0; at < 5; at += 1) {
      clock += 1000
      created.unshift((await world.create('entities')).exportId)
    }
    const found: string[] = []
    for (let path: string | null = '/v1/exports?limit=2'; path; ) {
      const page = (await assertContract(await world.get(path))) as {
        data: ExportJob[]
        links: { next: string | null }
      }
      found.push(...page.data.map(({ exportId }) => exportId))
      path = page.links.next && `/v1/exports?limit=2&cursor=${page.links.next}`
    }
    expect(found).to.deep.equal(created)
  })

  it('has no export of another organization', async () => {
    await world.create('entities')
    const other = await mintOrganization(world.graph)
    const { text } = await other.issue({ scopes: ['exports:create'] })
    const listed = (await assertContract(await world.get('/v1/exports', text))) as { data: unknown[] }
    expect(listed.data).to.deep.equal([])
  })
})
