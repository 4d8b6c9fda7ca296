import { RequestQueue } from '../internals.ts'
import type { Patch } from './patch.ts'

const original = RequestQueue.prototype.scheduleCheckPendingRequests

/**
 * Stops kafkajs from re-arming a timer with a negative delay indefinitely: 600 to 800 wake-ups a second, 4 to 6 % of a core
 * and a TimeoutNegativeWarning for every idle connection. A queue that holds nothing and is not throttled needs no
 * timer: the next request looks at it anyway.
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
