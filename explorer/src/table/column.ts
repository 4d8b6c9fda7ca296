import type { ReactNode } from 'react'

/** A value as a spreadsheet gets it. An exact decimal is a text. */
export type Value = string | number | null

/** A column of a table of `Row`. */
export interface Column<Row> {
  name: string
  /** A size of CSS grid, such as `12rem` or `minmax(8rem, 2fr)`. */
  width: string
  /** Numbers are aligned at the right, with their decimal points below each other. */
  align?: 'left' | 'right'
  cell: (row: Row) => ReactNode
  /**
   * What the cell shows as values for a spreadsheet, by heading. An amount and its unit are two values. All rows have
   * the same headings in the same order. Rows are sorted by the first value. Null for a column of buttons.
   */
  values: ((row: Row) => Readonly<Record<string, Value>>) | null
  /** Sorts rows by this number instead of by the first value, such as by the rank of a severity. */
  rank?: (row: Row) => number
}

/** The order of a table that the user chose. */
export interface Sorting {
  /** The name of the column. */
  column: string
  isDescending: boolean
}

/** Reads an order from the URL: `Since` or, descending, `-Since`. Undefined without a text. */
export function sortingOf(text: string | undefined): Sorting | undefined {
  if (text === undefined) return undefined
  return text.startsWith('-') ? { column: text.slice(1), isDescending: true } : { column: text, isDescending: false }
}

/** The order after another click on a heading: ascending, then descending, then the order of the API. */
export function nextSorting(sorting: Sorting | undefined, column: string): string | undefined {
  if (sorting?.column !== column) return column
  return sorting.isDescending ? undefined : `-${column}`
}
