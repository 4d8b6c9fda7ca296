import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { McpRequest, McpResponse } from '../../schemas/mcp.ts'
import { Problem } from '../../schemas/problem.ts'
import type { Operation } from '../operation.ts'
import { registerHeaders } from './headers.ts'
import { mcpRoute, mcpTag } from './mcp-route.ts'
import { registerProblems } from './problem-responses.ts'
import { requireUnique } from './require-unique.ts'
import { routeOf } from './route-of.ts'

/** Where the service and its documentation are. */
export interface Addresses {
  baseUrl: string
  docsUrl: string
}

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

const description = `A tenant-scoped data API for an organization's entity graph, the history of its BOM, and what its source systems say
about materials and factories.

A credential belongs to one organization and has scopes; callers never name an organization. Lists are read in pages:
pass \`links.next\` as \`cursor\` until it is null. Quantities are exact decimals in strings, times are UTC. Unknown
parameters are refused. Every error is a Problem (RFC 9457) whose \`code\` says what to do.`

const tags: Record<Operation['tag'], string> = {
  Access: 'What the token of a request may do.',
  'Entity graph': 'Styles, SKUs, materials, suppliers and BOM publications, and how they belong together.',
  'BOM history': 'Immutable completed BOM snapshots, their yields, and what changed between two of them.',
  'Connected data': 'Materials and factories as the source systems see them.',
  Exports: 'Asynchronous CSV extracts.',
  Ingest: 'What became of the events that an organization sent.',
}

/**
 * The OpenAPI 3.1 document of operations, made of the very schemas that check requests and answers.
 * @throws Error when two operations or schemas have one name
 */
export function openApiDocument(operations: readonly Operation[], { baseUrl, docsUrl }: Addresses): OpenApiDocument {
  requireUnique(operations, [Problem, McpRequest, McpResponse])
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'dataToken', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tda_<region>_<key id>_<secret><checksum>',
    description: 'An API token. It belongs to one organization and one region, and is limited to scopes.',
  })
  registry.registerComponent('securitySchemes', 'mcpToken', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tda_<region>_<key id>_<secret><checksum>',
    description:
      'A token of kind `mcp`, which alone may have the scope `mcp:read` and expires within 90 days: ' +
      '`tda tokens issue --kind mcp` makes one, and `npm start` makes one for each organization of its demo.',
  })
  const headersOf = registerHeaders(registry)
  const problems = registerProblems(registry, headersOf, docsUrl)
  for (const operation of operations) registry.registerPath(routeOf(operation, { headersOf, problems }))
  registry.registerPath(mcpRoute({ headersOf, problems }))
  const definitions = [...registry.definitions, { type: 'schema' as const, schema: Problem }]
  const used = new Set(operations.map(({ tag }) => tag))
  const document = new OpenApiGeneratorV31(definitions, { sortComponents: 'alphabetically' }).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Tenant Data API',
      version: '1.0',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { url: docsUrl, description: 'Guides, and a page for each problem.' },
    tags: [...[...used].map((name) => ({ name, description: tags[name] })), mcpTag],
  })
  addParameterExamples(document, operations)
  return document
}

/** What only an earlier answer can tell: any example of it would be answered with 404. */
const knownFromResponses = new Set(['exportId'])

/**
 * The example of each parameter is that of its operation's example, so that together they are one request. A parameter
 * that is not part of it has none, not even that of its schema: who tries the request out would send that, too.
 */
function addParameterExamples(document: OpenApiDocument, operations: readonly Operation[]): void {
  for (const { path, method, examples } of operations) {
    const item = document.paths?.[path]
    const parameters = (method === 'GET' ? item?.get : item?.post)?.parameters ?? []
    const values = new Map<string, unknown>(Object.entries(examples.input))
    for (const parameter of parameters) {
      if (!('name' in parameter)) continue
      if (values.has(parameter.name) && !knownFromResponses.has(parameter.name)) {
        parameter.example = values.get(parameter.name)
      } else if (parameter.schema) {
        parameter.schema = withoutExample(document, parameter.schema)
      }
    }
  }
}

type PathItem = NonNullable<OpenApiDocument['paths']>[string]
type Parameter = NonNullable<NonNullable<PathItem['get']>['parameters']>[number]
type ParameterSchema = NonNullable<Extract<Parameter, { name: string }>['schema']>

/** The schema itself, or what it refers to without its example. */
function withoutExample(document: OpenApiDocument, schema: ParameterSchema): ParameterSchema {
  const found = '$ref' in schema ? document.components?.schemas?.[schema.$ref.replace(/^.*\//, '')] : schema
  if (found === undefined || !('example' in found)) return schema
  const { example: _example, ...rest } = found
  return rest
}
