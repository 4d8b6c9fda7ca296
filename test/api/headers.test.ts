import { request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { Router } from 'express'
import { operations } from '../../api/operations/index.ts'
import type { Graph } from '../../cypher/connect.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { assertContract } from '../support/api/contract.ts'
import { style } from '../support/graph/entities.ts'
import { connectTestGraph, fill } from '../support/graph/graph.ts'
import { echo, large, submit } from '../support/graph/probes.ts'
import { mintOrganization } from '../support/organization.ts'

const UUID = 'A5A0AB7D-e70a-5115-b601-3582cd489e66'
const origin = 'https://app.test'

/** Returns the body as it was sent: `fetch` decompresses it. */
function getRaw(url: string, headers: Record<string, string>, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{ headers: Headers; body: Buffer }>()
  const sent = httpRequest(url, { method, headers }, (res) => {
    const chunks: Buffer[] = []
    res.on('data', (chunk: Buffer) => chunks.push(chunk))
    res.on('end', () => {
      const flat = Object.entries(res.headers).map(([name, value]): [string, string] => [name, String(value)])
      resolve({ headers: new Headers(flat), body: Buffer.concat(chunks) })
    })
  })
  sent.on('error', reject).end()
  return promise
}

describe('the HTTP interface', () => {
  let graph: Graph
  let api: TestApi
  let corsApi: TestApi
  let token: string
  let organization: string

  before(async () => {
    graph = connectTestGraph()
    const minted = await mintOrganization(graph)
    organization = minted.key
    token = (await minted.issue()).text
    await fill(graph, organization, { entities: ['A', 'B', 'C'].map((record) => style(organization, record)) })
    const publicRouters = [Router().get('/open', (_req, res) => void res.send('open'))]
    api = await startApi({ operations: [...operations, echo, submit, large], publicRouters })
    corsApi = await startApi({ operations: [echo], variables: { CORS_ORIGINS: `${origin},https://other.test` } })
  })

  after(async () => {
    await Promise.all([api.close(), corsApi.close()])
    await graph.close()
  })

  it('creates the request ID, and accepts a correlation ID only if it is a UUID', async () => {
    const ids = new Set<string | null>()
    for (const sent of [undefined, UUID, 'not-a-uuid', `${UUID}0`]) {
      const headers = sent ? { 'X-Correlation-ID': sent, 'X-Request-ID': UUID } : undefined
      const answer = await api.get('/v1/echo', token, headers)
      await assertContract(answer)
      const requestId = answer.headers.get('X-Request-ID')
      ids.add(requestId)
      expect(requestId).not.to.equal(UUID)
      expect(answer.headers.get('X-Correlation-ID')).to.equal(sent === UUID ? UUID : requestId)
    }
    expect(ids.size).to.equal(4)
    const problem = await (await api.get('/v9', token, { 'X-Correlation-ID': UUID })).json()
    expect(problem).to.include({ correlationId: UUID })
  })

  it('logs the trace ID that the caller sent', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const answer = await api.get('/v1/echo', token, { traceparent: `00-${traceId}-b7ad6b7169203331-01` })
    const requestId = answer.headers.get('X-Request-ID')
    expect(api.logLines.find((line) => line.requestId === requestId)).to.include({ traceId })
  })

  it('lets clients cache and revalidate responses of GET, and store no others', async () => {
    const read = await api.get('/v1/echo', token)
    expect(read.headers.get('Cache-Control')).to.equal('private, no-cache')
    expect(read.headers.get('Vary')).to.equal('Authorization, Accept-Encoding')
    expect(read.headers.get('ETag')).to.match(/^W\/"[\w-]{27}"$/)
    expect(read.headers.get('Content-Type')).to.equal('application/json')
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const posted = await fetch(`${api.url}/v1/submissions`, { method: 'POST', body: '{"name":"x"}', headers })
    await assertContract(posted)
    expect(posted.headers.get('Cache-Control')).to.equal('no-store')
    expect(posted.headers.has('ETag')).to.equal(false)
  })

  it('returns 304 with all headers for a current ETag, and the data for any other', async () => {
    const first = await api.get('/v1/entities', token)
    const tag = first.headers.get('ETag') ?? ''
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await api.get('/v1/entities', token, { 'If-None-Match': known })
      expect(again.status, known).to.equal(304)
      expect(await assertContract(again)).to.equal(null)
      expect(again.headers.get('ETag')).to.equal(tag)
      expect(again.headers.get('Cache-Control')).to.equal('private, no-cache')
      expect(again.headers.get('Vary')).to.equal('Authorization, Accept-Encoding')
    }
    for (const other of ['"other"', `"x${tag.slice(3)}`, 'W/']) {
      expect((await api.get('/v1/entities', token, { 'If-None-Match': other })).status, other).to.equal(200)
    }
    await fill(graph, organization, { entities: [style(organization, 'D')] })
    const changed = await api.get('/v1/entities', token, { 'If-None-Match': tag })
    expect(changed.status).to.equal(200)
    expect(changed.headers.get('ETag')).not.to.equal(tag)
  })

  it('returns the same bytes and the same ETag for equal requests', async () => {
    const [one, two] = [await api.get('/v1/entities?limit=2', token), await api.get('/v1/entities?limit=2', token)]
    expect(await one.text()).to.equal(await two.text())
    expect(one.headers.get('ETag')).to.equal(two.headers.get('ETag'))
  })

  it('returns for HEAD the headers of GET, and no body', async () => {
    const get = await getRaw(`${api.url}/v1/entities`, { Authorization: `Bearer ${token}` })
    const head = await getRaw(`${api.url}/v1/entities`, { Authorization: `Bearer ${token}` }, 'HEAD')
    expect(head.body).to.have.length(0)
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary', 'x-service-data-region']) {
      expect(head.headers.get(name), name).to.equal(get.headers.get(name))
    }
    for (const path of ['/v1/entities', '/v9', '/v1/entities?limit=0']) {
      const answer = await fetch(api.url + path, { method: 'HEAD', headers: { Authorization: `Bearer ${token}` } })
      await assertContract(answer)
    }
    await assertContract(await fetch(`${api.url}/v1/entities`, { method: 'HEAD' }))
  })

  it('compresses a response of more than 1 KiB if the client accepts that', async () => {
    const plain = await getRaw(`${api.url}/v1/large`, { Authorization: `Bearer ${token}` })
    expect(plain.headers.get('Content-Encoding')).to.equal(null)
    expect(plain.headers.get('Content-Length')).to.equal(String(plain.body.length))
    for (const [coding, unpack] of [['gzip', gunzipSync] as const, ['br', brotliDecompressSync] as const]) {
      const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': coding }
      const packed = await getRaw(`${api.url}/v1/large`, headers)
      expect(packed.headers.get('Content-Encoding')).to.equal(coding)
      expect(packed.headers.get('ETag')).to.equal(plain.headers.get('ETag'))
      expect(packed.headers.get('Vary')).to.equal('Authorization, Accept-Encoding')
      expect(packed.body.length).to.be.below(plain.body.length / 2)
      expect(unpack(packed.body).equals(plain.body)).to.equal(true)
      const small = await getRaw(`${api.url}/v1/large?rows=1`, headers)
      expect(small.headers.get('Content-Encoding')).to.equal(null)
    }
  })

  it('links to the next page with the same filters', async () => {
    const answer = await api.get('/v1/echo?name=a%26b+c%C3%A9&tag=red&tag=blue&limit=5&cursor=old', token)
    const link = answer.headers.get('Link') ?? ''
    expect(link).to.match(/^<http:\/\/api\.test\/v1\/echo\?[^>]*>; rel="next"$/)
    const { searchParams } = new URL(link.slice(1, link.indexOf('>')))
    expect([...searchParams]).to.deep.equal([
      ['name', 'a&b cé'],
      ['tag', 'red'],
      ['tag', 'blue'],
      ['limit', '5'],
      ['cursor', 'next-page'],
    ])
    const first = await api.get('/v1/entities?limit=2&type=style', token)
    const target = new URL((first.headers.get('Link') ?? '').slice(1).split('>')[0] ?? '')
    const second = await api.get(target.pathname + target.search, token)
    const body = (await assertContract(second)) as { data: unknown[]; links: { next: string | null } }
    expect(body.data).to.have.length(2)
    expect(body.links.next === null).to.equal(!second.headers.has('Link'))
    expect((await api.get('/v1/entities', token)).headers.has('Link')).to.equal(false)
  })

  it('sends public pages with a request ID and the rate limit of the IP address', async () => {
    const answer = await api.get('/open')
    expect(await answer.text()).to.equal('open')
    expect(answer.headers.get('RateLimit-Policy')).to.equal('"address";q=300;w=60')
    expect(answer.headers.get('X-Request-ID')).to.match(/^[0-9a-f-]{36}$/)
    await assertContract(await api.get('/open/more'))
  })

  it('adds the security headers to each response', async () => {
    const { headers } = await api.get('/v1/echo', token)
    expect(headers.get('X-Content-Type-Options')).to.equal('nosniff')
    expect(headers.get('Content-Security-Policy')).to.equal("default-src 'none';frame-ancestors 'none'")
    expect(headers.has('X-Powered-By')).to.equal(false)
  })

  it('keeps CORS off unless it is configured', async () => {
    const { headers } = await api.get('/v1/echo', token, { Origin: origin })
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([])
  })

  it('allows CORS for configured origins only, with a preflight that needs no token', async () => {
    const preflight = { Origin: origin, 'Access-Control-Request-Method': 'GET' }
    const allowed = await fetch(`${corsApi.url}/v1/echo`, { method: 'OPTIONS', headers: preflight })
    expect(await assertContract(allowed)).to.equal(null)
    expect(allowed.headers.get('Access-Control-Allow-Origin')).to.equal(origin)
    expect(allowed.headers.get('Access-Control-Allow-Headers')).to.include('Authorization')
    const read = await corsApi.get('/v1/echo', token, { Origin: origin })
    expect(read.headers.get('Access-Control-Allow-Origin')).to.equal(origin)
    expect(read.headers.get('Access-Control-Allow-Credentials')).to.equal(null)
    expect(read.headers.get('Vary')).to.equal('Origin, Authorization, Accept-Encoding')
    for (const name of ['X-Request-ID', 'RateLimit', 'Retry-After', 'Link', 'ETag']) {
      expect(read.headers.get('Access-Control-Expose-Headers')).to.include(name)
    }
    const refused = await corsApi.get('/v1/echo', token, { Origin: 'https://evil.test' })
    expect(refused.headers.get('Access-Control-Allow-Origin')).to.equal(null)
    expect(refused.headers.get('Vary')).to.include('Origin')
    const denied = await fetch(`${corsApi.url}/v1/echo`, {
      method: 'OPTIONS',
      headers: { ...preflight, Origin: 'https://evil.test' },
    })
    expect(denied.status).to.equal(401)
  })
})
