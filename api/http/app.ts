import compression from 'compression'
import express, { type Express } from 'express'
import helmet from 'helmet'
import { authenticate } from '../auth/authenticate.ts'
import { addressLimit } from '../limits/address-limit.ts'
import { limitRate } from '../limits/limit-rate.ts'
import { requireKnownHost } from '../mcp/known-host.ts'
import { mcpRouter } from '../mcp/router.ts'
import type { Services } from '../services.ts'
import { cors } from './cors.ts'
import { oauthNotFound } from './oauth-not-found.ts'
import { openExchange } from './open-exchange.ts'
import { requireDecodablePath, requireHost, respondWithError, routeNotFound } from './respond-with-error.ts'
import { restRouter } from './rest/router.ts'
import { requireSoundHeaders } from './sound-headers.ts'
import { requireAudit } from './steps/require-audit.ts'
import { traceRequest } from './trace-request.ts'

const COMPRESS_FROM_BYTES = 1024

/** The API as an Express application: the steps of a request, in their order. */
export function createApp(services: Services): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.set('trust proxy', services.config.trustProxy)
  app.use(openExchange(services))
  app.use(traceRequest(services))
  app.use(addressLimit(services))
  app.use(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    }),
  )
  app.use(cors(services.config.environment.CORS_ORIGINS))
  app.use(requireSoundHeaders)
  app.use(compression({ threshold: COMPRESS_FROM_BYTES }))
  app.use(requireHost)
  app.use(requireKnownHost(services.config))
  for (const router of services.publicRouters) app.use(router)
  app.use(oauthNotFound)
  app.use(authenticate(services))
  app.use(limitRate(services))
  app.use(requireAudit(services))
  app.use(requireDecodablePath)
  app.use(mcpRouter(services))
  app.use(restRouter(services))
  app.use(routeNotFound)
  app.use(respondWithError(services))
  return app
}
