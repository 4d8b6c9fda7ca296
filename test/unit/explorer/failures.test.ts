import { ApiProblem, NetworkError, UnexpectedResponse } from '@tenant-data/client'
import { expect } from 'chai'
import { hidesContent, passingCause } from '../../../explorer/src/failures/passing-cause.ts'

const origin = { operationId: 'getToken', isRepeatable: true } as const

function problem(code: string, retryable: boolean, retryAfterSeconds: number | null = null): ApiProblem {
  const texts = { title: 'Title', detail: 'Detail.', recovery: 'Recovery.', requestId: 'r1', correlationId: 'c1' }
  return new ApiProblem(
    { ...texts, type: `/problems/${code}`, status: 503, code, retryable } as never,
    origin,
    retryAfterSeconds,
  )
}

describe('a failure of the Explorer', () => {
  it('passes if the API is away, too slow, or asks to repeat the request', () => {
    expect(passingCause(new NetworkError(origin, new TypeError('fetch failed')))?.key).to.equal('away')
    expect(passingCause(new NetworkError(origin, new DOMException('', 'TimeoutError')))?.key).to.equal('late')
    const proxy = new UnexpectedResponse(new Response('', { status: 502 }), origin, null)
    expect(passingCause(proxy)?.key).to.equal('away')
    expect(passingCause(problem('rate_limited', true, 7))).to.deep.equal({
      key: 'rate_limited',
      title: 'Title',
      detail: 'Recovery.',
      retryAfterSeconds: 7,
      facts: { code: 'rate_limited', type: '/problems/rate_limited', requestId: 'r1' },
    })
  })

  it('stays if the same request would fail again', () => {
    const html = new UnexpectedResponse(new Response('', { status: 200 }), origin, null)
    for (const error of [problem('entity_not_found', false), html, new Error('a defect'), null])
      expect(passingCause(error)).to.equal(null)
  })

  it('hides content only if there is none, or if the failure stays', () => {
    const [passing, staying] = [problem('overloaded', true), problem('entity_not_found', false)]
    expect([passing, staying, null].map((error) => hidesContent(error, true))).to.deep.equal([false, true, false])
    expect([passing, staying, null].map((error) => hidesContent(error, false))).to.deep.equal([true, true, false])
  })
})
