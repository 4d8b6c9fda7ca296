import { DatabaseSync } from 'node:sqlite'
import type { MappedBomRow } from '../../../domain/imports/bom/map-bom-row.ts'

/** The rows of a BOM table in a temporary database, which returns them by style, because a table has any order. */
export class BomSpool {
  readonly #database = new DatabaseSync('')
  readonly #insert

  constructor() {
    this.#database.exec(`
      CREATE TABLE rows (seq INTEGER PRIMARY KEY, style TEXT, row TEXT);
      CREATE INDEX rows_style ON rows (style, seq);
      BEGIN`)
    this.#insert = this.#database.prepare('INSERT INTO rows (style, row) VALUES (?, ?)')
  }

  add(mapped: MappedBomRow): void {
    const { recordId, system = '', instance = '' } = mapped.row.style
    this.#insert.run(JSON.stringify([recordId, system, instance]), JSON.stringify(mapped))
  }

  /** Returns the rows of each style, in the order of the file. */
  *styles(): Generator<MappedBomRow[], void, undefined> {
    let style: unknown
    let rows: MappedBomRow[] = []
    for (const found of this.#database.prepare('SELECT style, row FROM rows ORDER BY style, seq').iterate()) {
      if (rows.length > 0 && found.style !== style) {
        yield rows
        rows = []
      }
      style = found.style
      rows.push(JSON.parse(String(found.row)) as MappedBomRow)
    }
    if (rows.length > 0) yield rows
  }

  close(): void {
    this.#database.close()
  }
}
