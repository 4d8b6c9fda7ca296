import type { ReactNode } from 'react'

/** A level of groups, such as all rows of a style. */
export interface GroupLevel<Row> {
  /** Rows with the same key are in one group. */
  keyOf: (row: Row) => string
  /** The line of a group. */
  line: (rows: readonly Row[]) => ReactNode
  /** Whether the groups are open until the user closes them. */
  isOpen: boolean
}

interface GroupLine<Row> {
  kind: 'group'
  /** Unique in the table. */
  key: string
  level: number
  isOpen: boolean
  rows: readonly Row[]
}

/** A line of a table: a row, or the line of a group above its rows. Levels start at 1. */
export type Line<Row> = GroupLine<Row> | { kind: 'row'; level: number; row: Row }

/**
 * The visible lines: those of all groups, and rows and groups of the open ones. Groups are in the order of their first
 * rows. `toggled` are the keys of the groups that the user opened or closed.
 */
export function linesOf<Row>(
  rows: readonly Row[],
  [first, ...others]: readonly GroupLevel<Row>[],
  toggled: ReadonlySet<string>,
  parent: { key: string; level: number } = { key: '', level: 0 },
): Line<Row>[] {
  const level = parent.level + 1
  if (first === undefined) return rows.map((row) => ({ kind: 'row', level, row }))
  return [...Map.groupBy(rows, first.keyOf)].flatMap(([own, grouped]): Line<Row>[] => {
    const key = JSON.stringify([parent.key, own])
    const isOpen = first.isOpen !== toggled.has(key)
    const below = isOpen ? linesOf(grouped, others, toggled, { key, level }) : []
    return [{ kind: 'group', key, level, isOpen, rows: grouped }, ...below]
  })
}
