import { type EntityRow, findOwnersOfCodes, getEntities } from '../../cypher/reconcile.ts'
import { readRef } from '../../schemas/connected-refs.ts'
import type { Entity } from '../../schemas/graph.ts'
import type { End } from './pair.ts'
import { distinct, type Round } from './round.ts'

export type Material = Extract<Entity, { type: 'material' }>

/** What references to materials mean now, by reference; `material` is null unless it is one listed material. */
export type MaterialEnd = End & { ref: string; material: Material | null }

/** Resolves references to materials, as stored, against who owns their codes now. */
export async function materialEnds(round: Round, refs: Iterable<string>): Promise<Map<string, MaterialEnd>> {
  const { run, organization } = round
  const read = distinct(refs).map((text) => ({ text, ref: readRef(text) }))
  const codes = read.flatMap(({ ref }) =>
    ref.kind === 'code' ? [{ system: ref.system ?? '*', kind: ref.codeKind, value: ref.value }] : [],
  )
  const owned = codes.length > 0 ? await run(findOwnersOfCodes, organization, { codes }) : []
  const owners = owned.filter(({ type }) => type === 'material')
  const idsOf = ({ ref }: (typeof read)[number]) => {
    if (ref.kind === 'id') return [ref.id]
    if (ref.kind !== 'code') return []
    const { system, codeKind, value } = ref
    const isIt = (of: (typeof owners)[number]) =>
      of.system === (system ?? '*') && of.kind === codeKind && of.value === value
    return distinct(owners.filter(isIt).map(({ id }) => id)).sort()
  }
  const meant = read.map((one) => ({ ...one, ids: idsOf(one) }))
  const materials = await listedMaterials(
    round,
    meant.flatMap(({ ids }) => ids),
  )
  return new Map(
    meant.map(({ text, ids }) => [
      text,
      endOf(
        text,
        ids.flatMap((id) => materials.get(id) ?? []),
      ),
    ]),
  )
}

/** The listed materials among entities. */
export async function listedMaterials({ run, organization }: Round, ids: Iterable<string>) {
  const wanted = distinct(ids)
  const rows = wanted.length > 0 ? await run(getEntities, organization, { ids: wanted }) : []
  return new Map(rows.flatMap((row) => materialOf(row) ?? []).map((material) => [material.id, material]))
}

/** The document was written as an entity by the projector; see docs/adr/0012-stored-records-go-out-as-text.md. */
function materialOf({ type, doc }: EntityRow): Material | null {
  return type === 'material' && doc !== null ? (JSON.parse(doc) as Material) : null
}

function endOf(ref: string, materials: readonly Material[]): MaterialEnd {
  const [first] = materials
  if (first && materials.length === 1) {
    const { id, label, attributes } = first
    return { ref: `id:${id}`, key: id, id, code: attributes.materialNumber, label, owners: [], material: first }
  }
  const owners = materials.map(({ attributes }) => attributes.materialNumber)
  return { ref, key: ref, id: null, code: codeOf(ref), label: null, owners, material: null }
}

/** What people would call a reference that leads nowhere. */
export function codeOf(text: string): string {
  const ref = readRef(text)
  if (ref.kind === 'code') return ref.value
  return ref.kind === 'record' ? ref.recordId : ref.id
}
