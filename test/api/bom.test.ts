import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import type { Graph } from '../../cypher/connect.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { assertContract, assertProblemCode } from '../support/api/contract.ts'
import { published, retire, writeHistory, writePublication } from '../support/bom/bom-graph.ts'
import { expectedChanges, expectedYields } from '../support/bom/bom-oracle.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { mintOrganization } from '../support/organization.ts'

const building = '01JPQ8BVJDJNG0000000000000'

describe('BOM history over HTTP', () => {
  let graph: Graph
  let api: TestApi
  let token: string
  let organization: string
  const history = randomBoms(17, { styles: 6, publications: 3 }).map((bom, at) => published(bom, at + 1))
  const [first, second, third] = history
  if (!first || !second || !third) throw new Error('There are three publications')

  before(async () => {
    graph = connectTestGraph()
    const minted = await mintOrganization(graph)
    organization = minted.key
    token = (await minted.issue({ scopes: ['bom:read'] })).text
    await writeHistory(graph, organization, history)
    await writePublication(graph, organization, { snapshotId: building, status: 'building' })
    await retire(graph, organization, first.snapshotId, new Date().toISOString())
    api = await startApi({ operations })
  })
  after(async () => {
    await api.close()
    await graph.close()
  })

  /** Follows Link headers to the end of a list. */
  async function follow(path: string): Promise<unknown[]> {
    const rows: unknown[] = []
    for (let next: string | undefined = path; next; ) {
      const answer = await api.get(next, token)
      rows.push(...((await assertContract(answer)) as { data: unknown[] }).data)
      const [, target] = /^<http:\/\/api\.test([^>]+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '') ?? []
      next = target
    }
    return rows
  }

  it('is complete if a client follows the Link headers from page to page', async () => {
    expect(await follow('/v1/bom/snapshots?limit=1')).to.have.length(2)
    expect(await follow('/v1/bom/yields?limit=7')).to.deep.equal(
      expectedYields(organization, third.bom, third.snapshotId),
    )
    const changes = expectedChanges(organization, second.bom, third.bom)
    expect(await follow('/v1/bom/yield-changes?limit=3&includeUnchanged=true')).to.deep.equal(changes)
  })

  it('returns 304 to a request with the current ETag', async () => {
    for (const path of ['/v1/bom/snapshots', '/v1/bom/yields', '/v1/bom/yield-changes?includeUnchanged=true']) {
      const tag = (await api.get(path, token)).headers.get('ETag') ?? ''
      expect((await api.get(path, token, { 'If-None-Match': tag })).status, path).to.equal(304)
    }
  })

  it('returns the problem code of BOM snapshots that fits each invalid request', async () => {
    const refused = (path: string) => api.get(`/v1/bom/${path}`, token)
    const early = await assertProblemCode(await refused(`yields?snapshotId=${building}`), 'snapshot_not_completed')
    expect(early).to.include({ status: 409, retryable: true })
    await assertProblemCode(await refused(`yields?snapshotId=${first.snapshotId}`), 'snapshot_retired')
    await assertProblemCode(await refused('yield-changes?to=2027-01-01'), 'snapshot_not_found')
    const twice = await refused(`yield-changes?to=2027-03-03&toSnapshotId=${third.snapshotId}`)
    const { errors } = await assertProblemCode(twice, 'invalid_request')
    expect(errors?.map((fault) => `${fault.in} ${fault.name}`)).to.deep.equal(['query to', 'query toSnapshotId'])
    await assertProblemCode(await refused('yields?snapshotID=x'), 'invalid_request')
    await assertProblemCode(await refused('yield-changes?includeUnchanged=yes'), 'invalid_request')
  })
})
