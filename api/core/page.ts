import type { z } from 'zod'
import type { Context } from './context.ts'
import type { Position } from './cursor.ts'
import { invalidCursor } from './errors.ts'

/** One list as its cursors know it: an operation with its filters, in one order. */
export interface List<P extends Position> {
  operationId: string
  filters: Record<string, unknown>
  /** What a position in its order looks like. */
  position: z.ZodType<P>
}

/**
 * The position behind a cursor, or null at the start of the list.
 * @throws ApiError invalid_cursor, also when a version of the service with another order made it
 */
export function startOf<P extends Position>(list: List<P>, context: Context, cursor: string | undefined): P | null {
  if (cursor === undefined) return null
  const position = list.position.safeParse(context.openCursor(list.operationId, list.filters, cursor))
  if (position.success) return position.data
  throw invalidCursor('was made by another version of the service. Start again without a cursor')
}

/**
 * A page of the rows that were read, one more than `limit` when there are more, and the cursor of the next page;
 * `nextAfter` is the cursor behind so many rows of it.
 */
export function pageOf<Row, P extends Position>(
  list: List<P>,
  context: Context,
  { rows, limit, positionOf }: { rows: readonly Row[]; limit: number; positionOf: (row: Row) => P },
): { rows: readonly Row[]; links: { next: string | null }; nextAfter: (count: number) => string } {
  const nextAfter = cursorsOf(rows, (row) => context.sealCursor(list.operationId, list.filters, positionOf(row)))
  const next = rows.length > limit ? nextAfter(limit) : null
  return { rows: rows.slice(0, limit), links: { next }, nextAfter }
}

/** The cursor behind so many rows of a page, from that of its last one. */
export function cursorsOf<Row>(rows: readonly Row[], cursorAt: (last: Row) => string): (count: number) => string {
  return (count) => {
    const last = rows[count - 1]
    if (last === undefined) throw new RangeError(`A page of ${rows.length} rows has no row ${count}`)
    return cursorAt(last)
  }
}

/** What a cursor looks like; this one works nowhere. */
export const exampleCursor = 'AWRZs9UiMPwuMPH0rWrVxYSZGBFeH72jcRNlzycMcdY'
