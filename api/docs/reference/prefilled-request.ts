import { type Contract, type Endpoint, type Parameter, resolved } from './contract.ts'

/** A request of the reference with the example values of the contract, for the samples and for the form. */
export interface PrefilledRequest {
  operationId: string
  method: 'GET' | 'POST'
  /** The path in parts: text, or the name of a parameter that the reader has to fill in. */
  path: (string | { name: string })[]
  query: [string, string][]
  /** All fields of the input, in the order of the contract. A field that the reader has to fill in has no value. */
  input: { name: string; value?: unknown }[]
  body: unknown
  /** The media type of the response. */
  accept: string
}

/** The request of an operation. The query leaves out parameters without an example and without a default. */
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

/** The initial values of a parameter: its example, or that of its schema, or the default of the schema. */
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
