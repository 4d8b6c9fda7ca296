import { expect } from 'chai'
import { type ProblemCode, type ProblemKind, problems } from '../../../schemas/problem.ts'

/** Problems that no tool call can cause: they are about HTTP headers, bodies, or downloads. */
const ofRestAlone: readonly ProblemCode[] = [
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
  'headers_too_large',
  'idempotency_key_not_accepted',
  'export_not_ready',
  'export_expired',
  'export_failed',
]

describe('the recovery text of a problem for agents', () => {
  const told = Object.entries(problems)
    .filter(([code, { status }]) => [400, 404, 409].includes(status) && !ofRestAlone.includes(code as ProblemCode))
    .map(([code, { recovery, agentRecovery }]: [string, ProblemKind]) => [code, agentRecovery ?? recovery] as const)

  it('exists for each problem that a tool can return', () => {
    expect(told.length).to.be.greaterThan(10)
    expect(ofRestAlone.filter((code) => !(code in problems))).to.deep.equal([])
  })

  for (const [code, text] of told) {
    it(`names no path, method or header: ${code}`, () => {
      expect(text).not.to.match(/\/v1\/|\b(GET|POST|HEAD)\b|Retry-After|Content-Type|Accept\b/)
    })
  }
})
