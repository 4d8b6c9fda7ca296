import { bomTypes } from '../../../schemas/records/bom-events.ts'
import { recordTypes } from '../../../schemas/records/record-events.ts'
import { markdownTable } from './markdown-table.ts'

const header = ['Type', 'Meaning', 'JSON Schema']

/** Every type of record event with its schema; the links lead to the files in the repository. */
export function eventTable(): string {
  const rows = [...recordTypes].map(([type, { kind, action }]) =>
    rowOf(
      type,
      `a ${kind === 'sku' ? 'SKU' : kind.replace('_', ' ')} was ${action === 'upserted' ? 'created or changed' : 'deleted'} in its source`,
    ),
  )
  return markdownTable(header, rows)
}

const eventActions = {
  started: 'starts a publication of the whole BOM, or of some styles',
  style: 'a style with its SKUs, lines, and yields, or a part of it',
  completed: 'ends the publication, with counts to verify',
  aborted: 'stops the publication',
}

/** Every type of publication event with its schema. */
export function bomEventTable(): string {
  return markdownTable(
    header,
    [...bomTypes].map(([type, action]) => rowOf(type, eventActions[action])),
  )
}

function rowOf(type: string, saying: string): string[] {
  return [`\`${type}\``, saying, `[schema](../../schemas/events/${type}.json)`]
}
