import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express from 'express'
import type { BuiltPages } from '../../../api/explorer/built-pages.ts'
import { explorerRouter } from '../../../api/explorer/explorer-router.ts'

const built: BuiltPages = {
  index: Buffer.from('<!doctype html><title>Explorer</title>'),
  files: new Map([['assets/index-abc.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from('1') }]]),
}
const NAVIGATION = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('the Explorer router', () => {
  const servers: Server[] = []
  after(() => {
    for (const server of servers) server.close()
  })

  async function serve(pages: BuiltPages | null) {
    const app = express().use(explorerRouter(pages))
    app.use((_req, res) => void res.status(418).end())
    const server = app.listen(0, '127.0.0.1')
    servers.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return (path: string, headers: Record<string, string> = NAVIGATION, method = 'GET') =>
      fetch(url + path, { headers, method, redirect: 'manual' })
  }

  it('returns its page for every URL below /explorer that a browser opens', async () => {
    const get = await serve(built)
    for (const path of ['/explorer', '/explorer/', '/explorer/changes?style=a', '/explorer/no/such']) {
      const response = await get(path)
      expect(response.status, path).to.equal(200)
      expect(await response.text()).to.equal(built.index.toString())
      expect(response.headers.get('cache-control')).to.equal('public, no-cache')
    }
  })

  it('sends a policy that allows only its own files and no HTML from strings', async () => {
    const { headers } = await (await serve(built))('/explorer')
    expect(headers.get('content-security-policy')).to.equal(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    )
    expect(headers.get('x-content-type-options')).to.equal('nosniff')
    expect(headers.get('referrer-policy')).to.equal('no-referrer')
  })

  it('lets browsers cache files indefinitely, because their names change with their contents', async () => {
    const get = await serve(built)
    const response = await get('/explorer/assets/index-abc.js', { Accept: '*/*' })
    expect(response.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).to.equal('text/javascript; charset=utf-8')
    expect((await get('/explorer/assets/index-old.js')).status).to.equal(418)
  })

  it('redirects browsers from the root, and passes all other requests to the next handler', async () => {
    const get = await serve(built)
    const root = await get('/')
    expect([root.status, root.headers.get('location')]).to.deep.equal([302, 'explorer'])
    expect((await get('/', { Accept: '*/*' })).status).to.equal(418)
    expect((await get('/explorer', { Accept: 'application/json' })).status).to.equal(418)
    expect((await get('/explorer', NAVIGATION, 'POST')).status).to.equal(418)
    for (const path of ['/explorers', '/v1/entities', '/docs/']) expect((await get(path)).status, path).to.equal(418)
  })

  it('returns 503 with the command to run if the Explorer was not built', async () => {
    const get = await serve(null)
    const response = await get('/explorer/changes')
    expect(response.status).to.equal(503)
    expect(await response.text()).to.contain('npm run explorer')
    expect((await get('/')).status).to.equal(418)
  })
})
