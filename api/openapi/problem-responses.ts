import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { type Problem, type ProblemCode, problems } from '../../schemas/problem.ts'
import type { Headers } from './headers.ts'

/** What went wrong, by status; every operation declares all of them. */
const names = {
  400: ['BadRequest', 'The request is not valid: `errors` names every faulty input. Correct it; do not repeat it.'],
  401: ['Unauthorized', 'The credential is missing or not valid. Replace or rotate it.'],
  403: ['Forbidden', 'The credential lacks the scope, or belongs to another region.'],
  404: ['NotFound', 'There is no such object in the organization of the credential.'],
  409: ['Conflict', 'The state of the resource does not allow it now. Read it again before you decide to repeat.'],
  429: ['TooManyRequests', 'The quota of this minute is spent. Wait for Retry-After.'],
  500: ['InternalError', 'The service failed. Report the request ID.'],
  503: ['Unavailable', 'The service cannot answer now. Repeat after Retry-After, with exponential backoff.'],
} as const

export type ProblemStatus = keyof typeof names
export const problemStatuses = Object.keys(names).map(Number) as ProblemStatus[]

const exampleId = '7d0c2f4e-3b7a-4d61-9a55-0d4a5b1f8e21'
const faulty = { in: 'query', name: 'limit', detail: 'must be an integer from 1 to 1000' } as const

/** Registers the answer of each status with an example of each of its codes; returns the references. */
export function registerProblems(
  registry: OpenAPIRegistry,
  headersOf: (status: number) => Headers,
  docsUrl: string,
): Record<ProblemStatus, { $ref: string }> {
  const responses = problemStatuses.map((status) => {
    const [name, description] = names[status]
    const codes = codesOf(status)
    const examples = Object.fromEntries(codes.map((code) => [code, exampleOf(code, docsUrl)]))
    const schema = { $ref: '#/components/schemas/Problem' }
    const content = { 'application/problem+json': { schema, ...(codes.length > 0 ? { examples } : {}) } }
    const headers = { ...headersOf(status), ...(status === 403 ? challenge : {}) }
    const response = { description, headers, content }
    return [status, registry.registerComponent('responses', name, response).ref] as const
  })
  return Object.fromEntries(responses) as Record<ProblemStatus, { $ref: string }>
}

const challenge = {
  'WWW-Authenticate': {
    description: 'The missing scope, when it is a scope that is missing.',
    schema: { type: 'string' as const, pattern: '^Bearer ' },
    example:
      'Bearer realm="tenant-data-api", error="insufficient_scope", scope="graph:read", ' +
      'error_description="The credential lacks the scope graph:read."',
  },
}

function codesOf(status: ProblemStatus): ProblemCode[] {
  return (Object.keys(problems) as ProblemCode[]).filter((code) => problems[code].status === status)
}

function exampleOf(code: ProblemCode, docsUrl: string): { summary: string; value: Problem } {
  const { title, status, retryable, recovery } = problems[code]
  const ids = { requestId: exampleId, correlationId: exampleId }
  const errors = code === 'invalid_request' ? { errors: [faulty] } : {}
  const value = { type: `${docsUrl}/problems/${code}`, title, status, detail: title, code, ...ids, retryable, recovery }
  return { summary: title, value: { ...value, ...errors } }
}
