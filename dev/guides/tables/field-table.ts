import { fieldClasses } from '../../../domain/materials/field-authority.ts'
import { markdownTable } from './markdown-table.ts'

/** Every field that has a source of truth. */
export function fieldTable(): string {
  const rows = fieldClasses.map(({ title, systems, fields }) => [
    title,
    systems.map((system) => `\`${system}\``).join(', then '),
    fields.map((field) => `\`${field}\``).join(', '),
  ])
  return markdownTable(['Field group', 'Source of truth', 'Fields'], rows)
}
