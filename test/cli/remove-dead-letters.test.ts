import { expect } from 'chai'
import { removeDeadLetters } from '../../cli/purge/remove-dead-letters.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { freshTopics, prepareTopics, recordsOf } from '../support/processes/kafka.ts'

describe('removal of dead letters', () => {
  it('keeps all others with their times and order, once, even if it fails before it deletes', async () => {
    const { connection, topics } = await prepareTopics(freshTopics())
    const topic = topics.dlq.name
    const deadLetters = Array.from({ length: 60 }, (_, n) => letterOf(n))
    const producer = connection.createProducer()
    await producer.send(deadLetters.map((letter) => ({ topic, ...letter })))
    const kept = async () => (await recordsOf(connection, topic)).map(textOf).sort()
    const expected = (await recordsOf(connection, topic)).map(textOf).filter((text) => !text.includes('leaving'))
    const failing: KafkaConnection = {
      ...connection,
      withAdmin: (task) =>
        connection.withAdmin((admin) =>
          task({ ...admin, deleteRecordsBefore: () => Promise.reject(new Error('the broker is away')) }),
        ),
    }
    const failure = await removeDeadLetters({ connection: failing, topic }, 'leaving').catch(
      (error: Error) => error.message,
    )
    expect(failure).to.equal('the broker is away')
    expect((await recordsOf(connection, topic)).length).to.be.above(deadLetters.length)
    expect(await removeDeadLetters({ connection, topic }, 'leaving')).to.be.above(10)
    expect(await kept()).to.deep.equal(expected.sort())
    const ends = await connection.endOffsets([topic])
    expect(await removeDeadLetters({ connection, topic }, 'leaving')).to.equal(0)
    expect(await connection.endOffsets([topic])).to.deep.equal(ends)
    await producer.disconnect()
  })
})

/**
 * Dead letters in three partitions: of an organization by its header or by its key, of another one, and of none. One
 * partition has none of the organization.
 */
function letterOf(n: number): Omit<OutgoingRecord, 'topic'> {
  const partition = n % 3
  const organization = partition === 2 || n % 4 > 1 ? 'staying' : 'leaving'
  const headers = { 'dlq.topic': 'records', 'dlq.partition': '0', 'dlq.offset': String(n), 'dlq.firstFailedAt': 'now' }
  const timestamp = Date.UTC(2026, 0, 1) + n
  const value = n % 7 === 0 ? null : `letter ${n}`
  if (n % 5 === 0) return { partition, timestamp, key: `${organization}/supplier/${n}`, value, headers }
  return { partition, timestamp, key: null, value, headers: { ...headers, 'dlq.tenant': organization } }
}

function textOf({ key, value, headers, timestamp, partition }: Awaited<ReturnType<typeof recordsOf>>[number]): string {
  const named = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)]))
  return JSON.stringify([partition, timestamp, key?.toString(), value?.toString() ?? null, named])
}
