import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs a task repeatedly, with a pause after each run, until it is stopped. An error is passed to `onError`, and the
 * task runs again after the pause.
 */
export class Poll {
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>

  constructor(everyMs: number, task: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void) {
    this.#ended = this.#run(everyMs, task, onError)
  }

  /** Stops, and waits for the task if it is running. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }

  async #run(
    everyMs: number,
    task: (signal: AbortSignal) => Promise<void>,
    onError: (error: unknown) => void,
  ): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await task(signal).catch(onError)
      await delay(everyMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
