import type { Context } from '../../../core/context.ts'
import { type List, startOf } from '../../../core/page.ts'

/** What one seek found, by id: there may be more when it found as many as it may. */
export interface IndexRead<Row> {
  rows: readonly Row[]
  limit: number
}

/** Rows by id; behind `end`, when it is not null, there may be more. */
export interface Range<Row> {
  rows: readonly Row[]
  end: string | null
}

/** The rows of several seeks in one order, up to where every one of them is known. */
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
 * A page of those rows of a stretch that a filter keeps. The filter may keep few: then the page is short, and its cursor
 * stands behind all that was looked at, so that nothing is skipped and no page has to look at everything.
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

/** After which id a list by id goes on; the empty text at its start. */
export function afterOf(list: List<[string]>, context: Context, cursor: string | undefined): string {
  return startOf(list, context, cursor)?.[0] ?? ''
}
