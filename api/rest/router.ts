import { Router } from 'express'
import type { FaultyInput } from '../../schemas/problem.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Exchange, Handler } from '../exchange.ts'
import type { Operation } from '../operation.ts'
import { perform } from '../perform.ts'
import type { Services } from '../services.ts'
import { createDecoder } from './decode.ts'
import { readBody } from './read-body.ts'
import { createSuccess, queryOf } from './success.ts'

/** Serves every operation at its path, and answers other methods there with 405. */
export function restRouter(services: Services): Router {
  const router = Router({ strict: true, caseSensitive: true })
  for (const [path, operations] of Map.groupBy(services.operations, ({ path }) => path)) {
    const route = router.route(path.replace(/\{(\w+)\}/g, ':$1'))
    for (const operation of operations) {
      route[operation.method === 'GET' ? 'get' : 'post'](serve(operation, services))
    }
    route.all(methodNotAllowed(operations))
  }
  return router
}

function serve(operation: Operation, services: Services): Handler {
  const decode = createDecoder(operation)
  const succeed = createSuccess(services, operation)
  return async (req, res) => {
    const { exchange } = res.locals
    exchange.operation = operation
    if (!accepts(req.headers.accept, () => req.accepts(JSON_TYPES) !== false)) throw notAcceptable()
    exchange.waitingFor = 'body'
    const body = operation.method === 'POST' ? await readBody(req) : undefined
    exchange.waitingFor = 'data'
    const { input, faults } = decode({ params: req.params, query: queryOf(req.url), body })
    exchange.parameters = auditable(operation, input)
    try {
      succeed(req, res, await perform(operation, input, contextOf(exchange, services)))
    } catch (error) {
      throw withFaults(error, faults)
    }
  }
}

const JSON_TYPES = ['application/json', 'application/json; charset=utf-8']

/** Negotiation is left to those who ask for something special. */
function accepts(accept: string | undefined, negotiate: () => boolean): boolean {
  return accept === undefined || accept === '*/*' || accept === 'application/json' || negotiate()
}

function notAcceptable(): ApiError {
  const errors: FaultyInput[] = [{ in: 'header', name: 'Accept', detail: 'must allow application/json' }]
  return new ApiError('not_acceptable', { errors })
}

function methodNotAllowed(operations: readonly Operation[]): Handler {
  const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return (req) => {
    const detail = `${req.method} is not allowed here, but ${methods.join(', ')}.`
    throw new ApiError('method_not_allowed', { detail, headers: { Allow: methods.join(', ') } })
  }
}

/** The caller's organization is bound here, from the credential and nothing else. */
function contextOf({ caller, requestId, correlationId }: Exchange, { graph, cursors, config, now }: Services): Context {
  if (!caller) throw new Error('An operation needs a verified caller before it')
  const { credential, scopes } = caller
  const { organization } = credential
  return {
    credential,
    scopes,
    requestId,
    correlationId,
    snapshotRetentionDays: config.environment.SNAPSHOT_RETENTION_DAYS,
    read: (query, params) => graph.read(query, organization, params),
    sealCursor: (operationId, filters, position) => cursors.seal({ organization, operationId, filters }, position),
    openCursor: (operationId, filters, cursor) => cursors.open({ organization, operationId, filters }, cursor),
    now: () => new Date(now()),
  }
}

/** What a request asked for; of unknown names only that they came, because a secret may have been sent under one. */
function auditable(operation: Operation, input: Record<string, unknown> | null): Record<string, unknown> {
  const entries = Object.entries(input ?? {}).slice(0, 50)
  return Object.fromEntries(
    entries.map(([name, value]) => [name.slice(0, 100), name in operation.input.shape ? value : '[unknown]']),
  )
}

/** Faults of the text of inputs say more than what the schema says of the same inputs. */
function withFaults(error: unknown, faults: ReadonlyMap<string, FaultyInput>): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request' || faults.size === 0) return error
  const others = (error.errors ?? []).filter(({ name }) => !faults.has(name.split('.', 1)[0] ?? name))
  const errors = [...faults.values(), ...others]
  const names = [...new Set(errors.map(({ name }) => name))]
  return new ApiError('invalid_request', { detail: `Not valid: ${names.join(', ').slice(0, 500)}.`, errors })
}
