import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { type Problem, type ProblemCode, problems } from '../../schemas/problem.ts'
import type { Operation } from '../core/operation.ts'
import { commonProblems, mcpProblems, problemsOf } from '../core/problems-of.ts'
import type { Headers } from './headers.ts'

/** The component name and the description of each status. */
const names = {
  400: ['BadRequest', 'The request is not valid. Correct what `errors` names. Do not retry the request unchanged.'],
  401: ['Unauthorized', 'The token is missing or not valid. Replace or rotate it.'],
  403: ['Forbidden', 'The token lacks the scope, or belongs to another region.'],
  404: ['NotFound', 'The organization of the token has no such object.'],
  409: ['Conflict', 'The state of the resource does not allow the request. Read it again before you retry.'],
  429: ['TooManyRequests', 'The limit of requests for this minute is used up. Wait for Retry-After.'],
  500: ['InternalError', 'The service failed unexpectedly. Report the request ID.'],
  503: ['Unavailable', 'The service is unavailable at present. Retry after Retry-After, with exponential backoff.'],
} as const

type ProblemStatus = keyof typeof names
const statuses = Object.keys(names).map(Number) as ProblemStatus[]

/** The problem responses of an operation, by status. */
export type ProblemResponses = Record<string, object>

const exampleId = '7d0c2f4e-3b7a-4d61-9a55-0d4a5b1f8e21'
const invalid = { in: 'query', name: 'limit', detail: 'must be an integer from 1 to 1000' } as const

/**
 * Registers an example of each problem code, and the responses that most operations share. The returned function makes
 * the responses for some codes, so that an operation lists only the codes that it can return.
 */
export function registerProblems(
  registry: OpenAPIRegistry,
  operations: readonly Operation[],
  { headersOf, docsUrl }: { headersOf: (status: number) => Headers; docsUrl: string },
): (codes: readonly ProblemCode[]) => ProblemResponses {
  const shown = new Set([...operations.flatMap(problemsOf), ...mcpProblems])
  for (const code of shown) registry.registerComponent('examples', code, exampleOf(code, docsUrl))
  const shared = new Map(
    statuses.flatMap((status) => {
      const codes = withStatus(commonProblems, status)
      if (codes.length === 0) return []
      const { ref } = registry.registerComponent('responses', names[status][0], responseOf(status, codes))
      return [[keyOf(status, codes), ref] as const]
    }),
  )
  return (codes) =>
    Object.fromEntries(
      statuses.flatMap((status) => {
        const own = withStatus(codes, status)
        if (own.length === 0) return []
        return [[String(status), shared.get(keyOf(status, own)) ?? responseOf(status, own)] as const]
      }),
    )

  function responseOf(status: ProblemStatus, codes: readonly ProblemCode[]) {
    const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
    const schema = { $ref: '#/components/schemas/Problem' }
    return {
      description: names[status][1],
      headers: { ...headersOf(status), ...(codes.includes('insufficient_scope') ? challenge : {}) },
      content: { 'application/problem+json': { schema, examples } },
    }
  }
}

const challenge = {
  'WWW-Authenticate': {
    description: 'Names the missing scope. Only present with `insufficient_scope`.',
    schema: { type: 'string' as const, pattern: '^Bearer ' },
    example:
      'Bearer realm="tenant-data-api", error="insufficient_scope", scope="graph:read", ' +
      'error_description="The credential lacks the scope graph:read."',
  },
}

function withStatus(codes: readonly ProblemCode[], status: ProblemStatus): ProblemCode[] {
  return (Object.keys(problems) as ProblemCode[]).filter(
    (code) => problems[code].status === status && codes.includes(code),
  )
}

function keyOf(status: ProblemStatus, codes: readonly ProblemCode[]): string {
  return `${status} ${codes.join(' ')}`
}

function exampleOf(code: ProblemCode, docsUrl: string): { summary: string; value: Problem } {
  const { title, status, retryable, recovery, detail } = problems[code]
  const ids = { requestId: exampleId, correlationId: exampleId }
  const isInvalid = code === 'invalid_request'
  const value = {
    ...{ type: `${docsUrl}/problems/${code}`, title, status },
    detail: isInvalid ? `${invalid.name} ${invalid.detail}.` : detail,
    ...{ code, ...ids, retryable, recovery },
  }
  return { summary: title, value: { ...value, ...(isInvalid ? { errors: [invalid] } : {}) } }
}
