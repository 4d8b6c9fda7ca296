import { exportColumns } from '../../../schemas/exports/export-columns.ts'
import { markdownTable } from './markdown-table.ts'

/** The columns of each kind of export, in their order, with their types. */
export function exportColumnTable(): string {
  const rows = Object.entries(exportColumns).map(([kind, columns]) => [
    `\`${kind}\``,
    columns.map(({ name, type }) => (type === 'text' ? name : `${name} (${type})`)).join(', '),
  ])
  return markdownTable(['Kind', 'Columns'], rows)
}
