import { expect } from 'chai'
import { KafkaSendError } from '../../../kafka/producer.ts'
import type { OutgoingRecord } from '../../../kafka/records.ts'
import { createDeadLetterPublisher } from '../../../projector/dead-letters/publish-dead-letters.ts'
import type { DeadRecord } from '../../../projector/pipeline/event-stream.ts'

const place = { topic: 'records', partition: 0 }

const dead = (offset: number): DeadRecord => ({
  record: { offset, timestamp: 0, key: null, value: Buffer.from(String(offset)), headers: {} },
  reason: 'malformed',
  detail: '',
  organization: null,
})

describe('dead letters of which only some were confirmed', () => {
  it('are sent again without those, wherever they stood', async () => {
    const sent: string[][] = []
    const producer = {
      send: async (records: readonly OutgoingRecord[]) => {
        sent.push(records.map(({ value }) => String(value)))
        if (sent.length > 1) return []
        throw new KafkaSendError('', { retriable: true, unconfirmed: new Set([1]), confirmed: 2 })
      },
    }
    const publishDeadLetters = createDeadLetterPublisher(producer, 'dlq', () => new Date(0))
    const letters = [dead(3), dead(4), dead(5)]
    const failed = await publishDeadLetters(letters, place, 3).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(KafkaSendError)
    await publishDeadLetters(letters, place, 3)
    expect(sent).to.deep.equal([['3', '4', '5'], ['4']])
  })
})
