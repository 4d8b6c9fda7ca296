import { z } from 'zod'
import { IncompleteRow } from './errors.ts'
import type { Query } from './query.ts'

/** A row of the graph that is not as its schema says, and stays so: what finds it, and which columns do not fit. */
export interface UnreadableRowOfGraph {
  where: string
  key: string | null
  fault: string
}

const leftOut = new WeakMap<readonly unknown[], number>()

/** How many rows a read left out of what it returned. */
export function leftOutOf(rows: readonly unknown[]): number {
  return leftOut.get(rows) ?? 0
}

/** How many rows that stayed unreadable are remembered. */
const MOST_KNOWN = 1000

/**
 * Parses the rows of reads. A row that stays unreadable, however often it is read, is reported and left out. It is
 * remembered, so that later reads do not read it again. Without `onUnreadable` such a row fails the read.
 */
export class ReadableRows {
  readonly #onUnreadable: ((row: UnreadableRowOfGraph) => void) | undefined
  /** Each by the name of its query and its values. */
  readonly #known = new Set<string>()

  constructor(onUnreadable: ((row: UnreadableRowOfGraph) => void) | undefined) {
    this.#onUnreadable = onUnreadable
  }

  /**
   * The rows of a read that can be read; `isLast` says that no other reading follows, so that what lacks something is left
   * out. @throws IncompleteRow for a row that may be complete at the next reading
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

  /** One row of a long read, which cannot be read again: it is remembered, so that a read that starts again leaves it out. */
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
 * Reads as many rows as the statement's `limit` allows, however many are left out: those who page by it take fewer rows
 * for the end of the list.
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

/** A row of a query from its values, which are in the order of the columns. @throws IncompleteRow */
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

/** What can be told of a row without telling what it holds. */
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
