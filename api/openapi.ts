import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { McpRequest, McpResponse } from '../schemas/mcp.ts'
import { Problem } from '../schemas/problem.ts'
import { registerHeaders } from './openapi/headers.ts'
import { mcpRoute, mcpTag } from './openapi/mcp-route.ts'
import { registerProblems } from './openapi/problem-responses.ts'
import { requireUnique } from './openapi/require-unique.ts'
import { routeOf } from './openapi/route-of.ts'
import type { Operation } from './operation.ts'

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
  'Entity graph': 'Styles, SKUs, materials, suppliers and BOM publications, and how they belong together.',
  'BOM history': 'Immutable completed BOM snapshots, their yields, and what changed between two of them.',
  'Connected data': 'Materials and factories as the source systems see them.',
  Exports: 'Asynchronous CSV extracts.',
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

/** The example of each parameter is that of its operation's example, so that together they are one request. */
function addParameterExamples(document: OpenApiDocument, operations: readonly Operation[]): void {
  for (const { path, method, examples } of operations) {
    const item = document.paths?.[path]
    const parameters = (method === 'GET' ? item?.get : item?.post)?.parameters ?? []
    const values = new Map<string, unknown>(Object.entries(examples.input))
    for (const parameter of parameters) {
      if ('name' in parameter && values.has(parameter.name)) parameter.example = values.get(parameter.name)
    }
  }
}
