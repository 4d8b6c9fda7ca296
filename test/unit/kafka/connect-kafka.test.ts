import { expect } from 'chai'
import { connectKafka } from '../../../kafka/connect-kafka.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'

const nothing = () => {}
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const connect = (variables: Record<string, string>) => () => connectKafka(parseEnvironment(variables), 'test', log)

describe('the connection to Kafka', () => {
  it('requires the addresses of brokers', () => {
    for (const brokers of ['', ' , ']) {
      expect(connect({ KAFKA_BROKERS: brokers }), brokers).to.throw(/^KAFKA_BROKERS must name at least one broker/)
    }
  })

  it('accepts several brokers, with spaces and trailing commas', () => {
    const given = ['one:9092,two:9093', ' one:9092 , two:9093, ', 'one:9092,,two:9093', 'one:9092,\n  two:9093\n']
    for (const KAFKA_BROKERS of given) {
      const environment = parseEnvironment({ KAFKA_BROKERS })
      expect(environment.KAFKA_BROKERS, KAFKA_BROKERS).to.deep.equal(['one:9092', 'two:9093'])
      expect(() => connectKafka(environment, 'test', log), KAFKA_BROKERS).not.to.throw()
    }
  })

  it('rejects an address without host and port, naming its position but not its value', () => {
    const wrong = [
      'kafka',
      'kafka:',
      ':9092',
      'kafka:port',
      'kafka:0',
      'kafka:65536',
      'kafka:999999',
      'a:1 b:2',
      'a:1;b:2',
    ]
    for (const broker of [
      ...wrong,
      'kafka://kafka:9092',
      'SASL_SSL://kafka:9092',
      'user:pass@kafka:9092',
      '[::1]:9092',
    ]) {
      const message = 'KAFKA_BROKERS.1: must be host:port, such as kafka-1.example.com:9093. Separate several by commas'
      expect(() => parseEnvironment({ KAFKA_BROKERS: `one:9092,${broker}` }), broker)
        .to.throw()
        .with.property('message', `The environment is not valid:\n  ${message}`)
    }
  })

  it('requires a user and a password for SASL', () => {
    const sasl = { KAFKA_BROKERS: 'kafka:9092', KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_SASL_USERNAME: 'someone' }
    expect(connect(sasl)).to.throw(
      'KAFKA_SASL_MECHANISM scram-sha-512 needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD: set both',
    )
    expect(connect({ ...sasl, KAFKA_SASL_PASSWORD: 'secret' })).not.to.throw()
  })
  it('requires a token file, or a token endpoint with a client, for oauthbearer', () => {
    const base = { KAFKA_BROKERS: 'kafka:9092', KAFKA_SASL_MECHANISM: 'oauthbearer' }
    const file = { KAFKA_OAUTH_TOKEN_FILE: '/token' }
    const endpoint = { KAFKA_OAUTH_TOKEN_URL: 'https://login.example.com/token', KAFKA_OAUTH_CLIENT_ID: 'tda' }
    const secret = { KAFKA_OAUTH_CLIENT_SECRET: 'secret' }
    expect(connect(base)).to.throw(/^KAFKA_SASL_MECHANISM oauthbearer needs KAFKA_OAUTH_TOKEN_FILE, or /)
    expect(connect({ ...base, ...endpoint })).to.throw(/and KAFKA_OAUTH_CLIENT_SECRET$/)
    expect(connect({ ...base, ...file, ...endpoint, ...secret })).to.throw(/exclude each other: set one$/)
    expect(connect({ ...base, ...file })).not.to.throw()
    expect(connect({ ...base, ...endpoint, ...secret })).not.to.throw()
  })

  it('requires the key of a client certificate, and TLS', () => {
    const base = { KAFKA_BROKERS: 'kafka:9092', KAFKA_SSL_CERT_FILE: '/cert.pem' }
    const key = { KAFKA_SSL_KEY_FILE: '/key.pem' }
    expect(connect({ ...base, KAFKA_SSL: 'true' })).to.throw('KAFKA_SSL_KEY_FILE need each other: set both')
    expect(connect({ ...base, ...key })).to.throw('KAFKA_SSL_CERT_FILE needs TLS: set KAFKA_SSL to true')
    expect(connect({ ...base, ...key, KAFKA_SSL: 'true' })).not.to.throw()
  })
})
