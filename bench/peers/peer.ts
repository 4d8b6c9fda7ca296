import type { LogEnds } from './log-ends.ts'

/** A sink of another product. It consumes records only while it is started. */
export interface Peer {
  /**
   * Consumes the given number of records from the given offsets, by partition, and stops again.
   * @returns the seconds that it took
   */
  drain(task: { from: LogEnds; records: number }): Promise<number>
  /**
   * Starts at the end of the topic for the next record. The returned function waits until it is written, then stops.
   */
  takeNext(): Promise<() => Promise<void>>
  end(): Promise<void>
}
