import { inspect } from 'node:util'
import { expect } from 'chai'
import { ApiProblem, type ClientOptions, createClient, UnexpectedResponse } from '../../../client/src/index.ts'
import { problems } from '../../../schemas/problem.ts'
import { errorOf, type LocalClient, localClient, TOKEN } from '../../support/client/local-client.ts'
import { type Answer, problemAnswer, REQUEST_ID } from '../../support/client/local-server.ts'

const faults = [{ in: 'query', name: 'limit', detail: 'must be an integer from 1 to 1000' }]
const html = { status: 502, headers: { 'Content-Type': 'text/html' }, body: `<h1>Bad gateway</h1>${TOKEN}` }

describe('errors of the client', () => {
  let local: LocalClient
  let answer: Answer | null
  before(async () => {
    local = await localClient(() => answer, { retries: 0 })
  })
  after(() => local.server.close())

  for (const code of Object.keys(problems) as (keyof typeof problems)[]) {
    it(`have all fields of the problem ${code}`, async () => {
      answer = problemAnswer(code, { 'Retry-After': '5' }, code === 'invalid_request' ? { errors: faults } : {})
      const error = await errorOf(local.client.searchEntities())
      expect(error).to.be.instanceOf(Error).and.instanceOf(ApiProblem)
      const { title, status, retryable, recovery } = problems[code]
      const ids = { requestId: REQUEST_ID, correlationId: REQUEST_ID }
      const origin = { name: 'ApiProblem', operationId: 'searchEntities', retryAfterSeconds: 5 }
      expect(error).to.include({ code, title, status, retryable, recovery, detail: `Of ${code}.`, ...ids, ...origin })
      expect(error).to.have.property('type', `https://api.example.com/docs/problems/${code}`)
      expect(error).to.have.deep.property('errors', code === 'invalid_request' ? faults : [])
      expect(error).to.have.property('message').that.contains(`${status} ${code}: Of ${code}.`).and.contains(REQUEST_ID)
    })
  }

  const strange: Record<string, Answer> = {
    'a page of a proxy': html,
    'an HTML page with the status 200': { ...html, status: 200 },
    'JSON of another server': { status: 403, body: { message: 'Forbidden' } },
    'less than a problem': { ...problemAnswer('internal_error', {}, { status: undefined }), headers: {} },
    'a list': { status: 500, body: [] },
    nothing: { status: 404, body: '' },
  }
  for (const [what, given] of Object.entries(strange)) {
    it(`report that ${what} is not a response of the API`, async () => {
      answer = given
      const error = await errorOf(local.client.getToken())
      const contentType = given.headers?.['Content-Type'] ?? 'application/json'
      expect(error).to.be.instanceOf(UnexpectedResponse).and.include({ status: given.status, contentType })
      expect(error).to.have.property('message').that.contains(`${given.status} ${contentType}, not by the API`)
    })
  }

  it('do not contain the token, and neither do request events, URLs, and the client object', async () => {
    const [seen, errors]: [unknown[], unknown[]] = [[], []]
    const options = { baseUrl: local.server.url, token: TOKEN, retries: 0, onRequest: (one: unknown) => seen.push(one) }
    const client = createClient(options)
    for (const given of [...Object.values(strange), problemAnswer('invalid_token'), null]) {
      answer = given
      errors.push(
        await errorOf(client.searchEntities({ q: 'a' })),
        await errorOf(client.createExport({ kind: 'entities' })),
      )
    }
    for (const token of [`${TOKEN}ä`, `${TOKEN}\nX-Other: 1`, `a ${TOKEN}`, '']) {
      errors.push(await errorOf(createClient({ ...options, token }).getToken()))
    }
    expect(errors).to.have.length(20)
    for (const shown of [client, seen, ...errors]) {
      const text = inspect(shown, { depth: 9, showHidden: true }) + String(shown)
      expect(text).not.to.contain('secret')
    }
    expect(JSON.stringify([client, seen, errors])).not.to.contain('secret')
    expect(local.server.requests.map(({ path }) => path).join()).not.to.contain('secret')
    expect(local.server.requests.at(-1)?.headers).to.include({ authorization: `Bearer ${TOKEN}` })
  })

  it('do not occur for a token with a trailing line break', async () => {
    answer = { status: 200, body: { data: {}, meta: {} } }
    await createClient({ baseUrl: local.server.url, token: () => `${TOKEN}\n` }).getToken()
    expect(local.server.requests.at(-1)?.headers).to.include({ authorization: `Bearer ${TOKEN}` })
  })

  it('reject an invalid baseUrl without repeating it, because it may contain secrets', () => {
    const refused = [
      '',
      '/v1',
      'ftp://a.test',
      'https://a:secret@a.test',
      'https://a.test?token=secret',
      'https://a.test#secret',
    ]
    for (const baseUrl of refused) {
      const make = () => createClient({ baseUrl, token: 'a' } satisfies ClientOptions)
      expect(make, baseUrl).to.throw(TypeError, /^baseUrl must [^:]*$/)
    }
  })

  it('name a path parameter that is empty or cannot be in a path', async () => {
    const before = local.server.requests.length
    for (const ref of ['', '.', '..']) {
      const error = await errorOf(local.client.getConnectedRecord({ kind: 'material', ref }))
      expect(error).to.be.instanceOf(TypeError).with.property('message').that.contains('ref')
    }
    expect(local.server.requests).to.have.length(before)
  })
})

describe('requests of the client', () => {
  it('contain each input in the path, query, or body as the contract defines', async () => {
    const local = await localClient(() => ({ status: 200, body: { data: [], links: { next: null }, meta: {} } }))
    const base = createClient({ baseUrl: `${local.server.url}/behind/a/proxy//`, token: 'a' })
    await base.getConnectedRecord({ kind: 'material', ref: 'erp:main:1/ä?#%' })
    const relationshipType = ['HAS_SKU' as const, 'MADE_FROM' as const]
    await base.listEntityRelationships({ entityId: 'a', relationshipType, depth: 2, direction: undefined })
    await base.summarizeBomYieldChanges({ includeUnchanged: true, style: 'a&b=c' })
    await base.createExport({ kind: 'bom_yields', parameters: { style: 'A', sku: undefined } })
    expect(local.server.requests.map(({ path, body }) => path.replace('/behind/a/proxy/v1', '') + body)).to.deep.equal([
      '/connected-records/material/erp%3Amain%3A1%2F%C3%A4%3F%23%25',
      '/entities/a/relationships?relationshipType=HAS_SKU&relationshipType=MADE_FROM&depth=2',
      '/bom/yield-changes/summary?includeUnchanged=true&style=a%26b%3Dc',
      '/exports{"kind":"bom_yields","parameters":{"style":"A"}}',
    ])
    expect(local.server.requests.map(({ headers }) => headers['content-type'])).to.deep.equal([
      undefined,
      undefined,
      undefined,
      'application/json',
    ])
    local.server.close()
  })

  it('use the given fetch function, and call it without `this`', async () => {
    const seen: unknown[] = []
    async function ownFetch(this: unknown, input: unknown): Promise<Response> {
      seen.push(this, input)
      return Response.json({ data: {}, meta: {} })
    }
    await createClient({ baseUrl: 'https://api.example.com/', token: 'a', fetch: ownFetch }).getToken()
    expect(seen).to.deep.equal([undefined, 'https://api.example.com/v1/token'])
  })
})
