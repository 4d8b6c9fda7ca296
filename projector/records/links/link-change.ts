import type { RecordEvent } from '../../../domain/events/decode-event.ts'
import type { Change } from '../../../schemas/graph/changes.ts'
import { storedLink } from '../../../schemas/stored/link.ts'
import type { AppliedChange } from '../../feed/applied-change.ts'
import { type Difference, differingFields, existence, originOf } from '../../feed/difference.ts'
import type { LinkContent } from './link.ts'

/** Returns the change of a link that an event made, or null if readers see no difference. */
export function linkChange(
  event: RecordEvent,
  before: LinkContent | null,
  after: LinkContent | null,
): AppliedChange | null {
  const difference = compareLinks(before, after)
  const content = after ?? before
  if (!difference || !content) return null
  const { id, fromId, toId, doc } = content
  const type = storedLink.read(doc).type as Change['type']
  return { kind: 'relationship', id, type, code: null, revision: null, ...difference, fromId, toId, ...originOf(event) }
}

function compareLinks(before: LinkContent | null, after: LinkContent | null): Difference | null {
  if (before === null || after === null) return existence(before, after)
  const ends = (['fromId', 'toId'] as const).filter((end) => before[end] !== after[end])
  if (ends.length === 0 && before.doc === after.doc) return null
  const [was, is] = [storedLink.read(before.doc), storedLink.read(after.doc)]
  const source = (['system', 'recordId'] as const).filter((field) => was.source[field] !== is.source[field])
  const changedFields = [
    ...ends,
    ...differingFields(was.properties, is.properties).map((name) => `properties.${name}`),
    ...source.map((field) => `source.${field}`),
  ]
  return { op: 'updated', changedFields }
}
