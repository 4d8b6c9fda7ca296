import type { z } from 'zod'
import type { Context } from './context.ts'
import type { Position } from './cursor.ts'
import { invalidCursor } from './errors.ts'

/** Identifies a list for its cursors: an operation with its filters, in one order. */
export interface List<P extends Position> {
  operationId: string
  filters: Record<string, unknown>
  /** The schema of a position in the order of the list. */
  position: z.ZodType<P>
}

/**
 * The position in a cursor, or null at the start of the list.
 * @throws ApiError invalid_cursor, also if another version of the service made the cursor for another order
 */
export function startOf<P extends Position>(list: List<P>, context: Context, cursor: string | undefined): P | null {
  if (cursor === undefined) return null
  const position = list.position.safeParse(context.openCursor(list.operationId, list.filters, cursor))
  if (position.success) return position.data
  throw invalidCursor('was made by another version of the service. Start again without a cursor')
}

/**
 * Makes a page of the rows that were read. Read one row more than `limit`: the page only has a next cursor if that row
 * exists. `nextAfter` returns the cursor that continues after the first `count` rows.
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

/** Returns a function that makes the cursor after the first `count` rows of a page. */
export function cursorsOf<Row>(rows: readonly Row[], cursorAt: (last: Row) => string): (count: number) => string {
  return (count) => {
    const last = rows[count - 1]
    if (last === undefined) throw new RangeError(`A page of ${rows.length} rows has no row ${count}`)
    return cursorAt(last)
  }
}

/** A cursor for examples. No list accepts it. */
export const exampleCursor = 'AWRZs9UiMPwuMPH0rWrVxYSZGBFeH72jcRNlzycMcdY'
