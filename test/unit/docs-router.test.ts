import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { docsOptions, type ServedDocs, serveDocs } from '../support/docs.ts'

describe('docs router', () => {
  let docs: ServedDocs
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${docs.url}${path}`, { headers })

  before(async () => {
    docs = await serveDocs()
  })
  after(() => docs.close())

  const html = ['/docs', '/docs/', '/docs/getting-started', '/docs/rest', '/docs/data-engineers', '/docs/operators']
  for (const path of [...html, '/docs/problems', '/docs/changelog', '/docs/reference']) {
    it(`serves ${path} as HTML, in full and with its length`, async () => {
      const response = await get(path)
      expect(response.status).to.equal(200)
      expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8')
      const body = await response.text()
      expect(body).to.match(/^<!doctype html>[\s\S]*<\/html>\n$/)
      expect(Number(response.headers.get('content-length'))).to.equal(Buffer.byteLength(body))
    })
  }

  it('serves the contract as it was given', async () => {
    const response = await get('/openapi.json')
    expect(response.headers.get('content-type')).to.equal('application/json')
    expect(await response.json()).to.deep.equal(docsOptions.openApi)
  })

  it('lets the reference call the API under the name by which the docs were reached', async () => {
    const openApi = { ...docsOptions.openApi, servers: [{ url: 'https://api.example.com/data' }] }
    const together = await serveDocs({ baseUrl: 'https://api.example.com/data', docsUrl: docsOptions.docsUrl, openApi })
    const apart = await serveDocs({ ...docsOptions, docsUrl: 'https://docs.example.com', openApi })
    const serversOf = async ({ url }: ServedDocs) => JSON.parse(await text(`${url}/docs/openapi.json`)).servers
    try {
      expect(await serversOf(together)).to.deep.equal([{ url: '/data' }])
      expect(await serversOf(apart)).to.deep.equal(openApi.servers)
    } finally {
      await together.close()
      await apart.close()
    }
  })

  it('serves each event schema as it is committed', async () => {
    const files = readdirSync(join(import.meta.dirname, '../../schemas/events'))
    expect(files).to.not.be.empty
    for (const file of files) {
      const response = await get(`/docs/events/${file}`)
      expect(response.status, file).to.equal(200)
      expect(response.headers.get('content-type')).to.equal('application/schema+json')
      expect(await response.json()).to.include({ $id: file })
    }
  })

  it('answers 304 to a reader who has the page, and 200 to one who has an older one', async () => {
    const first = await get('/docs/rest')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).to.match(/^W\/"[\w-]+"$/)
    expect(first.headers.get('cache-control')).to.equal('public, no-cache')
    const again = await get('/docs/rest', { 'if-none-match': etag, 'cache-control': 'max-age=0' })
    expect(again.status).to.equal(304)
    expect(again.headers.get('etag')).to.equal(etag)
    expect(await again.text()).to.equal('')
    expect((await get('/docs/rest', { 'if-none-match': 'W/"older"', 'cache-control': 'max-age=0' })).status).to.equal(
      200,
    )
  })

  it('lets browsers keep what has its version in its path', async () => {
    const page = await text(`${docs.url}/docs/reference`)
    const [, bundle = ''] = /src="\.\/(assets\/swagger-ui-[\d.]+\/swagger-ui-bundle\.js)"/.exec(page) ?? []
    const response = await get(`/docs/${bundle}`)
    expect(response.status).to.equal(200)
    expect(response.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
  })

  it('answers HEAD with the headers of GET and without a body', async () => {
    const response = await fetch(`${docs.url}/docs/rest`, { method: 'HEAD' })
    expect(response.status).to.equal(200)
    expect(response.headers.get('content-length')).to.equal((await get('/docs/rest')).headers.get('content-length'))
    expect(await response.text()).to.equal('')
  })

  for (const path of [
    '/docs/nothing',
    '/docs/problems/nothing',
    '/docs/rest/',
    '/docs/a/b/c',
    '/docs/%E0%A4%A',
    '/docs//',
  ]) {
    it(`answers ${path} with a page that leads back`, async () => {
      const response = await get(path)
      expect(response.status).to.equal(404)
      expect(response.headers.get('cache-control')).to.equal('no-store')
      expect(response.headers.get('etag')).to.equal(null)
      const body = await response.text()
      expect(body).to.contain('No such page')
      const [, start = ''] = /<a href="([^"]+)">start of the docs/.exec(body) ?? []
      expect(new URL(start, `${docs.url}${path}`).pathname).to.equal('/docs/')
    })
  }

  for (const path of ['/', '/v1/entities', '/docsy', '/Docs', '/openapi.json/']) {
    it(`leaves ${path} to others`, async () => {
      expect((await get(path)).status).to.equal(418)
    })
  }

  it('leaves other methods to others', async () => {
    expect((await fetch(`${docs.url}/docs`, { method: 'POST' })).status).to.equal(418)
  })

  it('lets no page run or load anything that is not ours', async () => {
    for (const path of ['/docs', '/docs/problems/rate_limited', '/docs/nothing']) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? ''
      expect(policy, path).to.contain("default-src 'none'")
      expect(policy, path).to.not.match(/script-src|unsafe|https?:/)
    }
  })

  it('lets the reference run only our own scripts, and call only the API', async () => {
    const policy = (await get('/docs/reference')).headers.get('content-security-policy') ?? ''
    expect(policy).to.contain("script-src 'self';")
    expect(policy).to.contain("connect-src 'self' https://api.example.com;")
    expect(policy).to.not.contain('unsafe')
  })
})

async function text(url: string): Promise<string> {
  return (await fetch(url)).text()
}
