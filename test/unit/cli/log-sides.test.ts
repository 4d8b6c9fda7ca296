import { expect } from 'chai'
import { targetSettings } from '../../../cli/log/sides.ts'
import { securitySettings } from '../../../kafka/connect-kafka.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'

const source = {
  KAFKA_BROKERS: 'one:9092',
  KAFKA_SSL: 'true',
  KAFKA_SASL_MECHANISM: 'plain',
  KAFKA_SASL_USERNAME: 'someone',
  KAFKA_SASL_PASSWORD: 'secret',
}
const target = (variables: Record<string, string>, to = 'two:9092') => {
  const settings = targetSettings(parseEnvironment({ ...source, ...variables }), { to })
  return Object.fromEntries(securitySettings.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])))
}

describe('the target of a copy', () => {
  it('is reached as the source is, unless a setting is its own', () => {
    expect(target({})).to.deep.equal({
      KAFKA_SSL: true,
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_SASL_USERNAME: 'someone',
      KAFKA_SASL_PASSWORD: 'secret',
    })
  })

  it('is reached only by its own settings if there is one', () => {
    expect(target({ TARGET_KAFKA_SSL: 'false' })).to.deep.equal({})
    expect(
      target({ TARGET_KAFKA_OAUTH_TOKEN_FILE: '/token', TARGET_KAFKA_SASL_MECHANISM: 'oauthbearer' }),
    ).to.deep.equal({ KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_OAUTH_TOKEN_FILE: '/token' })
    for (const name of securitySettings) {
      const value = name === 'KAFKA_SSL' ? 'true' : name.endsWith('URL') ? 'https://example.com' : 'plain'
      expect(target({ [`TARGET_${name}`]: value }), name).to.deep.equal({ [name]: name === 'KAFKA_SSL' ? true : value })
    }
  })
})
