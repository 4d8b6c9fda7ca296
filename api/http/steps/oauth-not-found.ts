import { ApiError } from '../../core/errors.ts'
import type { Handler } from '../exchange.ts'

/** Where clients look for an authorization server: RFC 8414, RFC 9728, and the defaults of MCP of 2025-03-26. */
const DISCOVERED = /\/\.well-known(\/|$)|^\/(authorize|register|token)$/

/**
 * There is no authorization server. Who looks for one after a 401 is told so, because another 401 would send them round in a
 * circle; so these paths are unknown to everybody, before any credential is required.
 */
export const oauthNotFound: Handler = (req, _res, next) => {
  if (!DISCOVERED.test(req.path)) return next()
  throw new ApiError('not_found', {
    detail: 'There is no OAuth here: an operator issues tokens, which are sent as "Authorization: Bearer".',
  })
}
