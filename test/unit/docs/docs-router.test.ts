import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { moved } from '../../../api/docs/moved.ts'
import { docsOptions, type ServedDocs, serveDocs } from '../../support/docs/docs.ts'

type Operations = Record<string, { operationId: string }>

/** The links to similar pages in a 404 page. */
function similarTo(html: string): string[] {
  const [, list = ''] = /<h2>Similar pages<\/h2>\n<ul>([\s\S]*?)<\/ul>/.exec(html) ?? []
  return [...list.matchAll(/<a href="([^"]+)">/g)].map(([, link = '']) => link)
}

describe('docs router', () => {
  let docs: ServedDocs
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${docs.url}${path}`, { headers })

  before(async () => {
    docs = await serveDocs()
  })
  after(() => docs.close())

  const html = [
    '/docs',
    '/docs/',
    '/docs/quickstart',
    '/docs/reference/introduction',
    '/docs/send/records',
    '/docs/reference/events',
    '/docs/operate/install',
  ]
  for (const path of [...html, '/docs/problems', '/docs/changelog', '/docs/reference']) {
    it(`serves ${path} as complete HTML with its length`, async () => {
      const response = await get(path)
      expect(response.status).to.equal(200)
      expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8')
      const body = await response.text()
      expect(body).to.match(/^<!doctype html>[\s\S]*<\/html>\n$/)
      expect(Number(response.headers.get('content-length'))).to.equal(Buffer.byteLength(body))
    })
  }

  it('redirects browsers, and no other clients, from the root of the API to the docs', async () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const open = ({ url }: ServedDocs, Accept: string) => fetch(`${url}/`, { headers: { Accept }, redirect: 'manual' })
    const led = await open(docs, browser)
    expect([led.status, led.headers.get('location'), led.headers.get('vary')]).to.deep.equal([302, 'docs/', 'Accept'])
    expect((await fetch(`${docs.url}/`, { headers: { Accept: browser } })).url).to.equal(`${docs.url}/docs/`)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
      expect((await open(docs, accept)).status, accept).to.equal(418)
    const apart = await serveDocs({ ...docsOptions, docsUrl: 'https://docs.example.com' })
    try {
      expect((await open(apart, browser)).headers.get('location')).to.equal('https://docs.example.com')
    } finally {
      await apart.close()
    }
  })

  for (const [path, given] of Object.entries({
    '/openapi.json': docsOptions.openApi,
    '/asyncapi.json': docsOptions.asyncApi,
  })) {
    it(`serves ${path} unchanged, and returns 304 for the current ETag`, async () => {
      const response = await get(path)
      expect(response.headers.get('content-type')).to.equal('application/json')
      expect(response.headers.get('cache-control')).to.equal('public, no-cache')
      expect(await response.json()).to.deep.equal(given)
      const etag = response.headers.get('etag') ?? ''
      const again = await get(path, { 'if-none-match': etag, 'cache-control': 'max-age=0' })
      expect(again.status).to.equal(304)
    })
  }

  it('lets the reference call the API on the same host, or on its own host if that differs', async () => {
    const together = await serveDocs({ ...docsOptions, baseUrl: 'https://api.example.com/data' })
    const apart = await serveDocs({ ...docsOptions, docsUrl: 'https://docs.example.com' })
    const addressesOf = async ({ url }: ServedDocs) => {
      const response = await fetch(`${url}/docs/reference/bom-history`)
      const bases = [...(await response.text()).matchAll(/ data-base="([^"]*)"/g)].map(([, base]) => base)
      const [, connect] = /connect-src ([^;]*);/.exec(response.headers.get('content-security-policy') ?? '') ?? []
      return { bases: [...new Set(bases)], connect }
    }
    try {
      expect(await addressesOf(together)).to.deep.equal({ bases: ['/data'], connect: "'self'" })
      const elsewhere = { bases: ['https://api.example.com'], connect: "'self' https://api.example.com" }
      expect(await addressesOf(apart)).to.deep.equal(elsewhere)
    } finally {
      await together.close()
      await apart.close()
    }
  })

  it('serves each event schema as it is committed', async () => {
    const files = readdirSync(join(import.meta.dirname, '../../../schemas/events'))
    expect(files).to.not.be.empty
    for (const file of files) {
      const response = await get(`/docs/events/${file}`)
      expect(response.status, file).to.equal(200)
      expect(response.headers.get('content-type')).to.equal('application/schema+json')
      expect(await response.json()).to.include({ $id: file })
    }
  })

  it('returns 304 for the current ETag, and 200 for an older one', async () => {
    const first = await get('/docs/reference/introduction')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).to.match(/^W\/"[\w-]+"$/)
    expect(first.headers.get('cache-control')).to.equal('public, no-cache')
    const again = await get('/docs/reference/introduction', { 'if-none-match': etag, 'cache-control': 'max-age=0' })
    expect(again.status).to.equal(304)
    expect(again.headers.get('etag')).to.equal(etag)
    expect(await again.text()).to.equal('')
    expect(
      (await get('/docs/reference/introduction', { 'if-none-match': 'W/"older"', 'cache-control': 'max-age=0' }))
        .status,
    ).to.equal(200)
  })

  it('returns for HEAD the headers of GET, and no body', async () => {
    const response = await fetch(`${docs.url}/docs/reference/introduction`, { method: 'HEAD' })
    expect(response.status).to.equal(200)
    expect(response.headers.get('content-length')).to.equal(
      (await get('/docs/reference/introduction')).headers.get('content-length'),
    )
    expect(await response.text()).to.equal('')
  })

  for (const path of ['/docs/nothing', '/docs/problems/nothing', '/docs/a/b/c', '/docs/%E0%A4%A', '/docs/nothing/']) {
    it(`returns for ${path} a 404 page with a link to the home page`, async () => {
      const response = await get(path)
      expect(response.status).to.equal(404)
      expect(response.headers.get('cache-control')).to.equal('no-store')
      expect(response.headers.get('etag')).to.equal(null)
      const body = await response.text()
      expect(body).to.contain('<h1>Page not found</h1>')
      expect(body.match(/<form class="search/g)).to.have.length(1)
      const [, start = ''] = /<a href="([^"]+)">home page/.exec(body) ?? []
      expect(new URL(start, `${docs.url}${path}`).pathname).to.equal('/docs/')
    })
  }

  it('suggests the operation whose identifier an unknown URL contains', async () => {
    const { paths } = (await (await get('/openapi.json')).json()) as Record<string, Record<string, Operations>>
    const operationIds = Object.values(paths ?? {}).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(operationIds).to.include('listChanges')
    for (const operationId of operationIds) {
      const path = `/docs/reference/${operationId}`
      const response = await get(path)
      // The operation `mcp` has the name of its page.
      if (response.status === 200) continue
      const [first = ''] = similarTo(await response.text())
      const { pathname, hash } = new URL(first, `${docs.url}${path}`)
      expect(hash, path).to.equal(`#${operationId}`)
      expect(await (await get(pathname)).text(), path).to.contain(`<h2 id="${operationId}">`)
    }
  })

  it('suggests pages with names similar to an unknown URL, and prefills the search with its words', async () => {
    for (const [path, nearest] of [
      ['/docs/guides/kafka-conect', '/docs/send/kafka-connect'],
      ['/docs/reference/typescript', '/docs/read/typescript'],
      ['/docs/problems/rate-limit', '/docs/problems/rate_limited'],
      ['/docs/a/b/running/explorer.html', '/docs/read/explorer'],
    ] as const) {
      const body = await (await get(path)).text()
      const similar = similarTo(body)
      expect(new URL(similar[0] ?? '', `${docs.url}${path}`).pathname, path).to.equal(nearest)
      expect(similar.length, path).to.be.at.most(5)
      expect((await get(nearest)).status, path).to.equal(200)
    }
    expect(await (await get('/docs/kafka-conect')).text()).to.contain(' value="kafka conect"')
    const script = await (await get('/docs/%22%3E%3Cscript%3Ex()')).text()
    expect(script).to.contain(' value="script x"').and.to.not.contain('<script>x')
    expect(await (await get('/docs/qqqqqqqq')).text()).to.not.contain('Similar pages')
  })

  it('serves pictures with their content type', async () => {
    const response = await get('/docs/pictures/changes-light.png')
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
    for (const file of globSync('docs/diagrams/*.svg', { cwd: join(import.meta.dirname, '../../..') })) {
      const diagram = await get(`/${file}`)
      expect([diagram.status, diagram.headers.get('content-type')], file).to.deep.equal([200, 'image/svg+xml'])
    }
  })

  for (const [path, page] of [
    ['/docs/getting-started', '/docs/quickstart'],
    ['/docs/operations/cli.md', '/docs/reference/cli.md'],
    ['/docs/guides/exports', '/docs/read/exports'],
    ['/docs/guides/rest.md', '/docs/reference/introduction.md'],
    ['/docs/problems/README.md', '/docs/problems.md'],
    ['/docs/problems/rate_limited/', '/docs/problems/rate_limited'],
  ] as const) {
    it(`redirects ${path} to ${page}`, async () => {
      const response = await fetch(`${docs.url}${path}`, { redirect: 'manual' })
      expect(response.status).to.equal(301)
      expect(new URL(response.headers.get('location') ?? '', `${docs.url}${path}`).pathname).to.equal(page)
      expect((await get(page)).status).to.equal(200)
    })
  }

  it('redirects every previous URL to an existing page', async () => {
    expect(Object.keys(moved)).to.have.length.above(20)
    for (const previous of Object.keys(moved)) {
      const response = await fetch(`${docs.url}/docs/${previous}`)
      expect([response.status, response.redirected], previous).to.deep.equal([200, true])
    }
  })

  for (const path of ['/', '/v1/entities', '/docsy', '/Docs', '/openapi.json/']) {
    it(`passes ${path} to the next handler`, async () => {
      expect((await get(path)).status).to.equal(418)
    })
  }

  it('passes other methods to the next handler', async () => {
    expect((await fetch(`${docs.url}/docs`, { method: 'POST' })).status).to.equal(418)
  })

  it('sends pages with a policy that allows only their own script, no HTML from strings, and no other servers', async () => {
    const pages = [
      '/docs',
      '/docs/reference/introduction',
      '/docs/reference',
      '/docs/reference/exports',
      '/docs/problems/rate_limited',
    ]
    for (const path of [...pages, '/docs/nothing'])
      expect((await get(path)).headers.get('content-security-policy'), path).to.equal(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
          "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
          "require-trusted-types-for 'script'",
      )
  })

  it('sends all other files with a policy that allows no script', async () => {
    for (const path of [
      '/docs/assets/docs.js',
      '/docs/reference/introduction.md',
      '/llms.txt',
      '/docs/search.json',
      '/openapi.json',
    ]) {
      const policy = (await get(path)).headers.get('content-security-policy')
      expect(policy, path).to.match(/^default-src 'none';/)
      expect(policy, path).to.not.match(/script-src|unsafe|https?:/)
    }
  })
})
