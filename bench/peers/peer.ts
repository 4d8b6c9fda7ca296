import type { LogEnds } from './log-ends.ts'

/** A sink of another product. It only consumes records when it is started. */
export interface Peer {
  /**
   * Takes the given number of records from offsets on, by partition, and stops again. It was at these offsets before.
   * @returns the seconds that it took
   */
  drain(task: { from: LogEnds; records: number }): Promise<number>
  /** Stands at the end of the log and takes the next record; the function returned waits until it has, and rests. */
  takeNext(): Promise<() => Promise<void>>
  end(): Promise<void>
}
