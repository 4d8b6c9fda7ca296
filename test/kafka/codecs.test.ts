import { expect } from 'chai'
import { compressions } from '../../kafka/producer.ts'
import { until } from '../support/until.ts'
import { describePort } from './with-kafka.ts'

describePort('compression', ({ openTopic }) => {
  for (const compression of compressions) {
    it(`reads what was sent with ${compression}`, async () => {
      const topic = await openTopic(1)
      const sent = Array.from({ length: 500 }, (_, at) => `${at} ${'Größe '.repeat(at % 50)}`)
      await topic.send(
        sent.map((value) => ({ key: 'a', value })),
        { compression },
      )
      const consumer = topic.consume()
      await until('all records', () => consumer.values(0).length >= sent.length)
      expect(consumer.values(0)).to.deep.equal(sent)
    })
  }
})
