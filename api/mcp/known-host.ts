import type { Config } from '../config/config.ts'
import { ApiError } from '../core/errors.ts'
import type { Handler } from '../http/exchange.ts'
import { MCP_PATH } from './router.ts'
import { isMcpClient, rpcProblemForm } from './rpc-problem.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Rejects requests to MCP that name a foreign host, or that were made by a page of a foreign origin. Such a page could
 * reach a server on the user's own machine by DNS rebinding. Ports are ignored. The check runs before authentication,
 * as MCP requires: https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
export function requireKnownHost({ baseUrl, environment }: Pick<Config, 'baseUrl' | 'environment'>): Handler {
  const hosts = new Set([...loopback, new URL(baseUrl).hostname, ...environment.MCP_ALLOWED_HOSTS])
  const origins = new Set(environment.CORS_ORIGINS)
  return (req, res, next) => {
    if (req.path !== MCP_PATH) return next()
    const { exchange } = res.locals
    exchange.interface = 'mcp'
    if (isMcpClient(req.headers)) exchange.problemForm = rpcProblemForm(null)
    const { host = '', origin } = req.headers
    if (!hosts.has(hostnameOf(`http://${host}`))) throw foreign('The Host of the request is not allowed.')
    if (origin !== undefined && !origins.has(origin) && !hosts.has(hostnameOf(origin))) {
      throw foreign('The Origin of the request is not allowed.')
    }
    next()
  }
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

function foreign(detail: string): ApiError {
  return new ApiError('forbidden_origin', { detail })
}
