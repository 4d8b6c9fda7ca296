import { comment, fieldsType, literal, type Schema, schemaType } from './schema-type.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

interface Route {
  operationId: string
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; headers?: Record<string, unknown> }>
}

/** The parts of an OpenAPI document that the generator reads. */
export interface Contract {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Route>>
  components: { schemas: Record<string, Schema> }
}

interface Endpoint {
  method: string
  path: string
  route: Route
  place: string
}

/**
 * The text of `client/src/contract.ts`: a type for each schema of a published contract, types for the input and output
 * of each operation below `/v1/`, and a table of how each operation is requested.
 * @throws Error naming the location of a feature that the generator does not support
 */
export function contractText(contract: Contract): string {
  const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => {
    const place = `#/components/schemas/${name}`
    return `${comment(schema)}export type ${name} = ${schemaType(schema, place)}\n`
  })
  const endpoints = endpointsOf(contract)
  const endpointLine = (endpoint: Endpoint) => endpointText(endpoint, contract.components.schemas)
  const { title, version } = contract.info
  return [
    `// The types of the ${title} ${version}. Made by client/generator of its published contract; do not edit.\n`,
    ...schemas,
    ...endpoints.map(inputText),
    `/** What each operation takes and answers with. */\nexport interface Operations {\n${endpoints.map(entryText).join('')}}\n`,
    `/** How each operation is asked for. */\nexport const endpoints = {\n${endpoints.map(endpointLine).join('')}} as const\n`,
  ].join('\n')
}

/**
 * The text of `client/src/enums.ts`: the values of each named enumeration of the contract, in its order, for forms and
 * for checks at runtime.
 */
export function enumsText({ info: { title, version }, components: { schemas } }: Contract): string {
  const enums = Object.entries(schemas).flatMap(([name, schema]) => {
    const values = schema.enum?.map(literal).join(', ')
    const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}Values`
    return values ? [`/** The values of \`${name}\`. */\nexport const ${constant} = [${values}] as const\n`] : []
  })
  return [
    `// The values of the enumerations of the ${title} ${version}. Made by client/generator of its published contract; do not edit.\n`,
    ...enums,
  ].join('\n')
}

function endpointsOf({ paths }: Contract): Endpoint[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, route]) => ({ method, path, route, place: `#/paths${path}/${method}` })),
    )
}

function inputName({ route: { operationId } }: Endpoint): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Input`
}

/** The input of an operation: the fields of its path and query, or of its body. No two fields have the same name. */
function inputText(endpoint: Endpoint): string {
  const { route, place } = endpoint
  const { parameters = [], requestBody } = route
  const start = `/** What ${route.operationId} takes. */\nexport type ${inputName(endpoint)} =`
  const body = requestBody?.content['application/json']?.schema
  if (body && parameters.length > 0)
    throw new Error(`${place}: parameters in addition to a body are not known to the generator`)
  if (body) return `${start} ${schemaType(body, `${place}/requestBody`)}\n`
  const strange = parameters.find((one) => one.in !== 'path' && one.in !== 'query')
  if (strange) throw new Error(`${place}: parameters in ${strange.in} are not known to the generator`)
  if (parameters.length === 0) return `${start} Record<string, never>\n`
  const told = parameters.map(({ name, schema, description }) => [
    name,
    description ? { ...schema, description } : schema,
  ])
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  return `${start} ${fieldsType(Object.fromEntries(told), required, `${place}/parameters`)}\n`
}

/** The media types of a response, and the schema of the first. */
function answerOf({ route, place }: Endpoint): { types: string[]; schema: Schema } {
  const content = route.responses['200']?.content ?? {}
  const [{ schema } = { schema: undefined }] = Object.values(content)
  if (schema === undefined) throw new Error(`${place}: the response has no schema`)
  return { types: Object.keys(content), schema }
}

/** The entry of an operation in the table of types. A response that is not JSON has the type `Response`. */
function entryText(endpoint: Endpoint): string {
  const { route, place } = endpoint
  const { types, schema } = answerOf(endpoint)
  const output = types.includes('application/json') ? schemaType(schema, `${place}/200`, '  ') : 'Response'
  const told = comment({ description: `${route.summary}.\n\n${route.description}` }, '  ')
  return `${told}  ${route.operationId}: { input: ${inputName(endpoint)}; output: ${output} }\n`
}

/** Whether a response is a page of a list, which has a link to the next page. */
function isPage({ schema }: { schema: Schema }, schemas: Record<string, Schema>): boolean {
  const [name = ''] = schema.$ref?.split('/').slice(-1) ?? []
  return 'links' in (schemas[name]?.properties ?? {}) && schemas[name]?.properties?.links?.$ref !== undefined
}

/**
 * The entry of an operation in the table of requests. An operation that returns the address of what it created
 * (Location) must not be retried after a lost response. `pageLimit` is the maximum number of rows of a page of a list;
 * null if there is none.
 */
function endpointText(endpoint: Endpoint, schemas: Record<string, Schema>): string {
  const { route, method, path } = endpoint
  const answer = answerOf(endpoint)
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `'${name}'`)
  const limit = route.parameters?.find(({ name }) => name === 'limit')?.schema.maximum ?? null
  const fields = [
    `method: '${method.toUpperCase()}'`,
    `path: '${path}'`,
    `pathNames: [${pathNames.join(', ')}]`,
    `accept: '${answer.types.join(', ')}'`,
    `isPaged: ${isPage(answer, schemas)}`,
    `pageLimit: ${limit}`,
    `isRepeatable: ${!('Location' in (route.responses['200']?.headers ?? {}))}`,
  ]
  return `  ${route.operationId}: { ${fields.join(', ')} },\n`
}
