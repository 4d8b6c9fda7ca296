import type { Handler } from '../exchange.ts'
import { exposedHeaders } from '../headers.ts'

const allowed = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-None-Match, X-Correlation-ID, traceparent, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
  'Access-Control-Max-Age': '600',
  'Content-Length': '0',
}

/**
 * Lets scripts of the given origins call the API from browsers. Without origins, CORS is off. A preflight has no
 * credential, so this step responds to it.
 */
export function cors(origins: readonly string[]): Handler {
  const known = new Set(origins)
  return (req, res, next) => {
    if (known.size === 0) return next()
    res.vary('Origin')
    const { origin } = req.headers
    if (!origin || !known.has(origin)) return next()
    res.setHeader('Access-Control-Allow-Origin', origin)
    res.setHeader('Access-Control-Expose-Headers', exposedHeaders.join(', '))
    if (req.method !== 'OPTIONS' || !req.headers['access-control-request-method']) return next()
    for (const [name, value] of Object.entries(allowed)) res.setHeader(name, value)
    res.end()
  }
}
