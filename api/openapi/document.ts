import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { McpRequest, McpResponse } from '../../schemas/mcp.ts'
import { Problem } from '../../schemas/problem.ts'
import type { Operation } from '../core/operation.ts'
import { registerHeaders } from './headers.ts'
import { mcpRoute, mcpTag } from './mcp-route.ts'
import { registerProblems } from './problem-responses.ts'
import { referToMadeOf } from './refer-to-made-of.ts'
import { requireUnique, schemasOf } from './require-unique.ts'
import { routeOf } from './route-of.ts'

/** The addresses of the service and its documentation. */
export interface Addresses {
  baseUrl: string
  docsUrl: string
}

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

const description = `Read one organization's data: its entity graph, the history of its BOM, and cross-system data about
materials and factories.

A token belongs to one organization and has scopes. Requests never name an organization. Lists are paginated: pass
\`links.next\` as \`cursor\` until it is null. Quantities are exact decimals in strings, and times are in UTC. Unknown
parameters are rejected. Every error is a Problem (RFC 9457) with a \`code\` and what to do.`

const tags: Record<Operation['tag'], string> = {
  Access: 'Organization, scopes, and limits of the token that you use.',
  'Entity graph': 'Styles, SKUs, materials, suppliers, and BOM publications, and the relationships between them.',
  'BOM history': 'Immutable snapshots of the BOM, their yields, and the changes between two of them.',
  'Connected data':
    'Cross-system data: materials and factories as the source systems know them, and where they disagree.',
  Exports: 'Asynchronous exports to CSV, JSON Lines, and Parquet files.',
  Ingest: 'Ingestion status: what happened to the events that an organization sent.',
}

/**
 * The OpenAPI 3.1 document of operations, generated from the schemas that check requests and responses.
 * @throws Error if two operations or two schemas have the same name
 */
export function openApiDocument(operations: readonly Operation[], { baseUrl, docsUrl }: Addresses): OpenApiDocument {
  requireUnique(operations, [Problem, McpRequest, McpResponse])
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'dataToken', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tda_<region>_<key id>_<secret><checksum>',
    description: 'A token of the API. It belongs to one organization and one region, and has scopes.',
  })
  registry.registerComponent('securitySchemes', 'mcpToken', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tda_<region>_<key id>_<secret><checksum>',
    description:
      'A token of kind `mcp` with the scope `mcp:read`. It expires within 90 days. Operators issue one with ' +
      '`tda tokens issue --kind mcp`.',
  })
  const headersOf = registerHeaders(registry)
  const problems = registerProblems(registry, operations, { headersOf, docsUrl })
  for (const operation of operations) registry.registerPath(routeOf(operation, { headersOf, problems }))
  registry.registerPath(mcpRoute({ headersOf, problems }))
  // A schema becomes a component even if all its uses have a description of their own, because these uses refer to it.
  const named = schemasOf([Problem, ...operations.flatMap(({ input, forms, output }) => [forms ?? input, output])])
    .filter((schema) => schema.meta()?.id !== undefined)
    .map((schema) => ({ type: 'schema' as const, schema }))
  const definitions = [...registry.definitions, ...named]
  const used = new Set(operations.map(({ tag }) => tag))
  const generated = new OpenApiGeneratorV31(definitions, { sortComponents: 'alphabetically' }).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Tenant Data API',
      version: '1.0',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { url: docsUrl, description: 'Guides, and a page for each problem code.' },
    tags: [...[...used].map((name) => ({ name, description: tags[name] })), mcpTag],
  })
  const document = referToMadeOf(generated)
  addParameterExamples(document, operations)
  return document
}

/** Parameters whose values only come from an earlier response. An example value would return 404. */
const knownFromResponses = new Set(['exportId'])

/**
 * Each parameter has the value of its operation's example, so that the examples of all parameters form one request. A
 * parameter that the example lacks gets no example, not even that of its schema, because tools that send the request
 * would include it.
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

/** The schema without its example. A reference is replaced with a copy of its target without the example. */
function withoutExample(document: OpenApiDocument, schema: ParameterSchema): ParameterSchema {
  if (!('$ref' in schema) || typeof schema.$ref !== 'string') {
    const { example: _example, ...rest } = schema as { example?: unknown }
    return rest as ParameterSchema
  }
  const { $ref, ...own } = schema
  const found = document.components?.schemas?.[$ref.replace(/^.*\//, '')]
  if (found === undefined || !('example' in found)) return schema
  const { example: _example, ...rest } = found
  return { ...rest, ...own } as ParameterSchema
}
