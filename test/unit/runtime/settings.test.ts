import { expect } from 'chai'
import { databaseVariables } from '../../../dev/runtime/settings.ts'
import { connectKafka, securitySettings } from '../../../kafka/connect-kafka.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { quiet } from '../../support/processes/kafka.ts'

describe('the settings of embedded servers', () => {
  const former = { ...process.env }
  afterEach(() => {
    for (const name of securitySettings) {
      if (former[name] === undefined) delete process.env[name]
      else process.env[name] = former[name]
    }
  })

  it('reach the embedded Kafka without TLS and logins, whatever the environment has for another cluster', () => {
    for (const name of securitySettings) process.env[name] = name === 'KAFKA_SSL' ? 'true' : 'https://example.com'
    const variables = databaseVariables({ kafkaBrokers: '127.0.0.1:9092' } as Parameters<typeof databaseVariables>[0])
    const environment = parseEnvironment(variables)
    for (const name of securitySettings) expect(environment[name] || undefined, name).to.equal(undefined)
    expect(() => connectKafka(environment, 'test', quiet)).not.to.throw()
  })
})
