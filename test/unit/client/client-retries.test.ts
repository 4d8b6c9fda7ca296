import { expect } from 'chai'
import { endpoints } from '../../../client/src/contract.ts'
import { ApiProblem, NetworkError, UnexpectedResponse } from '../../../client/src/index.ts'
import { settingsOf } from '../../../client/src/settings.ts'
import { errorOf, type LocalClient, localClient } from '../../support/client/local-client.ts'
import { type Answer, type Arrived, problemAnswer } from '../../support/client/local-server.ts'

const token = { data: {}, meta: {} }
const page = (ids: number[], next: string | null): Answer => ({
  status: 200,
  body: { data: ids, links: { next }, meta: {} },
})
const limited = problemAnswer('rate_limited', { 'Retry-After': '7' })
const gone = null

describe('retries of the client', () => {
  let local: LocalClient
  const start = async (...given: Parameters<typeof localClient>) => {
    local = await localClient(...given)
    return local.client
  }
  afterEach(() => local.server.close())

  /** The responses one after the other; the last one repeatedly. */
  const oneByOne =
    (...answers: (Answer | null)[]) =>
    ({ at }: Arrived) =>
      answers[Math.min(at, answers.length - 1)] ?? null

  it('wait for the Retry-After of a 429 in the middle of a list, and continue with the same cursor', async () => {
    const client = await start(oneByOne(page([1, 2], 'c2'), limited, page([3], 'c3'), page([4], null)))
    const rows = await Array.fromAsync(client.listBomYields({ style: 'A B', limit: 2 }))
    expect(rows).to.deep.equal([1, 2, 3, 4])
    expect(local.server.requests.map(({ path }) => path)).to.deep.equal([
      '/v1/bom/yields?style=A+B&limit=2',
      '/v1/bom/yields?style=A+B&limit=2&cursor=c2',
      '/v1/bom/yields?style=A+B&limit=2&cursor=c2',
      '/v1/bom/yields?style=A+B&limit=2&cursor=c3',
    ])
    expect(local.waits).to.have.length(1)
    expect(local.waits[0]).to.be.within(7000, 8000)
    expect(local.sent.map(({ attempt }) => attempt)).to.deep.equal([1, 1, 2, 1])
  })

  it('happen three times for a retryable problem, with increasing waits', async () => {
    const client = await start(oneByOne(problemAnswer('overloaded', { 'Retry-After': '0' })))
    const error = await errorOf(client.getToken())
    expect(error)
      .to.be.instanceOf(ApiProblem)
      .and.include({ code: 'overloaded', retryable: true, retryAfterSeconds: 0 })
    expect(local.server.requests).to.have.length(4)
    const [first, second, third] = local.waits
    expect(first).to.be.within(500, 1000)
    expect(second).to.be.within(1000, 2000)
    expect(third).to.be.within(2000, 3000)
  })

  it('happen after lost connections and 502 responses of a proxy', async () => {
    const client = await start(
      oneByOne(
        gone,
        { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<p>' },
        { status: 200, body: token },
      ),
    )
    expect(await client.getToken()).to.deep.equal(token)
    expect(local.waits).to.have.length(2)
  })

  it('get the token again for each attempt', async () => {
    const tokens = ['first', 'second']
    const client = await start(oneByOne(problemAnswer('query_timeout'), { status: 200, body: token }), {
      token: async () => tokens.shift() ?? '',
    })
    await client.getToken()
    const sent = local.server.requests.map(({ headers }) => headers.authorization)
    expect(sent).to.deep.equal(['Bearer first', 'Bearer second'])
  })

  it('can be limited or disabled per call', async () => {
    const client = await start(oneByOne(limited), { retries: 1 })
    await errorOf(client.getToken({}, { retries: 0 }))
    expect(local.server.requests).to.have.length(1)
    await errorOf(client.getToken())
    expect(local.server.requests).to.have.length(3)
    await errorOf(Array.fromAsync(client.listExports({}, { retries: 2 })))
    expect(local.server.requests).to.have.length(6)
  })

  it('do not happen if Retry-After exceeds maxWaitMs', async () => {
    const client = await start(oneByOne(limited), { maxWaitMs: 6999 })
    expect(await errorOf(client.getToken())).to.include({ code: 'rate_limited', retryAfterSeconds: 7 })
    expect(local.waits).to.deep.equal([])
    expect(local.server.requests).to.have.length(1)
  })

  it('accept a date in Retry-After', async () => {
    const at = new Date('2999-01-01').toUTCString()
    const client = await start(oneByOne({ status: 503, headers: { 'Retry-After': at }, body: 'away' }))
    const error = await errorOf(client.getToken())
    expect(error).to.be.instanceOf(UnexpectedResponse)
    expect((error as UnexpectedResponse).retryAfterSeconds).to.be.above(1_000_000)
    expect(local.waits).to.deep.equal([])
  })

  for (const code of ['invalid_request', 'invalid_token', 'insufficient_scope', 'internal_error'] as const) {
    it(`do not happen after ${code}`, async () => {
      const client = await start(oneByOne(problemAnswer(code)))
      expect(await errorOf(client.getToken())).to.include({ code, retryable: false })
      expect(local.server.requests).to.have.length(1)
    })
  }

  it('happen for compareMaterialPositions, a POST that creates nothing', async () => {
    const client = await start(oneByOne(limited, gone, { status: 200, body: token }))
    const pairs = [{ material: 'M', factory: 'F' }]
    await client.compareMaterialPositions({ pairs, systems: ['erp', 'wms'] })
    expect(local.server.requests.map(({ method, body }) => [method, body])).to.deep.equal(
      Array(3).fill(['POST', JSON.stringify({ pairs, systems: ['erp', 'wms'] })]),
    )
  })

  for (const [what, answer] of Object.entries({
    'a lost response': gone,
    'a retryable problem': problemAnswer('overloaded', { 'Retry-After': '1' }),
    'a page of a proxy': { status: 504, body: 'no' },
  })) {
    it(`do not happen after ${what} to createExport, whose error refers to listExports`, async () => {
      const client = await start(oneByOne(answer))
      const error = await errorOf(client.createExport({ kind: 'entities' }, { retries: 5 }))
      expect(error).to.be.instanceOf(Error).with.property('message').that.contains('look at listExports')
      expect(local.server.requests).to.have.length(1)
      expect(local.waits).to.deep.equal([])
    })
  }

  it('are allowed for every operation except createExport', () => {
    const never = Object.entries(endpoints).filter(([, { isRepeatable }]) => !isRepeatable)
    expect(never.map(([id]) => id)).to.deep.equal(['createExport'])
  })

  it('end when the caller aborts before, during, or after a request', async () => {
    const reason = new Error('no longer wanted')
    const controller = new AbortController()
    const wait = async (_ms: number, signal?: AbortSignal) => {
      controller.abort(reason)
      signal?.throwIfAborted()
    }
    const client = await start(oneByOne(gone), { wait })
    expect(await errorOf(client.getToken({}, { signal: controller.signal }))).to.equal(reason)
    expect(local.server.requests).to.have.length(1)
    expect(await errorOf(client.getToken({}, { signal: controller.signal }))).to.equal(reason)
    expect(local.server.requests).to.have.length(1)
    expect(local.sent, 'attempts').to.have.length(1)
    local.server.close()
    const other = new AbortController()
    local = await localClient(() => {
      other.abort(reason)
      return gone
    })
    expect(await errorOf(local.client.getToken({}, { signal: other.signal }))).to.equal(reason)
    expect(local.waits).to.deep.equal([])
  })

  it('end when the caller aborts during the default wait', async () => {
    const { wait } = settingsOf({ baseUrl: 'http://a.test', token: 'a' })
    const reason = new Error('no longer wanted')
    const controller = new AbortController()
    const waiting = errorOf(wait(3_600_000, controller.signal))
    controller.abort(reason)
    expect(await waiting).to.equal(reason)
    expect(await errorOf(wait(3_600_000, controller.signal))).to.equal(reason)
    await wait(0)
    await wait(0, new AbortController().signal)
  })

  it('are followed by a NetworkError if the connection still fails', async () => {
    const client = await start(oneByOne(gone))
    const error = await errorOf(client.getToken({}, { retries: 0 }))
    expect(error).to.be.instanceOf(NetworkError).and.include({ name: 'NetworkError', operationId: 'getToken' })
    expect(error)
      .to.have.property('message')
      .that.matches(/^getToken got no answer: .+/)
    expect(error).to.have.property('cause').that.is.instanceOf(Error)
  })
})
