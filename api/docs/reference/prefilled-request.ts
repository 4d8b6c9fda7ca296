import { type Contract, type Endpoint, type Parameter, resolved } from './contract.ts'

/** A request as the reference shows it in its samples and fills it in: with the examples of the contract. */
export interface PrefilledRequest {
  operationId: string
  method: 'GET' | 'POST'
  /** The path in parts: text, or the name of a parameter that the reader has to fill in. */
  path: (string | { name: string })[]
  query: [string, string][]
  /** All fields as the client takes them, in the order of the contract; without a value those that the reader fills in. */
  input: { name: string; value?: unknown }[]
  body: unknown
  /** The media type of the answer. */
  accept: string
}

/** The request of an operation; parameters without an example and without a default are left out of the query. */
export function prefilledRequest(contract: Contract, endpoint: Endpoint): PrefilledRequest {
  const parameters = endpoint.parameters ?? []
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => prefill(contract, parameter).map((value): [string, string] => [parameter.name, value]))
  const path = endpoint.path.split(/(\{\w+\})/).map((part) => {
    const parameter = parameters.find(({ name }) => part === `{${name}}`)
    if (parameter === undefined) return part
    const [value] = prefill(contract, parameter)
    return value === undefined ? { name: parameter.name } : encodeURIComponent(value)
  })
  const [accept = 'application/json'] = Object.keys(endpoint.responses['200']?.content ?? {})
  const { operationId, method } = endpoint
  return { operationId, method, path, query, input: inputOf(contract, endpoint), body: bodyExample(endpoint), accept }
}

function inputOf(contract: Contract, endpoint: Endpoint): PrefilledRequest['input'] {
  const fields = Object.entries(bodyExample(endpoint) ?? {}).map(([name, value]) => ({ name, value }))
  const parameters = (endpoint.parameters ?? []).flatMap((parameter) => {
    const value = exampleOf(contract, parameter)
    if (value !== undefined) return [{ name: parameter.name, value }]
    return parameter.in === 'path' ? [{ name: parameter.name }] : []
  })
  return [...parameters, ...fields]
}

/** The values that a parameter is filled in with: its example, else that of its schema, else the schema's default. */
export function prefill(contract: Contract, parameter: Parameter): string[] {
  const value = exampleOf(contract, parameter)
  return value === undefined ? [] : [value].flat().map(String)
}

function exampleOf(contract: Contract, { example, schema = {} }: Parameter): unknown {
  const known = resolved(contract, 'schemas', schema)
  return example ?? known.example ?? known.default
}

function bodyExample({ requestBody }: Endpoint): unknown {
  return requestBody?.content['application/json']?.example
}
