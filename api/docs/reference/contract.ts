/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface Contract {
  info: { description?: string; version: string }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: {
    schemas?: Record<string, Schema>
    responses?: Record<string, Response>
    examples?: Record<string, { summary?: string }>
    headers?: Record<string, Header>
    securitySchemes?: Record<string, { description?: string }>
  }
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  discriminator?: { propertyName: string }
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

export interface Header {
  $ref?: string
  description?: string
}

export interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { $ref?: string; summary?: string }>
}

export interface Response {
  $ref?: string
  description?: string
  headers?: Record<string, Header>
  content?: Record<string, Media>
}

interface Operation {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response>
}

/** An operation with its method and path. */
export interface Endpoint extends Operation {
  method: 'GET' | 'POST'
  path: string
}

/** All operations in the order of the contract. */
export function endpointsOf({ paths }: Contract): Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      path,
      method: method === 'post' ? ('POST' as const) : ('GET' as const),
    })),
  )
}

/** The tags that have operations, in the order of the contract. */
export function tagsOf(contract: Contract): { name: string; description: string }[] {
  const used = new Set(endpointsOf(contract).map(tagOf))
  return (contract.tags ?? [])
    .filter(({ name }) => used.has(name))
    .map(({ name, description = '' }) => ({ name, description }))
}

export function tagOf({ tags }: Endpoint): string {
  return tags?.[0] ?? ''
}

/**
 * Resolves a `$ref` within the contract and merges it with the other fields of the referring object. An object without
 * `$ref` is returned unchanged.
 */
export function resolved<T extends { $ref?: string }>(
  contract: Contract,
  kind: 'schemas' | 'responses' | 'headers',
  value: T,
): T {
  if (value.$ref === undefined) return value
  const found = contract.components?.[kind]?.[nameOf(value.$ref)]
  if (found === undefined) throw new Error(`The contract has no ${value.$ref}`)
  const { $ref: _reference, ...own } = value
  return { ...found, ...own } as T
}

/** The last segment of a `$ref`, which is the name of the component. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** The path of the page that describes the operations of a tag. */
export function pathOfTag(tag: string): string {
  return `reference/${tag.toLowerCase().replace(/\s+/g, '-')}`
}
