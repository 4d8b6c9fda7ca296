import compression from 'compression'
import express, { type Express } from 'express'
import helmet from 'helmet'
import { restRouter } from './http/rest/router.ts'
import type { Services } from './http/services.ts'
import { addressLimit } from './http/steps/address-limit.ts'
import { authenticate } from './http/steps/authenticate.ts'
import { cors } from './http/steps/cors.ts'
import { limitRate } from './http/steps/limit-rate.ts'
import { oauthNotFound } from './http/steps/oauth-not-found.ts'
import { openExchange } from './http/steps/open-exchange.ts'
import { requireAudit } from './http/steps/require-audit.ts'
import { requireDecodablePath, requireHost, respondWithError, routeNotFound } from './http/steps/respond-with-error.ts'
import { requireSoundHeaders } from './http/steps/sound-headers.ts'
import { traceRequest } from './http/steps/trace-request.ts'
import { requireKnownHost } from './mcp/known-host.ts'
import { mcpRouter } from './mcp/router.ts'
import type { Served } from './served.ts'

const COMPRESS_FROM_BYTES = 1024

/** The API as an Express application. Its handlers run in the order in which they are added here. */
export function createApp(services: Services, { tools, publicRouters }: Served): Express {
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
  for (const router of publicRouters) app.use(router)
  app.use(oauthNotFound)
  app.use(authenticate(services))
  app.use(limitRate(services))
  app.use(requireAudit(services))
  app.use(requireDecodablePath)
  app.use(mcpRouter(services, tools))
  app.use(restRouter(services))
  app.use(routeNotFound)
  app.use(respondWithError(services))
  return app
}
