import { expect } from 'chai'
import type { Change, ChangesInput, ChangesOptions } from '../../../client/src/index.ts'
import { errorOf, type LocalClient, localClient } from '../../support/client/local-client.ts'
import { type Answer, problemAnswer } from '../../support/client/local-server.ts'

const PER_PAGE = 2

describe('the feed of changes of the client', () => {
  let local: LocalClient
  /** The IDs of the changes that the server lists. A cursor is the number of changes before it. */
  let listed: string[]
  let instead: (cursor: number) => Answer | null | undefined
  before(async () => {
    local = await localClient(({ path }) => {
      const from = Number(new URL(path, 'http://a').searchParams.get('cursor') ?? 0)
      const other = instead(from)
      if (other !== undefined) return other
      const data = listed.slice(from, from + PER_PAGE).map((id) => ({ id }))
      const resume = String(from + data.length)
      return {
        status: 200,
        body: { data, links: { next: from + PER_PAGE < listed.length ? resume : null }, meta: { resume } },
      }
    })
  })
  beforeEach(() => {
    local.server.requests.splice(0)
    local.waits.splice(0)
    listed = ['a', 'b', 'c', 'd', 'e']
    instead = () => undefined
  })
  after(() => local.server.close())

  const queries = () => local.server.requests.map(({ path }) => path.replace(/^[^?]*\?/, ''))
  const feedOf = (input?: ChangesInput, options?: ChangesOptions) => local.client.changes(input, options)
  const idsOf = async (changes: AsyncIterable<Change>) => (await Array.fromAsync(changes)).map(({ id }) => id)

  it('lists the changes of all pages, and has the cursor after the last one', async () => {
    const feed = feedOf({ type: 'material' })
    expect([feed.resume, queries()]).to.deep.equal([null, []])
    expect(await idsOf(feed)).to.deep.equal(listed)
    expect(queries()).to.deep.equal([
      'type=material&limit=1000',
      'type=material&limit=1000&cursor=2',
      'type=material&limit=1000&cursor=4',
    ])
    expect(feed.resume).to.equal('5')
  })

  it('continues at resume instead of since', async () => {
    const since = '2026-09-13'
    expect(await idsOf(feedOf({ since, limit: 7 }, { resume: '3' }))).to.deep.equal(['d', 'e'])
    expect(queries()).to.deep.equal(['limit=7&cursor=3'])
    await idsOf(feedOf({ since }, { resume: null }))
    expect(queries().slice(1, 3)).to.deep.equal([`since=${since}&limit=1000`, 'limit=1000&cursor=2'])
  })

  it('moves resume when the change after a page is requested, and not before', async () => {
    const feed = feedOf()
    const seen: [string, string | null][] = []
    for await (const { id } of feed) seen.push([id, feed.resume])
    expect(seen).to.deep.equal([
      ['a', null],
      ['b', null],
      ['c', '2'],
      ['d', '2'],
      ['e', '4'],
    ])
  })

  it('repeats a page that was processed in part', async () => {
    const feed = feedOf()
    for await (const { id } of feed) if (id === 'd') break
    expect(feed.resume).to.equal('2')
    expect(await idsOf(feed)).to.deep.equal(['c', 'd', 'e'])
  })

  it('keeps resume if a change cannot be processed, or a page cannot be read', async () => {
    const feed = feedOf({}, { retries: 0 })
    const failing = async () => {
      for await (const { id } of feed) if (id === 'b') throw new Error('the store is full')
    }
    expect(await errorOf(failing())).to.have.property('message', 'the store is full')
    expect(feed.resume).to.equal(null)
    instead = (cursor) => (cursor === 2 ? null : undefined)
    expect(await errorOf(idsOf(feed))).to.have.property('name', 'NetworkError')
    expect(feed.resume).to.equal('2')
    instead = () => problemAnswer('changes_expired')
    expect(await errorOf(idsOf(feed))).to.include({ name: 'ApiProblem', code: 'changes_expired' })
    expect(feed.resume).to.equal('2')
    instead = () => undefined
    expect(await idsOf(feed)).to.deep.equal(['c', 'd', 'e'])
  })

  it('calls onResume after each processed page, waits for it, and keeps resume if it fails', async () => {
    const steps: string[] = []
    const onResume = async (resume: string) => {
      await new Promise(setImmediate)
      steps.push(`stored ${resume}`)
      if (resume === '4') throw new Error('the disk is full')
    }
    const feed = feedOf({}, { onResume })
    const read = async () => {
      for await (const { id } of feed) steps.push(id)
    }
    expect(await errorOf(read())).to.have.property('message', 'the disk is full')
    expect(steps).to.deep.equal(['a', 'b', 'stored 2', 'c', 'd', 'stored 4'])
    expect(feed.resume).to.equal('2')
  })

  it('lists pages, except empty ones, and continues after those', async () => {
    instead = (cursor) => {
      if (cursor !== 2) return undefined
      return { status: 200, body: { data: [], links: { next: '4' }, meta: { resume: '4' } } }
    }
    const feed = feedOf()
    const pages = await Array.fromAsync(feed.pages())
    expect(pages.map(({ data, meta }) => [data.length, meta.resume])).to.deep.equal([
      [2, '2'],
      [1, '5'],
    ])
  })

  it('looks for new changes at the interval until the signal aborts', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const looks: number[] = []
    instead = (cursor) => {
      looks.push(cursor)
      if (looks.length === 4) listed.push('f')
      if (looks.length === 6) controller.abort(reason)
      return undefined
    }
    const feed = feedOf({}, { follow: { everyMs: 5000 }, signal: controller.signal })
    const ids: string[] = []
    const read = async () => {
      for await (const { id } of feed) ids.push(id)
    }
    expect(await errorOf(read())).to.equal(reason)
    expect(ids).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(looks).to.deep.equal([0, 2, 4, 5, 6, 6])
    expect(local.waits).to.deep.equal([5000, 5000, 5000])
    expect(feed.resume).to.equal('6')
  })

  it('ends before the next change if the caller aborts within a page', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const feed = feedOf({}, { signal: controller.signal })
    const ids: string[] = []
    const read = async () => {
      for await (const { id } of feed) {
        ids.push(id)
        if (id === 'c') controller.abort(reason)
      }
    }
    expect(await errorOf(read())).to.equal(reason)
    expect([ids, feed.resume]).to.deep.equal([['a', 'b', 'c'], '2'])
  })
})
