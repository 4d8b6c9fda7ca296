import type { RequestOptions } from './settings.ts'

/** A page of a list. */
export interface Page<Row = unknown> {
  data: Row[]
  links: { next: string | null }
}

export type RowOf<P extends Page> = P['data'][number]

/** Limits for reading a list. */
export interface ListOptions extends RequestOptions {
  /** Maximum number of rows to read. */
  maxItems?: number | undefined
  /** Maximum number of pages to read. */
  maxPages?: number | undefined
}

/** Reads one page. `cursor` is undefined for the first page. `limit` is undefined if the caller's input contains it. */
export type ReadPage<P extends Page> = (place: { cursor?: string; limit?: number }) => Promise<P>

/**
 * A list, which sends requests only when it is awaited or iterated. `await` returns the first page, `for await`
 * iterates the rows of all pages, and `pages()` iterates the pages. Each iteration starts at the first page. It
 * requests pages of the maximum size unless the caller gave a `limit`.
 */
export class List<P extends Page> implements PromiseLike<P>, AsyncIterable<RowOf<P>> {
  readonly #read: ReadPage<P>
  readonly #options: ListOptions
  readonly #pageLimit: number | null
  #first: Promise<P> | undefined

  /**
   * @param pageLimit maximum number of rows of a page; null if the caller gave a limit, or if the list has no such
   * parameter
   */
  constructor(read: ReadPage<P>, pageLimit: number | null, options: ListOptions) {
    this.#read = read
    this.#options = options
    this.#pageLimit = pageLimit
  }

  /** Resolves to the first page. Awaiting the list again sends no further request. */
  // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page
  then<Result1 = P, Result2 = never>(
    onfulfilled?: ((page: P) => Result1 | PromiseLike<Result1>) | null,
    onrejected?: ((reason: unknown) => Result2 | PromiseLike<Result2>) | null,
  ): Promise<Result1 | Result2> {
    this.#first ??= this.#read({})
    return this.#first.then(onfulfilled, onrejected)
  }

  catch<Result = never>(onrejected: (reason: unknown) => Result | PromiseLike<Result>): Promise<P | Result> {
    return this.then(undefined, onrejected)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RowOf<P>, void, undefined> {
    const { maxItems = Number.POSITIVE_INFINITY } = this.#options
    let items = 0
    for await (const page of this.pages()) {
      const rows: readonly RowOf<P>[] = page.data
      for (const row of rows) {
        if (items >= maxItems) return
        items += 1
        yield row
      }
    }
  }

  /** Iterates whole pages. No further page is read when `maxItems` rows have been read. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    const { maxItems = Number.POSITIVE_INFINITY, maxPages = Number.POSITIVE_INFINITY } = this.#options
    const limit = this.#pageLimit === null ? {} : { limit: Math.max(1, Math.min(this.#pageLimit, maxItems)) }
    let next: string | null | undefined
    for (let pages = 0, items = 0; pages < maxPages && items < maxItems && next !== null; pages += 1) {
      const page: P = await this.#read({ ...limit, ...(next && { cursor: next }) })
      yield page
      items += page.data.length
      next = page.links.next
    }
  }
}
