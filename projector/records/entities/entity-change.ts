import { isDeepStrictEqual } from 'node:util'
import { entityTypes } from '../../../schemas/graph/entity-types.ts'
import type { AppliedChange } from '../../feed/applied-change.ts'
import { type Difference, differingFields, existence, originOf } from '../../feed/difference.ts'
import { shownRecord } from '../versions.ts'
import type { EntityEvent, LockedEntity } from './entity.ts'
import type { EntityContent } from './entity-content.ts'

/** What readers see of an entity after an event. `content` is null if the entity is not visible. */
export interface SeenEntity {
  revision: number
  content: EntityContent | null
  /** Number of its codes, including previous ones. Codes are never removed. */
  codes: number
}

export function seenEntity({ revision, versions, references }: LockedEntity): SeenEntity {
  return { revision, content: shownRecord(versions)?.content ?? null, codes: references.size }
}

/** Returns the change of an entity that an event made, or null if readers see no difference. */
export function entityChange(
  event: EntityEvent,
  id: string,
  before: SeenEntity,
  after: SeenEntity,
): AppliedChange | null {
  const difference = compareEntities(before, after)
  const content = after.content ?? before.content
  if (!difference || !content) return null
  const type = event.kind
  const code = String(content.attributes[entityTypes[type].naturalKey])
  const { revision } = after
  return { kind: 'entity', id, type, code, revision, ...difference, fromId: null, toId: null, ...originOf(event) }
}

function compareEntities(before: SeenEntity, after: SeenEntity): Difference | null {
  if (before.content === null || after.content === null) return existence(before.content, after.content)
  if (before.revision === after.revision) return null
  const [was, is] = [before.content, after.content]
  const changedFields = [
    ...(['label', 'lifecycleState'] as const).filter((field) => was[field] !== is[field]),
    ...(before.codes === after.codes && isDeepStrictEqual(was.codes[0], is.codes[0]) ? [] : ['externalReferences']),
    ...differingFields(was.attributes, is.attributes).map((name) => `attributes.${name}`),
  ]
  return { op: 'updated', changedFields }
}
