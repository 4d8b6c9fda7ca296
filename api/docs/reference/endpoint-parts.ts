import type { CodeBlock } from '../markdown/code-blocks.ts'
import { type Contract, type Endpoint, type Response, resolved } from './contract.ts'
import { describedBy, type Field, fieldOf, fieldsOf } from './fields.ts'
import { prefilledRequest } from './prefilled-request.ts'
import { samplesOf } from './samples.ts'

/** A response that is a problem: its status, the meaning of the status, and the codes that it may have. */
export interface ProblemResponse {
  status: string
  description: string
  codes: string[]
}

/** Everything that the reference shows of one operation, before it is rendered as HTML or Markdown. */
export interface EndpointParts {
  operationId: string
  title: string
  method: string
  path: string
  /** Markdown. */
  scope: string
  /** Markdown. */
  description: string
  parameters: (Field & { in: string })[]
  body: Field[]
  samples: CodeBlock[]
  responses: { status: string; description: string }[]
  responseFields: Field[]
  headers: { name: string; description: string }[]
  example: CodeBlock | null
  problems: ProblemResponse[]
}

/** Collects what the contract contains about an operation. */
export function endpointParts(contract: Contract, endpoint: Endpoint, baseUrl: string): EndpointParts {
  const responses = Object.entries(endpoint.responses).map(([status, response]) => ({
    status,
    ...resolved(contract, 'responses', response),
  }))
  const good = responses.filter(({ status }) => status < '400')
  const [success = {}] = good
  return {
    ...{ operationId: endpoint.operationId, title: endpoint.summary ?? endpoint.operationId },
    ...{ method: endpoint.method, path: endpoint.path },
    ...described(endpoint),
    parameters: (endpoint.parameters ?? []).map(({ name, schema = {}, required = false, description, in: place }) => {
      const field = fieldOf(contract, name, schema, required)
      return { ...field, description: describedBy(contract, description ?? field.description, schema), in: place }
    }),
    body: fieldsOf(contract, endpoint.requestBody?.content['application/json']?.schema ?? {}),
    samples: samplesOf(prefilledRequest(contract, endpoint), baseUrl),
    responses: good.map(({ status, description = '' }) => ({ status, description })),
    ...responseParts(contract, success),
    problems: responses.filter(({ status }) => status >= '400').map(problemResponse),
  }
}

/** Splits a description from its last paragraph, which names the scope. The reference shows the scope first. */
function described({ description = '', security = [] }: Endpoint): { description: string; scope: string } {
  const [, text = description, scope] = /^([\s\S]*?)\n\nScope: (.*?)\.?$/.exec(description) ?? []
  const needed = security.flatMap((one) => Object.values(one).flat()).map((name) => `\`${name}\``)
  return { description: text, scope: scope ?? (needed.join(', ') || 'any valid token') }
}

function responseParts(
  contract: Contract,
  response: Response,
): Pick<EndpointParts, 'responseFields' | 'headers' | 'example'> {
  const [type = '', media = {}] = Object.entries(response.content ?? {})[0] ?? []
  const isJson = type === 'application/json'
  const headers = Object.entries(response.headers ?? {}).map(([name, header]) => ({
    name,
    description: resolved(contract, 'headers', header).description ?? '',
  }))
  const { example } = media
  const text = isJson ? JSON.stringify(example, null, 2) : String(example)
  return {
    responseFields: isJson ? fieldsOf(contract, media.schema ?? {}) : [],
    headers,
    example: example === undefined ? null : { language: isJson ? 'json' : 'text', text },
  }
}

function problemResponse({ status, description = '', content }: Response & { status: string }): ProblemResponse {
  return { status, description, codes: Object.keys(content?.['application/problem+json']?.examples ?? {}) }
}
