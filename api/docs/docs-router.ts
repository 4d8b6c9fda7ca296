import { type Response, Router } from 'express'
import { isBrowser, leadTo } from '../http/browser-pages.ts'
import { documents, rootOf } from './documents.ts'
import { movedTo } from './moved.ts'
import type { Published } from './published.ts'
import type { DocsOptions } from './site-content.ts'

/**
 * Serves the docs and the contracts without authentication: `/openapi.json`, `/asyncapi.json`, and everything below
 * `/docs`. Mount it at the root, before authentication. It passes unknown paths outside of `/docs` to the next handler.
 * @throws Error if a text is missing or links to something that is not published
 */
export function docsRouter(options: DocsOptions): Router {
  const { published, missing } = documents(options)
  const start = startOf(options)
  const router = Router()
  router.use((req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    if (req.path === '/' && isBrowser(req)) return leadTo(res, start)
    const document = published.get(req.path)
    if (document) return send(res, 200, document)
    if (!req.path.startsWith('/docs/')) return next()
    const path = req.path.slice('/docs/'.length)
    const moved = movedTo(path, (name) => published.has(`/docs/${name}`))
    if (moved !== null) return leadOn(res, `${rootOf(path)}/${moved}`)
    send(res, 404, missing(path))
  })
  return router
}

/**
 * The address that the root of the API redirects to: a relative path if API and docs have one origin, so that it works
 * for every host name.
 */
function startOf({ baseUrl, docsUrl }: DocsOptions): string {
  return new URL(baseUrl).origin === new URL(docsUrl).origin ? 'docs/' : docsUrl
}

/** Redirects permanently, so that clients and search engines remember the new address. */
function leadOn(res: Response, location: string): void {
  res.statusCode = 301
  res.setHeader('Location', location)
  res.setHeader('Cache-Control', 'public, max-age=3600')
  res.setHeader('Content-Length', 0)
  res.end()
}

/** Sends a document with an ETag and handles conditional requests here, because ETags are disabled in Express. */
function send(res: Response, status: 200 | 404, document: Published): void {
  res.statusCode = status
  res.setHeader('Cache-Control', status === 200 ? document.cacheControl : 'no-store')
  res.setHeader('Content-Security-Policy', document.contentSecurityPolicy)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Referrer-Policy', 'no-referrer')
  if (status === 200) res.setHeader('ETag', document.etag)
  if (status === 200 && res.req.fresh) {
    res.statusCode = 304
    res.end()
    return
  }
  res.setHeader('Content-Type', document.type)
  res.setHeader('Content-Length', document.body.length)
  res.end(document.body)
}
