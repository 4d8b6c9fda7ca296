import { z } from 'zod'
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

export function noteLeftOut(rows: readonly unknown[], count: number): void {
  if (count > 0) leftOut.set(rows, count)
}

/** How many rows that stayed unreadable are remembered. */
const MOST_KNOWN = 1000

/** Rows that were unreadable however often they were read: they need not be read again to be left out. */
export interface KnownUnreadable {
  has(query: Pick<Query, 'name'>, row: object): boolean
  add(query: Pick<Query, 'name'>, row: object): void
}

export function createKnownUnreadable(): KnownUnreadable {
  const known = new Set<string>()
  const textOf = ({ name }: Pick<Query, 'name'>, row: object) => `${name} ${JSON.stringify(row)}`
  return {
    has: (query, row) => known.size > 0 && known.has(textOf(query, row)),
    add(query, row) {
      if (known.size >= MOST_KNOWN) known.clear()
      known.add(textOf(query, row))
    },
  }
}

/** What can be told of a row without telling what it holds. */
export function describeUnreadable({ name }: Pick<Query, 'name'>, row: object, error: unknown): UnreadableRowOfGraph {
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
