import { type EntityRow, getEntities } from '../../../cypher/exceptions/resolve.ts'
import { inputOf } from '../../../domain/exceptions/inputs.ts'
import type { Endpoint } from '../../../domain/exceptions/pair.ts'
import { readRef } from '../../../domain/identity/record-refs.ts'
import type { Entity } from '../../../schemas/graph/entities.ts'
import { storedEntity } from '../../../schemas/stored/entity.ts'
import { distinct, type ReconcileContext } from '../context.ts'
import { entityInput } from '../input-records.ts'
import { codeOwners, codeText } from './code-owners.ts'

export type Material = Extract<Entity, { type: 'material' }>

/** A visible material with its stored row. */
export interface ListedMaterial extends Material {
  row: EntityRow
}

/** The material that a reference leads to now. `material` is null unless it leads to exactly one visible material. */
export type MaterialEndpoint = Endpoint & { ref: string; material: ListedMaterial | null }

/** Resolves stored references to materials by the current owners of their codes. */
export async function materialEndpoints(
  context: ReconcileContext,
  refs: Iterable<string>,
): Promise<Map<string, MaterialEndpoint>> {
  const read = distinct(refs).map((text) => ({ text, ref: readRef(text) }))
  const codes = read.flatMap(({ ref }) =>
    ref.kind === 'code' ? [{ system: ref.system ?? '*', kind: ref.codeKind, value: ref.value }] : [],
  )
  const owners = await codeOwners(context, ['material'], codes)
  const idsOf = ({ ref }: (typeof read)[number]) => {
    if (ref.kind === 'id') return [ref.id]
    if (ref.kind !== 'code') return []
    const { system, codeKind: kind, value } = ref
    return (owners.get(codeText({ system: system ?? '*', kind, value })) ?? []).map(({ id }) => id)
  }
  const meant = read.map((one) => ({ ...one, ids: idsOf(one) }))
  const materials = await listedMaterials(
    context,
    meant.flatMap(({ ids }) => ids),
  )
  return new Map(
    meant.map(({ text, ids }) => [
      text,
      endpointOf(
        text,
        ids.flatMap((id) => materials.get(id) ?? []),
      ),
    ]),
  )
}

/** Returns those of the entities that are visible materials. */
export async function listedMaterials({ run, organization }: ReconcileContext, ids: Iterable<string>) {
  const wanted = distinct(ids)
  const rows = wanted.length > 0 ? await run(getEntities, organization, { ids: wanted }) : []
  return new Map(rows.flatMap((row) => materialOf(row) ?? []).map((material) => [material.id, material]))
}

function materialOf(row: EntityRow): ListedMaterial | null {
  const entity = row.type === 'material' && row.doc !== null ? storedEntity.read(row.doc) : null
  return entity?.type === 'material' ? { ...entity, row } : null
}

function endpointOf(ref: string, materials: readonly ListedMaterial[]): MaterialEndpoint {
  const [first] = materials
  if (first && materials.length === 1) {
    const { id, label, attributes } = first
    return { ref: `id:${id}`, key: id, id, code: attributes.materialNumber, label, owners: [], material: first }
  }
  const owners = materials.map(({ attributes, row }) => ({
    code: attributes.materialNumber,
    inputs: [inputOf(entityInput(row), [], [ref])],
  }))
  return { ref, key: ref, id: null, code: codeOf(ref), label: null, owners, material: null }
}

/** The code to show for a reference that does not lead to an entity. */
export function codeOf(text: string): string {
  const ref = readRef(text)
  if (ref.kind === 'code') return ref.value
  return ref.kind === 'record' ? ref.recordId : ref.id
}
