import { type Response, Router } from 'express'
import { isBrowser, leadTo, pagePolicy } from '../http/browser-pages.ts'
import type { BuiltPages } from './built-pages.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATED = 'public, no-cache'

const MISSING = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The explorer is not built</title>
<h1>The explorer is not built</h1>
<p>Run <code>npm run explorer</code> and start the API again. <code>npm start</code> does both.</p>
<p>The <a href="/docs/">docs</a> are here.</p>
`

/**
 * Serves the Explorer without authentication: its files, and its page for every address below `/explorer` that a
 * browser opens. The pages contain no data. They request it from the API with the token of their user. If there is a
 * build, `/` redirects browsers to it. Mount it at the root, before the docs. It passes unknown paths to the next
 * handler.
 */
export function explorerRouter(pages: BuiltPages | null): Router {
  const router = Router()
  router.use((req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    if (req.path === '/' && pages !== null && isBrowser(req)) return leadTo(res, 'explorer')
    if (req.path !== '/explorer' && !req.path.startsWith('/explorer/')) return next()
    const file = pages?.files.get(req.path.slice('/explorer/'.length))
    if (file !== undefined) return send(res, 200, { ...file, cacheControl: IMMUTABLE })
    if (req.path.startsWith('/explorer/assets/') || !isBrowser(req)) return next()
    if (pages === null) return send(res, 503, { type: HTML, body: Buffer.from(MISSING), cacheControl: 'no-store' })
    send(res, 200, { type: HTML, body: pages.index, cacheControl: REVALIDATED })
  })
  return router
}

const HTML = 'text/html; charset=utf-8'

interface Sent {
  type: string
  body: Buffer
  cacheControl: string
}

function send(res: Response, status: 200 | 503, { type, body, cacheControl }: Sent): void {
  res.statusCode = status
  res.setHeader('Content-Type', type)
  res.setHeader('Cache-Control', cacheControl)
  res.setHeader('Content-Security-Policy', pagePolicy())
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Referrer-Policy', 'no-referrer')
  if (type === HTML) res.setHeader('Vary', 'Accept')
  res.setHeader('Content-Length', body.length)
  res.end(body)
}
