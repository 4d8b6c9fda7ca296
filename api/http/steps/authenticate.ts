import { ApiError } from '../../core/errors.ts'
import { toApiError } from '../../core/perform.ts'
import type { Handler } from '../exchange.ts'
import { refusedToken } from '../problem.ts'
import type { Services } from '../services.ts'

const BEARER = /^bearer +([^ ]+) *$/i

/**
 * Verifies the credential. From this step on, the request is protected: it is audited, and rejected without a verified
 * credential.
 */
export function authenticate({ credentials, lastUsed }: Services): Handler {
  return async (req, res, next) => {
    const { exchange } = res.locals
    exchange.isProtected = true
    exchange.caller = await verify(req.headers.authorization)
    exchange.waitingFor = 'data'
    lastUsed.touch(exchange.caller.credential.id)
    next()

    async function verify(authorization: string | undefined) {
      const token = BEARER.exec(authorization ?? '')?.[1]
      if (!token) throw new ApiError('invalid_token')
      try {
        return await credentials.verify(token, exchange.address)
      } catch (error) {
        const refusal = toApiError(error)
        if (refusal.code !== 'invalid_token') throw refusal
        throw new ApiError('invalid_token', { headers: refusedToken })
      }
    }
  }
}
