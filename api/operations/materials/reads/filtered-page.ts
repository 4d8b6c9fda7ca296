import type { Context } from '../../../core/context.ts'
import { type List, startOf } from '../../../core/page.ts'

/** The rows that one index read found, by ID. If there are `limit` rows, more may follow. */
export interface IndexRead<Row> {
  rows: readonly Row[]
  limit: number
}

/** Rows by ID. If `end` is not null, more rows may follow after it. */
export interface Range<Row> {
  rows: readonly Row[]
  end: string | null
}

/**
 * Merges the rows of several index reads into one order. Rows after the end of the shortest incomplete read are left
 * out, because others may belong before them.
 */
export function merged<Row>(
  reads: readonly IndexRead<Row>[],
  idOf: (row: Row) => string,
  isDescending = false,
): Range<Row> {
  const isBefore = (a: string, b: string) => (isDescending ? a > b : a < b)
  const endpoints = reads.flatMap(({ rows, limit }) => {
    const last = rows.at(-1)
    return last !== undefined && rows.length >= limit ? [idOf(last)] : []
  })
  const end = endpoints.length > 0 ? endpoints.reduce((first, one) => (isBefore(one, first) ? one : first)) : null
  const rows = reads.flatMap((read) => read.rows).filter((row) => end === null || !isBefore(end, idOf(row)))
  return { rows: rows.sort((a, b) => (isBefore(idOf(a), idOf(b)) ? -1 : 1)), end }
}

/**
 * Makes a page of the rows that a filter keeps. If the filter keeps few rows, the page is short and its cursor points
 * after all rows that were read. So no row is skipped, and no page reads the whole list.
 */
export function filteredPage<Row>(
  list: List<[string]>,
  context: Pick<Context, 'sealCursor'>,
  { rows, end, limit, idOf, keeps }: Range<Row> & { limit: number; idOf(row: Row): string; keeps(row: Row): boolean },
): { rows: readonly Row[]; links: { next: string | null } } {
  const kept = rows.filter(keeps)
  const page = kept.slice(0, limit)
  const last = kept.length > limit ? page.at(-1) : undefined
  const after = last === undefined ? end : idOf(last)
  const next = after === null ? null : context.sealCursor(list.operationId, list.filters, [after])
  return { rows: page, links: { next } }
}

/** The ID after which a list by ID continues; empty at the start. */
export function afterOf(list: List<[string]>, context: Context, cursor: string | undefined): string {
  return startOf(list, context, cursor)?.[0] ?? ''
}
