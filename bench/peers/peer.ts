import type { LogEnds } from './log-ends.ts'

/** A sink of somebody else's. It rests unless it is told to take what is sent. */
export interface Peer {
  /**
   * Takes so many records that were sent from offsets on, by partition, and rests again. It stood there before.
   * @returns the seconds that it took
   */
  drain(task: { from: LogEnds; records: number }): Promise<number>
  /** Stands at the end of the log and takes the next record; the function returned waits until it has, and rests. */
  takeNext(): Promise<() => Promise<void>>
  end(): Promise<void>
}
