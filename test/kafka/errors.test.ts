import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { isKafkaError } from '../../kafka/connect-kafka.ts'
import { isNobodyThere } from '../../kafka/errors.ts'
import { describePort } from './with-kafka.ts'

const NOBODY_LISTENS = '127.0.0.1:1'

describePort('an error of the brokers', ({ connect }) => {
  const errorOf = (ask: Promise<unknown>) =>
    ask.then(
      () => null,
      (error: unknown) => error,
    )

  it('is transient when no broker can be reached', async () => {
    const connection = connect(NOBODY_LISTENS)
    const error = await errorOf(connection.endOffsets(['topic']))
    expect([connection.isTransient(error), isKafkaError(error), isNobodyThere(error)]).to.deep.equal([true, true, true])
  })

  it('is transient when a topic does not exist, because brokers learn of a new topic late', async () => {
    const connection = connect()
    const error = await errorOf(connection.endOffsets([`test-${randomUUID()}`]))
    expect([connection.isTransient(error), isKafkaError(error), isNobodyThere(error)]).to.deep.equal([
      true,
      true,
      false,
    ])
  })

  it('is not transient when a broker refuses a topic', async () => {
    const connection = connect()
    const topic = { name: `test-${randomUUID()}`, partitions: 1, replicationFactor: 99, settings: {} }
    const error = await errorOf(connection.withAdmin((admin) => admin.createTopics([topic])))
    expect(String(error)).to.contain('was not created')
    expect(connection.isTransient(error)).to.equal(false)
  })

  it('is not transient when it is an error in the code', () => {
    for (const mistake of [new TypeError('x is not a function'), 'away', undefined])
      expect(connect().isTransient(mistake)).to.equal(false)
  })
})
