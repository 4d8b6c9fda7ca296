import { findMasterRecords } from '../../../../cypher/materials/read-materials.ts'
import { canonicalId, type RecordIdentity } from '../../../../domain/identity/identity.ts'
import { storedEntityState } from '../../../../schemas/stored/entity.ts'
import type { Reader } from '../../../core/context.ts'

/**
 * Finds the material entities that source records became. The ID of an entity is derived from its record. If the record
 * named another entity in `canonicalOf`, it is the ID of that entity.
 */
export async function findMastersOf(
  context: Reader,
  named: readonly (RecordIdentity & { ref: string })[],
): Promise<{ ref: string; id: string }[]> {
  const asked = named.map(({ ref, ...record }) => ({
    ref,
    key: `${record.system}:${record.instance}:${record.recordId}`,
    id: canonicalId(context.organization, 'material', record),
  }))
  const own = new Map((await read(context, asked)).map((row) => [row.id, row]))
  const meant = asked.flatMap(({ ref, key, id }) => {
    const row = own.get(id)
    if (!row) return []
    const state = row.state === null ? null : storedEntityState.read(row.state)
    return [{ ref, id: state?.records?.[key]?.moved ?? id }]
  })
  const moved = await read(
    context,
    meant.filter(({ id }) => !own.has(id)),
  )
  const listed = new Set([...own.values(), ...moved].flatMap((row) => (row.listed ? [row.id] : [])))
  return meant.filter(({ id }) => listed.has(id))
}

async function read(context: Reader, records: readonly { id: string }[]) {
  const ids = [...new Set(records.map(({ id }) => id))]
  return ids.length > 0 ? context.read(findMasterRecords, { ids }) : []
}
