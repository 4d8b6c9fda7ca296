import { createRequire } from 'node:module'
import { expect } from 'chai'
import { idleTimerPatch } from '../../../../kafka/kafkajs/patches/idle-timer.ts'

type Queue = {
  pending: unknown[]
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  destroy(): void
  scheduleCheckPendingRequests(): void
}

const require = createRequire(import.meta.url)
const RequestQueue: new (options: object) => Queue = require('kafkajs/src/network/requestQueue/index.js')

describe('an idle connection', () => {
  let queue: Queue

  before(() => idleTimerPatch.apply())
  beforeEach(() => {
    const logger = { debug: () => {} }
    queue = new RequestQueue({
      requestTimeout: 1_000,
      enforceRequestTimeout: true,
      clientId: 'test',
      broker: 'b',
      logger,
    })
  })
  afterEach(() => queue.destroy())

  it('has no timer', () => {
    queue.scheduleCheckPendingRequests()
    expect(queue.throttleCheckTimeoutId).to.equal(null)
  })

  it('has a timer while requests are pending or the broker throttles', () => {
    queue.pending.push({})
    queue.scheduleCheckPendingRequests()
    expect(queue.throttleCheckTimeoutId).not.to.equal(null)
    queue.destroy()
    queue.pending = []
    queue.throttledUntil = Date.now() + 10_000
    queue.scheduleCheckPendingRequests()
    expect(queue.throttleCheckTimeoutId).not.to.equal(null)
  })

  it('has no timer either if the patch is applied repeatedly', () => {
    idleTimerPatch.apply()
    idleTimerPatch.apply()
    queue.scheduleCheckPendingRequests()
    expect(queue.throttleCheckTimeoutId).to.equal(null)
  })
})
