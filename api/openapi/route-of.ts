import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import type { ProblemCode } from '../../schemas/problem.ts'
import { type Operation, scopesOf } from '../core/operation.ts'
import { problemsOf } from '../core/problems-of.ts'
import type { Headers } from './headers.ts'
import type { ProblemResponses } from './problem-responses.ts'

/** The shared parts of all routes. */
export interface Parts {
  headersOf: (status: number, method?: 'GET' | 'POST') => Headers
  problems: (codes: readonly ProblemCode[]) => ProblemResponses
}

/** An operation as a route of the contract, with all its responses. */
export function routeOf(operation: Operation, { headersOf, problems }: Parts): RouteConfig {
  const { operationId, method, path, scope, tag, summary, description, forms, examples } = operation
  const { inPath, elsewhere } = inputsOf(operation)
  const isGet = method === 'GET'
  const content = contentOf(operation)
  const notModified = {
    description: 'Nothing changed since the `ETag` in `If-None-Match`. The response has no body.',
    headers: headersOf(304, method),
  }
  return {
    operationId,
    method: isGet ? 'get' : 'post',
    path,
    tags: [tag],
    summary,
    description: `${description}\n\n${scope === null ? 'Any valid token, including one without scopes.' : `Scope: \`${scope}\`.`}`,
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
        description: successOf(operation),
        headers: { ...headersOf(200, method), ...headersOnly(operation) },
        content,
        links: linksOf(operation),
      },
      ...(operation.files
        ? {
            206: {
              description: 'The requested range of bytes.',
              headers: { ...headersOf(206, method), ...fileHeaders, 'Content-Range': contentRange },
              content,
            },
          }
        : {}),
      ...(isGet ? { 304: notModified } : {}),
      ...problems(problemsOf(operation)),
    },
  }
}

/** The response by media type. A file that is not text has no schema. */
function contentOf({ files, output, examples }: Operation) {
  if (!files) return { 'application/json': { schema: output, example: examples.output } }
  return Object.fromEntries(
    Object.entries(files).map(([mediaType, example]) => [
      mediaType,
      example === null ? {} : { schema: output, example },
    ]),
  )
}

/** The description of a successful response, derived from the summary of the operation. */
function successOf({ output, files, summary, location }: Operation): string {
  if (files) return 'The whole file.'
  if (location) return 'The created resource.'
  const [, listed] = /^(?:List|Search) (?:the )?(.+)$/.exec(summary) ?? []
  if (listed !== undefined) return `A page of ${listed}.`
  const [, single] = /^Get (?:an?|the) (.+)$/.exec(summary) ?? []
  if (single !== undefined) return `The ${single}.`
  return 'shape' in output && 'links' in (output.shape as object) ? 'A page of rows.' : 'The result.'
}

function pathNamesOf({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** Splits the inputs into those in the path and all others. */
function inputsOf(operation: Operation) {
  const names = pathNamesOf(operation)
  const fieldsThat = (wanted: boolean) =>
    z.strictObject(
      Object.fromEntries(Object.entries(operation.input.shape).filter(([name]) => names.includes(name) === wanted)),
    )
  // If no input is in the path, the whole input schema is used, because it may have a description of its own.
  return { inPath: fieldsThat(true), elsewhere: names.length === 0 ? operation.input : fieldsThat(false) }
}

function isPaged({ input }: Operation): boolean {
  return 'cursor' in input.shape
}

/** The headers that only some operations return, in addition to the usual ones. */
function headersOnly(operation: Operation) {
  if (operation.files) return fileHeaders
  if (operation.location) return locationHeader
  return isPaged(operation) ? linkHeader : {}
}

const text = { type: 'string' as const }
const fileHeaders = {
  'Content-Disposition': {
    description: 'Name to save the file under.',
    schema: text,
    example: 'attachment; filename="bom_yields-2026-09-14-3f1c9c0e.csv"',
  },
  'Accept-Ranges': { description: 'Unit of ranges that can be requested.', schema: text, example: 'bytes' },
}
const contentRange = {
  description: 'Range of bytes in the response, and size of the file.',
  schema: text,
  example: 'bytes 0-1023/30462463',
}
const locationHeader = {
  Location: {
    description: 'URL of the created resource.',
    schema: text,
    example: 'https://api.example.com/v1/exports/3f1c9c0e-4b0a-4a53-9a51-6f0f7b7f2d10',
  },
}
const linkHeader = {
  Link: {
    description: 'URL of the next page. Absent on the last page.',
    schema: text,
    example: '<https://api.example.com/v1/entities?cursor=…>; rel="next"',
  },
}

/** The OpenAPI links of a response: to the next page, and from entities to operations about them. */
function linksOf(operation: Operation) {
  const { operationId, input } = operation
  const given = Object.keys(input.shape).filter((name) => name !== 'cursor')
  const inPath = pathNamesOf(operation)
  const kept = given.map((name) => [name, `$request.${inPath.includes(name) ? 'path' : 'query'}.${name}`])
  const next = {
    operationId,
    description: 'Get the next page.',
    parameters: { ...Object.fromEntries(kept), cursor: NEXT },
  }
  return { ...(isPaged(operation) ? { nextPage: next } : {}), ...further[operationId] }
}

const NEXT = '$response.body#/links/next'
const firstEntity = { entityId: '$response.body#/data/0/id' }
const theExport = { exportId: '$response.body#/data/exportId' }
const further: Record<string, LinksObject> = {
  searchEntities: {
    getEntity: { operationId: 'getEntity', description: 'Get an entity of the page.', parameters: firstEntity },
    listEntityRelationships: {
      operationId: 'listEntityRelationships',
      description: 'List its relationships.',
      parameters: firstEntity,
    },
  },
  listMaterialPositionExceptions: {
    getMaterialPositionException: {
      operationId: 'getMaterialPositionException',
      description: 'Get an exception of the page with its arithmetic.',
      parameters: { exceptionId: '$response.body#/data/0/exceptionId' },
    },
  },
  createExport: {
    getExport: { operationId: 'getExport', description: 'Get the status of the export.', parameters: theExport },
    downloadExport: {
      operationId: 'downloadExport',
      description: 'Download the file once the export is completed.',
      parameters: theExport,
    },
  },
}

type LinksObject = Record<string, { operationId: string; description: string; parameters: Record<string, string> }>
