import type { BomData } from '../../schemas/records/bom-events.ts'
import type { BomEvent } from '../events/decode-bom-event.ts'
import { type CompiledStyle, compileStyle, InvalidStyle } from './compile-style.ts'
import { type Failure, failure, failureIn } from './failure.ts'

/** What an event that starts a publication does. */
export type StartVerdict =
  | { outcome: 'repeated' }
  | { outcome: 'rejected'; detail: string }
  | { outcome: 'started'; data: BomData['started'] }

/**
 * Judges an event that starts a publication. It fails the one that is open.
 * @param used the key of the event that started a publication with the same snapshot ID, if there is one
 */
export function judgeStart({ key, content }: BomEvent, used: string | undefined): StartVerdict {
  if (used === key) return { outcome: 'repeated' }
  if (used !== undefined) return { outcome: 'rejected', detail: 'the id of the snapshot was used before' }
  if (content.action === 'started') return { outcome: 'started', data: content.data }
  return { outcome: 'rejected', detail: `invalid_data: ${content.action === 'invalid' ? content.detail : ''}` }
}

/** The failure of a publication during which another one was started. */
export function supersededBy(snapshotId: string): Failure {
  return failure('superseded', `snapshot ${snapshotId} was started`)
}

/** What an event of the open publication does that is not a style. */
export type EndVerdict =
  | { outcome: 'aborted'; why: Failure }
  | { outcome: 'failed'; why: Failure }
  | { outcome: 'completed'; data: BomData['completed'] }

/** Judges an event that ends the open publication. A completed one still has to be verified. */
export function judgeEnd({ content }: BomEvent): EndVerdict {
  if (content.action === 'aborted')
    return { outcome: 'aborted', why: failure('aborted', content.data.reason ?? 'no reason was given') }
  if (content.action === 'completed') return { outcome: 'completed', data: content.data }
  const { detail, faults } = content.action === 'invalid' ? content : { detail: '', faults: [] }
  return { outcome: 'failed', why: failure('invalid_data', detail, { faults }) }
}

const FUTURE_MS = 5 * 60_000

/**
 * Why a publication cannot be completed at this time, or null.
 * @param timestamp when the event reached Kafka, in milliseconds since 1970
 * @param previous when the newest snapshot was completed, or null if there is none
 */
export function timeFailure(event: BomEvent, timestamp: number, previous: string | null): Failure | null {
  const { time } = event
  const untimely = (code: 'future_time' | 'out_of_order', than: string) =>
    failureIn(
      event,
      failure(code, `the event time ${time} is ${than}`, { faults: [{ path: ['time'], detail: `is ${than}` }] }),
    )
  if (Date.parse(time) > timestamp + FUTURE_MS)
    return untimely('future_time', 'more than 5 minutes later than the Kafka timestamp')
  if (previous !== null && time < previous)
    return untimely('out_of_order', `before the previous completion at ${previous}`)
  return null
}

/** The style of an event, or the error because of which its publication fails. */
export function compiledOf(event: BomEvent): CompiledStyle | InvalidStyle {
  const { content } = event
  if (content.action === 'invalid') return new InvalidStyle(content.faults, content.detail)
  if (content.action !== 'style') throw new Error('Only style events are compiled')
  try {
    return compileStyle({ ...event, data: content.data })
  } catch (error) {
    if (error instanceof InvalidStyle) return error
    throw error
  }
}
