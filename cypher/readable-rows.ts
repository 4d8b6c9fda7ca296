import { z } from 'zod'
import { IncompleteRow } from './errors.ts'
import type { Query } from './query.ts'

/** A row that permanently does not match its schema: how to find it, and which columns do not match. */
export interface UnreadableRowOfGraph {
  where: string
  key: string | null
  fault: string
}

const leftOut = new WeakMap<readonly unknown[], number>()

/** Returns how many rows were left out of the result of a read. */
export function leftOutOf(rows: readonly unknown[]): number {
  return leftOut.get(rows) ?? 0
}

/** How many unreadable rows are remembered. */
const MOST_KNOWN = 1000

/**
 * Parses the rows of reads. A row that stays unreadable after several attempts is reported and left out. It is
 * remembered, so that later reads leave it out at once. Without `onUnreadable`, such a row fails the read.
 */
export class ReadableRows {
  readonly #onUnreadable: ((row: UnreadableRowOfGraph) => void) | undefined
  /** Unreadable rows, by the name of the query and the values of the row. */
  readonly #known = new Set<string>()

  constructor(onUnreadable: ((row: UnreadableRowOfGraph) => void) | undefined) {
    this.#onUnreadable = onUnreadable
  }

  /**
   * Parses the rows of a read. If `isLast` is true, there is no further attempt, so incomplete rows are left out.
   * @throws IncompleteRow for a row that may be complete at the next attempt
   */
  parse<P, R>(query: Query<P, R>, all: readonly (readonly unknown[])[], isLast: boolean): R[] {
    const onUnreadable = this.#onUnreadable
    if (!onUnreadable) return all.map((values) => parseRow(query, values))
    const rows = all.flatMap((values) => {
      try {
        return [parseRow(query, values)]
      } catch (error) {
        const row = namedRow(query, values)
        const isKnown = this.#isKnown(query, row)
        if (!isLast && !isKnown) throw error
        if (!isKnown) this.#remember(query, row)
        onUnreadable(describeUnreadable(query, row, error instanceof IncompleteRow ? error.cause : error))
        return []
      }
    })
    if (rows.length < all.length) leftOut.set(rows, all.length - rows.length)
    return rows
  }

  /**
   * Parses one row of a streamed read, which cannot be read again. An unreadable row is remembered, so that a new read
   * leaves it out.
   */
  parseOnce<P, R>(query: Query<P, R>, values: readonly unknown[]): { rows: R[]; error: IncompleteRow | null } {
    try {
      return { rows: this.parse(query, [values], false), error: null }
    } catch (error) {
      if (!this.#onUnreadable || !(error instanceof IncompleteRow)) throw error
      this.#remember(query, namedRow(query, values))
      return { rows: [], error }
    }
  }

  #isKnown(query: Pick<Query, 'name'>, row: object): boolean {
    return this.#known.size > 0 && this.#known.has(knownText(query, row))
  }

  #remember(query: Pick<Query, 'name'>, row: object): void {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.add(knownText(query, row))
  }
}

/**
 * Reads until the statement's `limit` is reached, even if rows are left out, because callers interpret fewer rows as
 * the end of the list.
 */
export async function readFull<R>(params: unknown, read: (given: object) => Promise<R[]>): Promise<R[]> {
  const given = { ...(params as { limit?: unknown }) }
  const { limit } = given
  for (;;) {
    const rows = await read(given)
    const missing = leftOutOf(rows)
    if (missing === 0 || typeof limit !== 'number' || rows.length >= limit) return rows
    if (rows.length + missing < Number(given.limit)) return rows
    given.limit = limit + missing
  }
}

/** Parses a row of a query from its values in the order of the columns. @throws IncompleteRow */
export function parseRow<P, R>(query: Query<P, R>, values: readonly unknown[]): R {
  const row = namedRow(query, values)
  try {
    return query.row.parse(row)
  } catch (error) {
    throw new IncompleteRow(query.name, error)
  }
}

function namedRow({ columns }: Pick<Query, 'columns'>, values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [at, column] of columns.entries()) row[column] = values[at]
  return row
}

const knownText = ({ name }: Pick<Query, 'name'>, row: object) => `${name} ${JSON.stringify(row)}`

/** Describes an unreadable row without its values. */
function describeUnreadable({ name }: Pick<Query, 'name'>, row: object, error: unknown): UnreadableRowOfGraph {
  const key = Object.entries(row).find(
    ([column, value]) => /^(id|sortKey|source)$|Id$/.test(column) && typeof value === 'string',
  )
  const issues = error instanceof z.ZodError ? error.issues : []
  return {
    where: name,
    key: key ? `${key[0]} ${String(key[1]).slice(0, MAX_KEY)}` : null,
    fault: issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  }
}

const MAX_KEY = 200
