import type { ExportKind } from '../../../schemas/exports/exports.ts'
import type { LongReader } from '../../core/context.ts'
import { keyOfDocument, keyOfRow, mapReadable } from '../../core/unreadable.ts'
import type { Row } from '../formats/row.ts'

const ROWS_AT_ONCE = 500

/** Converts an item to rows. If that fails, or if the item does not fit its schema, the file leaves the item out. */
export function readableRows<T>(
  reader: LongReader,
  where: ExportKind,
  rowsOf: (item: T) => readonly Row[],
): (item: T) => readonly Row[] {
  return (item) => mapReadable(reader, where, [item], keyOfItem, rowsOf).flat()
}

function keyOfItem(item: unknown): string {
  return (typeof item === 'string' ? keyOfDocument(item) : keyOfRow(item)) ?? 'unknown'
}

/** Yields a part whenever enough rows have been collected, and the last rows at the end. */
export async function* partsOf<T>(
  items: AsyncIterable<T>,
  rowsOf: (item: T) => Iterable<Row>,
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  for await (const item of items) {
    for (const row of rowsOf(item)) {
      rows.push(row)
      if (rows.length < ROWS_AT_ONCE) continue
      yield rows
      rows = []
    }
  }
  if (rows.length > 0) yield rows
}
