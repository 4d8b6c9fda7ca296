import type { RequestOptions } from './settings.ts'

/** A page of any list. */
export interface Page<Row = unknown> {
  data: Row[]
  links: { next: string | null }
}

export type RowOf<P extends Page> = P['data'][number]

/** Where reading ends before the list does. */
export interface ListOptions extends RequestOptions {
  /** Rows at most. */
  maxItems?: number | undefined
  /** Pages at most. */
  maxPages?: number | undefined
}

/** Reads one page; `cursor` is undefined for the first, `limit` where the page is as long as the caller said. */
export type ReadPage<P extends Page> = (place: { cursor?: string; limit?: number }) => Promise<P>

/**
 * A list, which is read when it is awaited or iterated: `await` gives its first page as it is answered, `for await` its rows
 * from page to page, `pages()` its pages. Each iteration starts at the first page, and reads the longest pages unless `limit`
 * was given.
 */
export class List<P extends Page> implements PromiseLike<P>, AsyncIterable<RowOf<P>> {
  readonly #read: ReadPage<P>
  readonly #options: ListOptions
  readonly #pageLimit: number | null
  #first: Promise<P> | undefined

  /** @param pageLimit rows of the longest page; null when the caller gave a limit, or the list takes none */
  constructor(read: ReadPage<P>, pageLimit: number | null, options: ListOptions) {
    this.#read = read
    this.#options = options
    this.#pageLimit = pageLimit
  }

  /** The first page, read once. */
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

  /** The pages, whole; none is read once as many rows have come as `maxItems` says. */
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
