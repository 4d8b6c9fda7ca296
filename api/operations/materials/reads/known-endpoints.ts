import { findKnownEndpoints } from '../../../../cypher/materials/read-materials.ts'
import type { ConnectedKind } from '../../../../schemas/materials/connected-records.ts'
import type { PositionEnd } from '../../../../schemas/materials/positions.ts'
import { storedPosition } from '../../../../schemas/stored/connected-data.ts'
import { storedEntity } from '../../../../schemas/stored/entity.ts'
import { storedSourceRecord } from '../../../../schemas/stored/source-record.ts'
import type { Reader } from '../../../core/context.ts'

type Row = Awaited<ReturnType<typeof readEndpoints>>[number]

/** The codes and labels of materials or factories, as positions would show them, without reading positions. */
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
  const known = entity === null ? null : storedEntity.read(entity)
  if (known?.type === 'material') return { id, code: known.attributes.materialNumber, label: known.label }
  if (source !== null) {
    const { summary, facilityIds } = storedSourceRecord.read(source)
    const [facility, ...others] = facilityIds
    return { id, code: facility !== undefined && others.length === 0 ? facility : summary.recordId, label }
  }
  if (position !== null) return storedPosition.read(position).factory
  return { id, code: id, label }
}
