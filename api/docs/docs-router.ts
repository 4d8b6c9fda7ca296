import { type Response, Router } from 'express'
import { type DocsOptions, documents, notFoundPage } from './documents.ts'
import type { Published } from './published.ts'

/**
 * Serves the docs and the contract to everyone: `/openapi.json` and all below `/docs`. Mount it at the root, before
 * authentication; what it does not know outside of `/docs` goes on to the next handler.
 * @throws Error when a text is missing or links to something that is not published
 */
export function docsRouter(options: DocsOptions): Router {
  const published = documents(options)
  const router = Router()
  router.use((req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const document = published.get(req.path)
    if (document) return send(res, 200, document)
    if (req.path.startsWith('/docs/')) return send(res, 404, notFoundPage(req.path.slice('/docs/'.length)))
    next()
  })
  return router
}

/** Written out rather than left to Express, which the application tells to make no ETags. */
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
