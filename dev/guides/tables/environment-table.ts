import type { z } from 'zod'
import { Environment } from '../../../schemas/environment.ts'
import { markdownTable } from './markdown-table.ts'

/** Every environment variable with its default and its meaning. */
export function environmentTable(): string {
  const rows = Object.entries(Environment.shape).map(([name, schema]) => [
    `\`${name}\``,
    defaultOf(schema),
    asText(schema.meta()?.description ?? ''),
  ])
  return markdownTable(['Variable', 'Default', 'Meaning'], rows)
}

function defaultOf(schema: z.ZodType): string {
  const { data } = schema.safeParse(undefined)
  const text = data === undefined ? '' : String(data)
  return text === '' ? '' : `\`${text}\``
}

/** An address in running text would become a link. */
function asText(description: string): string {
  return description.replace(/https?:\/\/[\w.:/-]*\w/g, '`$&`')
}
