import { findKnownEndpoints } from '../../../../cypher/materials/read-materials.ts'
import type { Entity } from '../../../../schemas/graph/entities.ts'
import type { ConnectedKind } from '../../../../schemas/materials/connected-records.ts'
import type { MaterialFactoryPosition, PositionEnd } from '../../../../schemas/materials/positions.ts'
import type { StoredSourceRecord } from '../../../../schemas/stored/source-record.ts'
import type { Reader } from '../../../core/context.ts'

type Row = Awaited<ReturnType<typeof readEndpoints>>[number]
type Material = Extract<Entity, { type: 'material' }>

/**
 * What is known of materials or factories without looking at positions of theirs: the code and the label that positions
 * would show. Documents were checked when they were written.
 */
export async function knownEndpoints(
  context: Reader,
  kind: ConnectedKind,
  ids: Iterable<string>,
): Promise<Map<string, PositionEnd>> {
  const rows = await readEndpoints(context, kind, [...new Set(ids)])
  return new Map(rows.flatMap((row) => [[row.id, endOf(row)] as const]))
}

async function readEndpoints(context: Reader, kind: ConnectedKind, ids: string[]) {
  return ids.length > 0 ? context.read(findKnownEndpoints, { kind, ids }) : []
}

function endOf({ id, entity, label, source, position }: Row): PositionEnd {
  if (entity !== null) {
    const { label: name, attributes }: Material = JSON.parse(entity)
    return { id, code: attributes.materialNumber, label: name }
  }
  if (source !== null) {
    const { summary, facilityIds }: StoredSourceRecord = JSON.parse(source)
    const [facility, ...others] = facilityIds
    return { id, code: facility !== undefined && others.length === 0 ? facility : summary.recordId, label }
  }
  if (position !== null) return (JSON.parse(position) as MaterialFactoryPosition).factory
  return { id, code: id, label }
}
