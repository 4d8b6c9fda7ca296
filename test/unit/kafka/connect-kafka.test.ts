import { expect } from 'chai'
import { connectKafka } from '../../../kafka/connection/connect.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'

const nothing = () => {}
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const connect = (variables: Record<string, string>) => () => connectKafka(parseEnvironment(variables), 'test', log)

describe('the way to the brokers', () => {
  it('needs their addresses', () => {
    for (const brokers of ['', 'kafka', 'kafka:9092,other', 'kafka:port', ' , ']) {
      expect(connect({ KAFKA_BROKERS: brokers }), brokers).to.throw(/^KAFKA_BROKERS must name the brokers as host:port/)
    }
    expect(connect({ KAFKA_BROKERS: 'one:9092, two:9093' })).not.to.throw()
  })

  it('needs a user and a password for SASL, and does not show them', () => {
    const sasl = { KAFKA_BROKERS: 'kafka:9092', KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_SASL_USERNAME: 'someone' }
    expect(connect(sasl)).to.throw(/^KAFKA_SASL_MECHANISM needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD: set both$/)
    expect(connect({ ...sasl, KAFKA_SASL_PASSWORD: 'secret' })).not.to.throw()
  })
})
