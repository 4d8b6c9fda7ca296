import { expect } from 'chai'
import kafkajs from 'kafkajs'
import { causeOf } from '../../../../kafka/errors.ts'
import { isTransient } from '../../../../kafka/kafkajs/is-transient.ts'

const { KafkaJSConnectionError, KafkaJSError, KafkaJSNonRetriableError, KafkaJSNumberOfRetriesExceeded } = kafkajs

const away = new KafkaJSConnectionError('connect ECONNREFUSED')
const wrongPassword = new KafkaJSNonRetriableError('SASL PLAIN authentication failed')
const protocolError = (type: string, retriable: boolean) =>
  Object.assign(new KafkaJSError(type, { retriable }), { type })
const exceeded = (cause: Error) =>
  Object.assign(new KafkaJSNumberOfRetriesExceeded(cause, { retryCount: 5, retryTime: 1 }), { cause })
const wrapped = (cause: Error) => Object.assign(new KafkaJSNonRetriableError(cause.message), { cause })

describe('an error of kafkajs', () => {
  for (const [name, error, expected] of [
    ['a broker that is away', away, true],
    ['retries exceeded by one that is away', exceeded(away), true],
    ['one that is away, declared final', wrapped(exceeded(away)), true],
    ['a topic that is not known yet', protocolError('UNKNOWN_TOPIC_OR_PARTITION', true), true],
    ['a member that the group dropped', protocolError('UNKNOWN_MEMBER_ID', false), true],
    ['a broker that took a connection but never answered', new Error('Broker not connected'), true],
    ['a wrong password', wrongPassword, false],
    ['retries exceeded by a wrong password', exceeded(wrongPassword), false],
    ['a missing right', protocolError('TOPIC_AUTHORIZATION_FAILED', false), false],
    ['a mistake in code', new TypeError('x is not a function'), false],
    ['a mistake in code, retried', exceeded(new TypeError('x is not a function')), false],
    ['something that is no error', 'away', false],
    ['nothing', undefined, false],
  ] as const) {
    it(`${expected ? 'is transient' : 'is permanent'}: ${name}`, () => {
      expect(isTransient(error)).to.equal(expected)
    })
  }

  it('has a root cause', () => {
    expect(causeOf(wrapped(exceeded(away)))).to.equal(away)
    expect(causeOf(away)).to.equal(away)
  })
})
