import { expect } from 'chai'
import fc from 'fast-check'
import kafkajs from 'kafkajs'
import { partitionBatches, partitionChooser } from '../../../../kafka/kafkajs/producer/partition-batches.ts'

const metadataOf = (partitions: number) =>
  Array.from({ length: partitions }, (_, partitionId) => ({
    partitionId,
    partitionErrorCode: 0,
    leader: 1,
    replicas: [1],
    isr: [1],
  }))

describe('the partition of a message', () => {
  it('is chosen by its key as the default partitioner of kafkajs does', () => {
    const theirs = kafkajs.Partitioners.DefaultPartitioner()
    const ours = partitionChooser()
    const bytes = fc.uint8Array({ maxLength: 40 }).map((key) => Buffer.from(key))
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 60 }), (key, partitions) => {
        const message = { key, value: null }
        const partitionMetadata = metadataOf(partitions)
        expect(ours(message, partitions)).to.equal(theirs({ topic: 'records', partitionMetadata, message }))
      }),
    )
  })

  it('is the given one, or each in turn without a key', () => {
    const choose = partitionChooser()
    expect(choose({ key: Buffer.from('a'), value: null, partition: 5 }, 12)).to.equal(5)
    const chosen = Array.from({ length: 12 }, () => choose({ key: null, value: null }, 12))
    expect(new Set(chosen).size).to.equal(12)
  })

  it('keeps the order of its messages, and their positions in the input', () => {
    const messages = ['a', 'b', 'c', 'd'].map((value, position) => {
      return { topic: 'records', position, message: { key: null, value, partition: position % 2 } }
    })
    const batches = partitionBatches(messages, () => 2, partitionChooser())
    expect(batches.map(({ partition, positions }) => [partition, positions])).to.deep.equal([
      [0, [0, 2]],
      [1, [1, 3]],
    ])
    expect(batches[1]?.messages.map(({ value }) => value)).to.deep.equal(['b', 'd'])
  })
})
