import { recordTypes } from '../../schemas/events.ts'
import { markdownTable } from './markdown-table.ts'

/** Every event type with its schema; the links lead to the files in the repository. */
export function eventTable(): string {
  const rows = [...recordTypes].map(([type, { kind, action }]) => [
    `\`${type}\``,
    action === 'upserted' ? `a ${kind} as it stands in its source` : `a ${kind} is gone`,
    `[schema](../../schemas/events/${type}.json)`,
  ])
  return markdownTable(['Type', 'Says', 'JSON Schema'], rows)
}
