import { expect } from 'chai'
import { withAdmin } from '../support/processes/kafkajs.ts'
import { until } from '../support/until.ts'
import { describePort, type TestTopic, type Watched } from './with-kafka.ts'

const SHORTEST_SESSION_MS = 6_000

const partitionsOf = (consumer: Watched) =>
  consumer.assignments.at(-1)?.partitions.map(({ partition }) => partition) ?? []

async function holdOneOfThree(topic: TestTopic): Promise<void> {
  const session = { sessionTimeoutMs: SHORTEST_SESSION_MS }
  let isAway = true
  const consumer = topic.consume({
    ...session,
    onBatch: async ({ partition, records }, { hold, heartbeat, isCurrent }) => {
      if (partition === 0 && isAway) return hold()
      if (records[0]?.value?.toString() !== 'slow') return
      const beat = async () => {
        await heartbeat()
        return !isAway
      }
      await until('the end of the outage', beat)
      expect(isCurrent()).to.equal(true)
    },
  })
  await until('the assignment', () => partitionsOf(consumer).length === 3)
  await topic.send([
    { partition: 0, key: 'a', value: 'held' },
    { partition: 1, key: 'a', value: 'quick' },
  ])
  await until('the held batch', () => consumer.values(0).length === 1)
  await topic.send([{ partition: 2, key: 'a', value: 'slow' }])
  await until('the slow batch', () => consumer.values(2).length === 1)
  const begun = Date.now()
  await until('more than the session timeout', () => Date.now() - begun > 1.5 * SHORTEST_SESSION_MS)
  isAway = false
  await until('the slow batch to end', () => consumer.lag().find((lag) => lag.partition === 2 && lag.next === 1n))
  consumer.assignments.at(-1)?.start({ topic: topic.topic, partition: 0 }, 0n)
  await until('the held batch again', () => consumer.values(0).length === 2)
  expect(consumer.assignments).to.have.length(1)
  expect(consumer.revoked).to.deep.equal([])
  expect(consumer.batches).to.have.length(4)
}

async function holdAll(topic: TestTopic): Promise<void> {
  let isAway = true
  const consumer = topic.consume({
    sessionTimeoutMs: SHORTEST_SESSION_MS,
    onBatch: async (_, { hold }) => {
      if (isAway) hold()
    },
  })
  await topic.send([{ key: 'a', value: 'held' }])
  await until('the held batch', () => consumer.values(0).length === 1)
  const begun = Date.now()
  await until('more than the session timeout', () => Date.now() - begun > 1.5 * SHORTEST_SESSION_MS)
  expect(consumer.lastContactAt()).to.be.greaterThan(Date.now() - SHORTEST_SESSION_MS)
  isAway = false
  consumer.assignments[0]?.start({ topic: topic.topic, partition: 0 }, 0n)
  await until('the batch again', () => consumer.values(0).length === 2)
  expect(consumer.assignments).to.have.length(1)
}

describePort('a consumer group', ({ openTopic }) => {
  it('shares the partitions, and takes over those of a member that leaves', async () => {
    const topic = await openTopic(4)
    const everywhere = (value: string) => [0, 1, 2, 3].map((partition) => ({ partition, key: 'a', value }))
    const next = new Map<number, bigint>()
    const startAtNext: Parameters<typeof topic.consume>[0] = {
      onAssigned: ({ partitions, start }) => {
        for (const assigned of partitions) start(assigned, next.get(assigned.partition) ?? 0n)
      },
      onBatch: async (batch, { isCurrent }) => {
        if (isCurrent()) next.set(batch.partition, batch.next)
      },
    }
    const one = topic.consume(startAtNext)
    await until('all partitions', () => partitionsOf(one).length === 4)
    const before = one.assignments.at(-1)
    const two = topic.consume(startAtNext)
    await until('an even share', () => partitionsOf(one).length === 2 && partitionsOf(two).length === 2)
    expect([...partitionsOf(one), ...partitionsOf(two)]).to.have.members([0, 1, 2, 3])
    expect(before?.signal.aborted).to.equal(true)
    expect(before?.start({ topic: topic.topic, partition: 0 }, 0n)).to.equal(false)
    expect(one.revoked).to.have.length(1)

    await topic.send(everywhere('shared'))
    await until('all records', () => [...next.values()].filter((offset) => offset === 1n).length === 4)
    expect(one.batches.map(({ partition }) => partition)).to.have.members(partitionsOf(one))

    await one.commit([0, 1, 2, 3].map((partition) => ({ topic: topic.topic, partition, offset: 1n })))
    const [published] = await withAdmin(topic.connection, (admin) =>
      admin.fetchOffsets({ groupId: topic.topic, topics: [topic.topic] }),
    )
    const committed = published?.partitions.filter(({ offset }) => offset === '1').map(({ partition }) => partition)
    expect(committed).to.have.members(partitionsOf(one))

    await two.stop()
    await until('all partitions again', () => partitionsOf(one).length === 4)
    await topic.send(everywhere('alone'))
    await until('the rest', () => [...next.values()].filter((offset) => offset === 2n).length === 4)
    const values = [0, 1, 2, 3].flatMap((partition) => [...one.values(partition), ...two.values(partition)])
    expect(values.toSorted()).to.deep.equal([...Array(4).fill('alone'), ...Array(4).fill('shared')])
    expect([...one.crashes, ...two.crashes]).to.deep.equal([])
  })

  it('keeps its partitions while they are held or slow for longer than the session timeout', async () => {
    await Promise.all([holdOneOfThree(await openTopic(3)), holdAll(await openTopic(1))])
  })

  it('signals to a running batch that its partition was reassigned, and delivers the batch again', async () => {
    const topic = await openTopic(2)
    await topic.send([
      { partition: 0, key: 'a', value: 'zero' },
      { partition: 1, key: 'a', value: 'one' },
    ])
    const interrupted: number[] = []
    const first = topic.consume({
      sessionTimeoutMs: SHORTEST_SESSION_MS,
      onBatch: async ({ partition }, { heartbeat, isCurrent }) => {
        if (first.assignments.length > 1) return
        const beat = async () => {
          await heartbeat()
          return !isCurrent()
        }
        await until('the change', beat)
        interrupted.push(partition)
      },
    })
    await until('both batches', () => first.batches.length === 2)
    const second = topic.consume({ sessionTimeoutMs: SHORTEST_SESSION_MS })
    await until('both batches again', () => first.batches.length === 3 && second.batches.length === 1)
    expect(interrupted).to.have.members([0, 1])
    const again = [first.batches[2], second.batches[0]].map((batch) => [batch?.from, batch?.records.length])
    expect(again).to.deep.equal([
      [0n, 1],
      [0n, 1],
    ])
    expect([...partitionsOf(first), ...partitionsOf(second)]).to.have.members([0, 1])
  })
})
