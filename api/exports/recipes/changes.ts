import { Change } from '../../../schemas/graph/changes.ts'
import { readDocument } from '../../core/unreadable.ts'
import { everyChange } from '../../operations/graph/changes/read-changes.ts'
import type { Cell } from '../formats/row.ts'
import type { ExportRecipe } from './recipe.ts'
import { partsOf, readableRows } from './rows.ts'

/** The changes that are complete when the file is begun, in the order of `listChanges`. */
export const changes: ExportRecipe<'changes'> = {
  resolve: async ({ entityId, ...others }) => ({ ...others, entityId: entityId?.toLowerCase() }),
  parts: ({ since, ...filters }, reader) =>
    partsOf(
      everyChange(reader, filters, since),
      readableRows(reader, 'changes', (doc) => [recordOf(readDocument(Change, doc))]),
    ),
}

function recordOf({ source, ...change }: Change): Cell[] {
  const { changeId, kind, type, id, code, op, revision, changedFields, fromId, toId, changedAt, appliedAt } = change
  return [
    ...[changeId, kind, type, id, code, op, revision, changedFields.join(' '), fromId, toId, changedAt, appliedAt],
    ...[source.system, source.instance, source.recordId],
  ]
}
