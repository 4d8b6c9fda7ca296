import { expect } from 'chai'
import { KafkaSendError } from '../../../kafka/producer.ts'
import type { OutgoingRecord } from '../../../kafka/records.ts'
import { createDeadLetterPublisher } from '../../../projector/dead-letters/publish-dead-letters.ts'
import type { DeadRecord } from '../../../projector/pipeline/event-stream.ts'

const place = { topic: 'records', partition: 0 }

const dead = (offset: number, record: Partial<DeadRecord['record']> = {}): DeadRecord => ({
  record: { offset, timestamp: 0, key: null, value: Buffer.from(String(offset)), headers: {}, ...record },
  reason: 'malformed',
  detail: '',
  organization: null,
})

/** The error of a broker that accepts no record, either permanent or retriable. */
const refusal = (retriable: boolean) => new KafkaSendError('', { retriable, unconfirmed: new Set([0]), confirmed: 0 })

/** A producer whose first sends fail with these errors; `sent` has for each record whether it had a value and a key. */
function producerOf(failures: readonly KafkaSendError[]) {
  const sent: string[] = []
  const left = [...failures]
  const send = async (records: readonly OutgoingRecord[]) => {
    for (const { value, key } of records) sent.push(`${value && 'value'} ${key && 'key'}`)
    const failure = left.shift()
    if (failure) throw failure
    return []
  }
  return { sent, publish: createDeadLetterPublisher({ send }, 'dlq', () => new Date(0)) }
}

describe('dead letters of which only some were confirmed', () => {
  it('are sent again without the confirmed ones', async () => {
    const sent: string[][] = []
    const producer = {
      send: async (records: readonly OutgoingRecord[]) => {
        sent.push(records.map(({ value }) => String(value)))
        if (sent.length > 1) return []
        throw new KafkaSendError('', { retriable: true, unconfirmed: new Set([1]), confirmed: 2 })
      },
    }
    const publishDeadLetters = createDeadLetterPublisher(producer, 'dlq', () => new Date(0))
    const deadLetters = [dead(3), dead(4), dead(5)]
    const failed = await publishDeadLetters(deadLetters, place, 3).catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(KafkaSendError)
    await publishDeadLetters(deadLetters, place, 3)
    expect(sent).to.deep.equal([['3', '4', '5'], ['4']])
  })
})

describe('a dead letter', () => {
  const large = Buffer.alloc(3 * 2 ** 20)
  const key = Buffer.from('key')

  it('is sent without value, then without key, as long as the broker rejects it', async () => {
    const { sent, publish } = producerOf([refusal(false), refusal(false), refusal(false)])
    await publish([dead(3, { key })], place, 3)
    expect(sent).to.deep.equal(['value key', 'value key', 'null key', 'null null'])
  })

  it('is not reduced because of a retriable error, even after a permanent one', async () => {
    const { sent, publish } = producerOf([refusal(false), refusal(true)])
    expect(await publish([dead(3, { key })], place, 3).catch((error: unknown) => error)).to.have.property(
      'retriable',
      true,
    )
    expect(sent).to.deep.equal(['value key', 'value key'])
  })

  it('is sent from the start without parts that exceed the size limit of its topic', async () => {
    for (const [record, form] of [
      [{ key, value: large }, 'null key'],
      [{ key: large }, 'null null'],
      [{ key, headers: { large } }, 'null null'],
    ] as const) {
      const { sent, publish } = producerOf([])
      await publish([dead(3, record)], place, 3)
      expect(sent).to.deep.equal([form])
    }
  })
})
