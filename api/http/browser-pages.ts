import type { Request, Response } from 'express'

/**
 * The content security policy of pages. They may run scripts of their own origin, which cannot insert HTML, and send
 * requests to that origin.
 * @param apiOrigins further origins to send requests to, if the API has another origin than the pages
 */
export function pagePolicy(apiOrigins: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...apiOrigins].join(' '),
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Browsers prefer HTML in the Accept header. A caller that accepts anything is treated as a client of the API. */
export function isBrowser(req: Request): boolean {
  return req.accepts(['json', 'application/problem+json', 'html']) === 'html'
}

/**
 * Redirects a browser that opened the root of the API. A relative location keeps the host name that the browser used.
 */
export function leadTo(res: Response, location: string): void {
  res.statusCode = 302
  res.setHeader('Location', location)
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Vary', 'Accept')
  res.setHeader('Content-Length', 0)
  res.end()
}
