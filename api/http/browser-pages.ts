import type { Request, Response } from 'express'

/**
 * What pages may do: run our own script, which makes no markup of text, and send requests to where they come from.
 * @param apiOrigins of an API that has another origin than its pages
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

/** A browser asks for HTML first; whoever takes anything is a client of the API. */
export function isBrowser(req: Request): boolean {
  return req.accepts(['json', 'application/problem+json', 'html']) === 'html'
}

/** Leads a browser that opened the address of the API itself, by the name that it was reached by. */
export function leadTo(res: Response, location: string): void {
  res.statusCode = 302
  res.setHeader('Location', location)
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Vary', 'Accept')
  res.setHeader('Content-Length', 0)
  res.end()
}
