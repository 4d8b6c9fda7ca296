import { Router } from 'express'
import { ApiError } from '../../core/errors.ts'
import { withFaults } from '../../core/input/text-faults.ts'
import type { Operation } from '../../core/operation.ts'
import { perform } from '../../core/perform.ts'
import { contextOf } from '../context-of.ts'
import type { Handler } from '../exchange.ts'
import { readBody } from '../read-body.ts'
import { auditable, endOf, type Incoming, methodNotAllowed, queryOf, requireAccepted } from '../request.ts'
import type { Services } from '../services.ts'
import { createDecoder } from './decode.ts'
import { createFileSender } from './send-file.ts'
import { createSuccess } from './success.ts'

/** Serves every operation at its path, and returns 405 for other methods of these paths. */
export function restRouter(services: Services): Router {
  const router = Router({ strict: true, caseSensitive: true })
  for (const [path, operations] of Map.groupBy(services.operations, ({ path }) => path)) {
    const route = router.route(path.replace(/\{(\w+)\}/g, ':$1'))
    for (const operation of operations) {
      route[operation.method === 'GET' ? 'get' : 'post'](serve(operation, services))
    }
    route.all(methodNotAllowed(operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))))
  }
  return router
}

function serve(operation: Operation, services: Services): Handler {
  const decode = createDecoder(operation)
  const mediaTypes = Object.keys(operation.files ?? { 'application/json': null })
  const succeed = createSuccess(services, operation)
  const sendFile = createFileSender(services)
  return async (req, res) => {
    const { exchange } = res.locals
    exchange.operationId = operation.operationId
    requireAccepted(req, mediaTypes)
    refuseHeader(operation, req)
    exchange.waitingFor = 'body'
    const body = operation.method === 'POST' ? await readBody(req, res) : undefined
    exchange.waitingFor = 'data'
    const { input, faults } = decode({ params: req.params, query: queryOf(req.url), body })
    exchange.parameters = auditable(operation, input)
    try {
      const result = await perform(operation, input, contextOf(exchange, services, endOf(res)))
      if (result.file) await sendFile(req, res, result.file)
      else succeed(req, res, result)
    } catch (error) {
      throw withFaults(error, faults)
    }
  }
}

function refuseHeader({ refusedHeader }: Operation, req: Incoming): void {
  if (!refusedHeader || req.headers[refusedHeader.name.toLowerCase()] === undefined) return
  const { name, code } = refusedHeader
  throw new ApiError(code, { errors: [{ in: 'header', name, detail: 'is not accepted for this operation' }] })
}
