import type { ExportColumn } from '../../../schemas/exports/export-columns.ts'
import { type Cell, type FileContents, type Row, SharedCells, textPieces } from './row.ts'

/** Encodes a file as JSON Lines: an object for each row, with a member for each column. */
export function encodeJsonl({ columns, parts }: FileContents): AsyncGenerator<Buffer> {
  return textPieces('', parts, createJsonLine(columns))
}

/** Returns a function that encodes rows as objects, each with its line end. It encodes shared cells once. */
export function createJsonLine(columns: readonly ExportColumn[]): (row: Row) => string {
  const names = columns.map(({ name }) => `${JSON.stringify(name)}:`)
  const shared = new WeakMap<SharedCells, string>()
  const memberOf = (cell: Cell, at: number) => names[at] + (cell === '' ? 'null' : JSON.stringify(cell))
  const membersOf = (cells: SharedCells, start: number) => {
    const known = shared.get(cells)
    if (known !== undefined) return known
    const made = cells.cells.map((cell, index) => memberOf(cell, start + index)).join(',')
    shared.set(cells, made)
    return made
  }
  return (row) => {
    const members: string[] = []
    let at = 0
    for (const part of row) {
      const isShared = part instanceof SharedCells
      members.push(isShared ? membersOf(part, at) : memberOf(part, at))
      at += isShared ? part.cells.length : 1
    }
    return `{${members.join(',')}}\n`
  }
}
