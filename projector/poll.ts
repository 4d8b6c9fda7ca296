import { setTimeout as delay } from 'node:timers/promises'

/**
 * Does something again and again, with a pause after each time, until it is stopped. An error goes to `onError`, and the next
 * time comes all the same.
 */
export class Poll {
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>

  constructor(everyMs: number, task: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void) {
    this.#ended = this.#run(everyMs, task, onError)
  }

  /** Waits for the end of what is being done. */
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
