import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import type { Headers } from './headers.ts'
import type { ProblemStatus } from './problem-responses.ts'

/** What all routes are made with. */
export interface Parts {
  headersOf: (status: number, method?: 'GET' | 'POST') => Headers
  problems: Record<ProblemStatus, { $ref: string }>
}

/** An operation as a route of the contract, with all its answers. */
export function routeOf(operation: Operation, { headersOf, problems }: Parts): RouteConfig {
  const { operationId, method, path, scope, tag, summary, description, output, examples } = operation
  const { inPath, elsewhere } = inputsOf(operation)
  const isGet = method === 'GET'
  const json = { schema: output, example: examples.output }
  const notModified = {
    description: 'Nothing changed since the ETag in If-None-Match.',
    headers: headersOf(304, method),
  }
  return {
    operationId,
    method: isGet ? 'get' : 'post',
    path,
    tags: [tag],
    summary,
    description: `${description}\n\nScope: \`${scope}\`.`,
    security: [{ dataToken: [scope] }],
    request: {
      params: inPath,
      ...(isGet
        ? { query: elsewhere }
        : {
            body: { required: true, content: { 'application/json': { schema: elsewhere, example: examples.input } } },
          }),
    },
    responses: {
      200: {
        description: `${summary}: the answer.`,
        headers: { ...headersOf(200, method), ...(isPaged(operation) ? linkHeader : {}) },
        content: { 'application/json': json },
        links: linksOf(operation),
      },
      ...(isGet ? { 304: notModified } : {}),
      ...problems,
    },
  }
}

function pathNamesOf({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** The inputs that stand in the path, and all others. */
function inputsOf(operation: Operation) {
  const names = pathNamesOf(operation)
  const fieldsThat = (wanted: boolean) =>
    z.strictObject(
      Object.fromEntries(Object.entries(operation.input.shape).filter(([name]) => names.includes(name) === wanted)),
    )
  return { inPath: fieldsThat(true), elsewhere: fieldsThat(false) }
}

function isPaged({ input }: Operation): boolean {
  return 'cursor' in input.shape
}

const linkHeader = {
  Link: {
    description: 'The URL of the next page, when there is one.',
    schema: { type: 'string' as const },
    example: '<https://api.example.com/v1/entities?cursor=…>; rel="next"',
  },
}

/** Where a caller can go from an answer: to the next page, and from entities to what belongs to them. */
function linksOf(operation: Operation) {
  const { operationId, input } = operation
  const given = Object.keys(input.shape).filter((name) => name !== 'cursor')
  const inPath = pathNamesOf(operation)
  const kept = given.map((name) => [name, `$request.${inPath.includes(name) ? 'path' : 'query'}.${name}`])
  const next = { operationId, description: 'The next page.', parameters: { ...Object.fromEntries(kept), cursor: NEXT } }
  return { ...(isPaged(operation) ? { nextPage: next } : {}), ...(operationId === 'searchEntities' ? ofEntities : {}) }
}

const NEXT = '$response.body#/links/next'
const firstEntity = { entityId: '$response.body#/data/0/id' }
const ofEntities = {
  getEntity: { operationId: 'getEntity', description: 'Read an entity of the page.', parameters: firstEntity },
  listEntityRelationships: {
    operationId: 'listEntityRelationships',
    description: 'List its relationships.',
    parameters: firstEntity,
  },
}
