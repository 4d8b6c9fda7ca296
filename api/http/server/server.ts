import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { KEEP_ALIVE_MS } from '../../../process/keep-alive.ts'
import { ApiError } from '../../core/errors.ts'
import { createExchange } from '../exchange.ts'
import { identityHeaders, rateLimitHeaders } from '../headers.ts'
import { problemHeaders, problemOf } from '../problem.ts'
import type { Services } from '../services.ts'

const settings = {
  // Filters of full length in any script take about 46 KB of headers and URL.
  maxHeaderSize: 128 * 1024,
  requireHostHeader: false,
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
}

/**
 * The HTTP server of the API. Requests that Node rejects before they reach the application get a problem as their
 * response, too.
 */
export function createApiServer(app: RequestListener, services: Services): Server {
  const unanswered = new WeakMap<Duplex, ServerResponse>()
  const server = createServer(settings, app)
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    unanswered.set(req.socket, res)
    res.once('close', () => unanswered.delete(req.socket))
  })
  // Node would send "100 Continue" immediately. `readBody` sends it after the token was checked.
  server.on('checkContinue', (req, res) => server.emit('request', req, res))
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  server.on('clientError', (error, socket) => {
    const isAnswering = unanswered.get(socket)?.headersSent ?? false
    if (!socket.writable || isAnswering) socket.destroy()
    else refuse(socket, problemFor(error), services)
  })
  server.on('connect', (_req, socket) => refuse(socket, notHttp('CONNECT is not supported.'), services))
  return server
}

function problemFor(error: Error): ApiError {
  const code = 'code' in error ? error.code : ''
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = `The URL and the headers together are larger than ${settings.maxHeaderSize / 1024} KiB.`
    return new ApiError('headers_too_large', { detail, errors: [{ in: 'header', name: '', detail }] })
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return notHttp('The request did not arrive in time.')
  return notHttp('The request is not well-formed HTTP.')
}

function notHttp(detail: string): ApiError {
  return new ApiError('invalid_request', { detail, errors: [{ in: 'header', name: '', detail }] })
}

/**
 * Writes a response to the socket directly, because Node has no response object for bytes that are not a valid request.
 */
function refuse(socket: Duplex, error: ApiError, { config, throttle, log }: Services): void {
  const ip = socket instanceof Socket ? socket.remoteAddress : undefined
  const exchange = createExchange({ headers: {}, ip })
  const problem = problemOf(error, exchange, config.docsUrl)
  const quota = throttle.quota(exchange.address)
  const body = JSON.stringify(problem)
  const headers = {
    ...identityHeaders(exchange, config.region),
    ...rateLimitHeaders([quota]),
    ...problemHeaders(error, quota.resetSeconds),
    Date: new Date().toUTCString(),
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`)
  log.info({ requestId: exchange.requestId, operationId: null, status: 400, code: error.code })
}
