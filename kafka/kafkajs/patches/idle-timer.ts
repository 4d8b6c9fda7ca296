import { RequestQueue } from '../internals.ts'
import type { Patch } from './patch.ts'

const original = RequestQueue.prototype.scheduleCheckPendingRequests

/**
 * Stops kafkajs from setting a timer with a negative delay again and again, which causes 600 to 800 wake-ups per
 * second, 4 to 6% of a core, and a TimeoutNegativeWarning for every idle connection. A request queue that is empty and
 * not throttled needs no timer, because the next request checks the queue.
 */
export const idleTimerPatch: Patch = {
  issues: ['https://github.com/tulios/kafkajs/issues/1704', 'https://github.com/tulios/kafkajs/issues/1751'],
  tests: ['test/unit/kafka/kafkajs/idle-timer.test.ts'],
  removedBy: 'A release of kafkajs that closes #1704',
  apply() {
    RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
      if (this.pending.length === 0 && this.throttledUntil <= Date.now()) return
      original.call(this)
    }
  },
}
