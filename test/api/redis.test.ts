import { expect } from 'chai'
import { openCounter, startRedis, type TestRedis } from '../support/api/redis.ts'
import { PATIENCE_MS } from '../support/graph/patience.ts'
import { describeWith } from '../support/with-programs.ts'

describeWith(['redis-server'], 'rate limit in Redis', () => {
  let redis: TestRedis

  before(async () => {
    redis = await startRedis()
  })

  after(async () => {
    await redis?.stop()
  })

  it('gives each hit its own number if two processes count at the same time', async () => {
    const [one, two] = [await openCounter(redis, PATIENCE_MS), await openCounter(redis, PATIENCE_MS)]
    const hits = Array.from({ length: 1000 }, (_, hit) => (hit % 2 ? one : two).counter.hit('together', 7))
    const counts = (await Promise.all(hits)).sort((a, b) => a - b)
    expect(counts).to.deep.equal(Array.from({ length: 1000 }, (_, hit) => hit + 1))
    expect(await one.counter.hit('together', 8)).to.equal(1)
    one.counter.close()
    two.counter.close()
  })
})
