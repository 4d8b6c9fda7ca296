import { expect } from 'chai'
import { Problem, type ProblemCode, type ProblemKind, problems } from '../../../schemas/problem.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const RATE_HEADERS = ['RateLimit', 'RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
const STATUSES = [200, 202, 304, 400, 401, 403, 404, 405, 409, 429, 500, 503]
const INTERNALS = /\bat .*\.(ts|js):\d|node_modules|Neo4j|Neo\.|Zod|TypeError|cypher|Tenant_/i

type Answer = Pick<Response, 'status' | 'headers' | 'text'>

/** Checks the rules of every response; returns its body, parsed if it is JSON. */
export async function assertContract(answer: Answer): Promise<unknown> {
  const { status, headers } = answer
  expect(STATUSES, 'a documented status').to.include(status)
  expect(headers.get('X-Request-ID'), 'X-Request-ID').to.match(UUID)
  expect(headers.get('X-Correlation-ID'), 'X-Correlation-ID').to.match(/^[0-9a-f-]{36}$/i)
  expect(headers.get('X-Service-Data-Region'), 'X-Service-Data-Region').to.match(/^[a-z0-9-]{2,16}$/)
  assertRateLimit(answer)
  const text = await answer.text()
  if (status >= 400) return assertProblem(answer, text)
  expect(headers.has('Retry-After'), 'Retry-After of a success').to.equal(false)
  return text === '' ? null : JSON.parse(text)
}

/** Checks the rules of every response, and that it is a problem with this code; returns the problem. */
export async function assertProblemCode(answer: Answer, code: ProblemCode): Promise<Problem> {
  const body = (await assertContract(answer)) as Problem
  expect(body.code, JSON.stringify(body)).to.equal(code)
  return body
}

/** The matches of a pattern in the members of a list in a header. Each member must match. */
function listOf(text: string | null, pattern: RegExp): string[][] {
  const members = (text ?? '').split(', ')
  const found = members.flatMap((member) => (pattern.exec(member) ? [(pattern.exec(member) ?? []).slice(1)] : []))
  expect(found.length, `members of ${text}`).to.equal(members.length)
  return found
}

/** Checks that the five rate limit headers are well-formed (RFC 9651) and agree; a 401 must have none of them. */
function assertRateLimit({ status, headers }: Answer): void {
  if (status === 401) {
    for (const name of RATE_HEADERS) expect(headers.has(name), `${name} of a 401`).to.equal(false)
    expect(headers.get('WWW-Authenticate')).to.match(/^Bearer realm="[^"]+"(, error="invalid_token")?$/)
    return
  }
  const policies = listOf(headers.get('RateLimit-Policy'), /^"(default|organization|address)";q=(\d+);w=60$/)
  const limits = listOf(headers.get('RateLimit'), /^"(default|organization|address)";r=(\d+);t=(\d+)$/)
  expect(limits.map(([name]) => name)).to.deep.equal(policies.map(([name]) => name))
  const quotas = limits.map(([, remaining, reset], at) => [policies[at]?.[1], remaining, reset])
  const own = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => headers.get(name))
  expect(quotas).to.deep.include(own)
  const remaining = Number(own[1])
  expect(remaining).to.equal(Math.min(...limits.map(([, rest]) => Number(rest))))
  expect(Number(own[2])).to.be.within(1, 60)
  expect(remaining).to.be.within(0, Number(own[0]))
  if (status !== 429) return
  expect(remaining, 'remaining of a 429').to.equal(0)
  expect(headers.get('Retry-After')).to.equal(own[2])
}

function assertProblem({ status, headers }: Answer, text: string): Problem | null {
  const { jsonrpc, id, error, ...whole } = text === '' ? {} : JSON.parse(text)
  const type = jsonrpc === undefined ? 'application/problem+json' : 'application/json'
  expect(headers.get('Content-Type')).to.equal(type)
  expect(headers.get('Cache-Control')).to.equal('no-store')
  if (status === 503) expect(headers.get('Retry-After')).to.match(/^\d+$/)
  if (status === 405) expect(headers.get('Allow')).to.match(/^[A-Z, ]+$/)
  // A response to HEAD has no body.
  if (text === '') return null
  const body = Problem.strict().parse(whole)
  if (jsonrpc !== undefined) assertRpcError(body, { jsonrpc, id, error })
  expect(body).to.include({ status, requestId: headers.get('X-Request-ID') })
  expect(body.correlationId).to.equal(headers.get('X-Correlation-ID'))
  const { title, recovery, agentRecovery }: ProblemKind = problems[body.code]
  expect(body.title).to.equal(title)
  expect([recovery, agentRecovery]).to.include(body.recovery)
  expect(body.status).to.equal(problems[body.code].status)
  expect(body.retryable).to.equal(problems[body.code].retryable)
  expect(body.type).to.match(new RegExp(`/problems/${body.code}$`))
  expect(body.errors !== undefined && status !== 400, 'errors of another status than 400').to.equal(false)
  expect(text, 'an internal in a problem').not.to.match(INTERNALS)
  return body
}

/** Checks the fields of a problem that is also a JSON-RPC error, as MCP clients get it. */
function assertRpcError(problem: Problem, { jsonrpc, id, error }: Record<string, unknown>): void {
  expect([jsonrpc, id === null || ['string', 'number'].includes(typeof id)]).to.deep.equal(['2.0', true])
  const { code, message, data } = error as { code: number; message: string; data: { problem: Problem } }
  expect(code).to.equal(problem.status < 500 ? -32600 : -32603)
  expect(message).to.contain(problem.recovery).and.to.contain(problem.detail.replace(/\.$/, ''))
  expect(data.problem).to.deep.equal(problem)
}
