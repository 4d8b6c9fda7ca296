import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import { type Operation, scopesOf } from '../operation.ts'
import type { Headers } from './headers.ts'
import type { ProblemStatus } from './problem-responses.ts'

/** What all routes are made with. */
export interface Parts {
  headersOf: (status: number, method?: 'GET' | 'POST') => Headers
  problems: Record<ProblemStatus, { $ref: string }>
}

/** An operation as a route of the contract, with all its answers. */
export function routeOf(operation: Operation, { headersOf, problems }: Parts): RouteConfig {
  const { operationId, method, path, scope, tag, summary, description, forms, output, examples } = operation
  const mediaType = operation.mediaType ?? 'application/json'
  const { inPath, elsewhere } = inputsOf(operation)
  const isGet = method === 'GET'
  const content = { [mediaType]: { schema: output, example: examples.output } }
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
    description: `${description}\n\n${scope === null ? 'Any valid token, also one without scopes.' : `Scope: \`${scope}\`.`}`,
    security: [{ dataToken: scopesOf(operation) }],
    request: {
      params: inPath,
      ...(isGet
        ? { query: elsewhere }
        : {
            body: {
              required: true,
              content: { 'application/json': { schema: forms ?? elsewhere, example: examples.input } },
            },
          }),
    },
    responses: {
      200: {
        description: `${summary}: the answer.`,
        headers: { ...headersOf(200, method), ...headersOnly(operation) },
        content,
        links: linksOf(operation),
      },
      ...(operation.mediaType
        ? {
            206: {
              description: 'The range of bytes that was asked for.',
              headers: { ...headersOf(206, method), ...fileHeaders, 'Content-Range': contentRange },
              content,
            },
          }
        : {}),
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

/** What the answers of some operations carry beside the usual headers. */
function headersOnly(operation: Operation) {
  if (operation.mediaType) return fileHeaders
  if (operation.location) return locationHeader
  return isPaged(operation) ? linkHeader : {}
}

const text = { type: 'string' as const }
const fileHeaders = {
  'Content-Disposition': {
    description: 'The name to save the file under.',
    schema: text,
    example: 'attachment; filename="bom_yields-2026-09-14-3f1c9c0e.csv"',
  },
  'Accept-Ranges': { description: 'Ranges of bytes can be asked for.', schema: text, example: 'bytes' },
}
const contentRange = {
  description: 'Which bytes these are, of how many.',
  schema: text,
  example: 'bytes 0-1023/30462463',
}
const locationHeader = {
  Location: {
    description: 'The URL of what was created.',
    schema: text,
    example: 'https://api.example.com/v1/exports/3f1c9c0e-4b0a-4a53-9a51-6f0f7b7f2d10',
  },
}
const linkHeader = {
  Link: {
    description: 'The URL of the next page, when there is one.',
    schema: text,
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
  return { ...(isPaged(operation) ? { nextPage: next } : {}), ...further[operationId] }
}

const NEXT = '$response.body#/links/next'
const firstEntity = { entityId: '$response.body#/data/0/id' }
const theExport = { exportId: '$response.body#/data/exportId' }
const further: Record<string, LinksObject> = {
  searchEntities: {
    getEntity: { operationId: 'getEntity', description: 'Read an entity of the page.', parameters: firstEntity },
    listEntityRelationships: {
      operationId: 'listEntityRelationships',
      description: 'List its relationships.',
      parameters: firstEntity,
    },
  },
  createExport: {
    getExport: { operationId: 'getExport', description: 'Read how far it is.', parameters: theExport },
    downloadExport: {
      operationId: 'downloadExport',
      description: 'Download it once completed.',
      parameters: theExport,
    },
  },
}

type LinksObject = Record<string, { operationId: string; description: string; parameters: Record<string, string> }>
