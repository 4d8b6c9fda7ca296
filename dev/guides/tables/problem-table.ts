import { problems } from '../../../schemas/problem.ts'
import { markdownTable } from './markdown-table.ts'

/** Every problem code, for the index of their pages. */
export function problemTable(): string {
  const rows = Object.entries(problems).map(([code, { status, retryable, title }]) => [
    `[\`${code}\`](${code}.md)`,
    String(status),
    retryable ? 'yes' : 'no',
    title,
  ])
  return markdownTable(['Code', 'Status', 'Retryable', 'Title'], rows)
}
