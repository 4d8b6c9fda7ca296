import type { Change, ChangePage, ListChangesInput } from './contract.ts'
import type { RequestOptions, Settings } from './settings.ts'

/** The filters of a feed of changes, where it begins, and the size of its pages. */
export type ChangesInput = Omit<ListChangesInput, 'cursor'>

/** Options of a feed of changes. */
export interface ChangesOptions extends RequestOptions {
  /** The `resume` of an earlier feed with the same filters. The feed continues there, and ignores `since`. */
  resume?: string | null | undefined
  /** Keeps the feed open: at its end, it looks for new changes at this interval, until `signal` aborts. */
  follow?: { everyMs: number } | undefined
  /** Called with the new `resume` after the changes of a page were processed, and awaited before the next page. */
  onResume?: ((resume: string) => unknown) | undefined
}

/** The method that follows changes from page to page. */
export interface ChangesMethod {
  /** Lists changes as `listChanges` does, and remembers where to continue: see `ChangeFeed`. */
  changes(input?: ChangesInput, options?: ChangesOptions): ChangeFeed
}

/** Reads one page. `place` contains the cursor, or nothing for the first page. */
type ReadChanges = (place: { cursor?: string; since?: undefined }) => Promise<ChangePage>

/**
 * A feed of changes, which sends requests only when it is iterated. `for await` iterates changes, and `pages()`
 * iterates pages. A change or a page counts as processed when the next one is requested. After an error or a `break`, another
 * loop continues at `resume`, so it repeats the changes of a page that was processed in part.
 */
export class ChangeFeed implements AsyncIterable<Change> {
  readonly #read: ReadChanges
  readonly #wait: Settings['wait']
  readonly #options: ChangesOptions
  #resume: string | null

  constructor(read: ReadChanges, wait: Settings['wait'], options: ChangesOptions) {
    this.#read = read
    this.#wait = wait
    this.#options = options
    this.#resume = options.resume ?? null
  }

  /** The cursor that continues after the last page that was processed. Null if there is none yet. */
  get resume(): string | null {
    return this.#resume
  }

  /** @throws the reason of the signal if it is aborted, before the next change */
  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void, undefined> {
    for await (const { data } of this.pages()) {
      for (const change of data) {
        this.#options.signal?.throwIfAborted()
        yield change
      }
    }
  }

  /** Iterates the pages that contain changes. `meta.resume` of a page is the cursor that continues after it. */
  async *pages(): AsyncGenerator<ChangePage, void, undefined> {
    const { follow, signal, onResume } = this.#options
    for (;;) {
      const page = await this.#read(this.#resume === null ? {} : { cursor: this.#resume, since: undefined })
      if (page.data.length > 0) yield page
      await onResume?.(page.meta.resume)
      this.#resume = page.meta.resume
      if (page.links.next !== null) continue
      if (follow === undefined) return
      await this.#wait(follow.everyMs, signal)
    }
  }
}
