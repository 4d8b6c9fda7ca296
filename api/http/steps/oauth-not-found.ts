import { ApiError } from '../../core/errors.ts'
import type { Handler } from '../exchange.ts'

/** The paths where clients look for an authorization server: RFC 8414, RFC 9728, and the defaults of MCP 2025-03-26. */
const DISCOVERED = /\/\.well-known(\/|$)|^\/(authorize|register|token)$/

/**
 * Returns 404 for the paths of an authorization server, because there is none. This step runs before authentication: a
 * client looks for the server after a 401, and a second 401 would start its search again.
 */
export const oauthNotFound: Handler = (req, _res, next) => {
  if (!DISCOVERED.test(req.path)) return next()
  throw new ApiError('not_found', {
    detail: 'There is no OAuth here: an operator issues tokens, which are sent as "Authorization: Bearer".',
  })
}
