import { expect } from 'chai'
import { errorOf, type LocalClient, localClient } from '../../support/client/local-client.ts'

const ROWS = 25

describe('lists of the client', () => {
  let local: LocalClient
  before(async () => {
    local = await localClient(({ path }) => {
      const query = new URL(path, 'http://a').searchParams
      const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 10)]
      const data = Array.from({ length: Math.min(limit, ROWS - from) }, (_, at) => from + at)
      const next = from + limit < ROWS ? String(from + limit) : null
      return { status: 200, body: { data, links: { next }, meta: {} } }
    })
  })
  beforeEach(() => local.server.requests.splice(0))
  after(() => local.server.close())

  const paths = () => local.server.requests.map(({ path }) => path.replace(/^[^?]*\??/, ''))
  const upTo = (end: number) => Array.from({ length: end }, (_, at) => at)

  it('send no request until they are read, and resolve to their first page, which is requested once', async () => {
    const list = local.client.searchEntities({ type: 'style' })
    expect(local.server.requests).to.deep.equal([])
    const [page, again] = await Promise.all([list, list])
    expect(page).to.equal(again)
    expect(page.data).to.have.length(10)
    expect(page.links.next).to.equal('10')
    expect(paths()).to.deep.equal(['type=style'])
  })

  it('are iterated row by row, with the maximum page size', async () => {
    expect(await Array.fromAsync(local.client.searchEntities())).to.deep.equal(upTo(ROWS))
    expect(paths()).to.deep.equal(['limit=1000'])
  })

  it('are iterated with the given page size', async () => {
    expect(await Array.fromAsync(local.client.searchEntities({ limit: 10 }))).to.deep.equal(upTo(ROWS))
    expect(paths()).to.deep.equal(['limit=10', 'limit=10&cursor=10', 'limit=10&cursor=20'])
  })

  it('continue from a cursor', async () => {
    const rows = await Array.fromAsync(local.client.searchEntities({ limit: 10, cursor: '10' }))
    expect(rows).to.deep.equal(upTo(ROWS).slice(10))
  })

  it('start at the first page in each iteration', async () => {
    const list = local.client.searchEntities({ limit: 20 })
    expect([await Array.fromAsync(list), await Array.fromAsync(list)]).to.deep.equal([upTo(ROWS), upTo(ROWS)])
  })

  it('are iterated page by page by `pages`', async () => {
    const pages = await Array.fromAsync(local.client.searchEntities({ limit: 10 }).pages())
    expect(pages.map(({ data }) => data.length)).to.deep.equal([10, 10, 5])
    expect(pages.at(-1)?.links.next).to.equal(null)
  })

  it('end after maxItems or maxPages, without further requests', async () => {
    const { client } = local
    expect(await Array.fromAsync(client.searchEntities({ limit: 10 }, { maxItems: 12 }))).to.deep.equal(upTo(12))
    expect(paths()).to.have.length(2)
    expect(await Array.fromAsync(client.searchEntities({ limit: 10 }, { maxItems: 10 }))).to.deep.equal(upTo(10))
    expect(paths()).to.have.length(3)
    expect(await Array.fromAsync(client.searchEntities({ limit: 10 }, { maxPages: 2 }))).to.deep.equal(upTo(20))
    expect(paths()).to.have.length(5)
    expect(await Array.fromAsync(client.searchEntities({}, { maxItems: 3 }))).to.deep.equal(upTo(3))
    expect(paths().at(-1)).to.equal('limit=3')
    expect(await Array.fromAsync(client.searchEntities({}, { maxItems: 0 }))).to.deep.equal([])
    expect(paths()).to.have.length(6)
  })

  it('read no further once the caller leaves the loop', async () => {
    for await (const row of local.client.searchEntities({ limit: 10 })) if ((row as unknown) === 3) break
    expect(paths()).to.have.length(1)
  })

  it('end when the caller aborts', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const read = async () => {
      for await (const _page of local.client.searchEntities({ limit: 10 }, { signal: controller.signal }).pages())
        controller.abort(reason)
    }
    expect(await errorOf(read())).to.equal(reason)
    expect(paths()).to.have.length(1)
  })

  it('send no limit if the operation has none', async () => {
    expect(await Array.fromAsync(local.client.listEntityTypes())).to.have.length(ROWS)
    expect(paths()).to.deep.equal(['', 'cursor=10', 'cursor=20'])
  })

  it('reject like promises', async () => {
    const list = local.client.searchEntities({}, { signal: AbortSignal.abort(new Error('no')) })
    expect(await list.catch(String)).to.equal('Error: no')
    expect(await list.then(null, () => 'second')).to.equal('second')
  })
})
