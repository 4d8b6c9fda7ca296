import * as queries from '../../../cypher/exceptions/queue.ts'
import { type EntityRow, getEntities, listClaimsOfEntities } from '../../../cypher/exceptions/resolve.ts'
import { codeValues } from '../../../domain/exceptions/finding.ts'
import { storedEntity, storedEntityState } from '../../../schemas/stored/entity.ts'
import type { ReconcileContext } from '../context.ts'
import { encodeInvalidation, type Invalidation, type InvalidationKind, type InvalidationOf } from '../invalidation.ts'
import { FACILITY, factoryIdOf } from '../resolve/facilities.ts'
import { byKey, type Follow, pairsOfRefs, ROWS, restOf } from './by-key.ts'
import { places, produced, publications, styles } from './styles.ts'

/** Kinds of which something is computed; the others are followed. */
export type WideKind = Exclude<InvalidationKind, 'record' | 'requirement' | 'position' | 'pair'>

const steps: { readonly [K in WideKind]: Follow<K> } = {
  everything,
  publication: publications,
  entity: entities,
  carriers,
  code: codes,
  supplied: byKey('supplied', queries.invalidateSupplied),
  produced,
  style: styles,
  exceptions: byKey('exceptions', queries.invalidatePairsOfExceptions),
  material: byKey('material', queries.invalidatePairsOfMaterial),
  factory: byKey('factory', queries.invalidatePairsOfFactory),
  places,
}

/**
 * Replaces wide invalidations of one kind by narrower ones, a limited number at a time.
 * @returns what is to be added: what was not added inside the graph, and what is left
 */
export function follow<K extends WideKind>(
  context: ReconcileContext,
  kind: K,
  taken: readonly InvalidationOf<K>[],
): Promise<Invalidation[]> {
  return steps[kind](context, taken)
}

async function everything(
  { run, organization, labels }: ReconcileContext,
  taken: readonly InvalidationOf<'everything'>[],
): Promise<Invalidation[]> {
  const after = taken.map((one) => one.after ?? '').sort()[0] ?? ''
  return restOf('everything', await run(queries.invalidateMaterials, organization, { after, limit: ROWS, labels }))
}

const followCode = byKey('code', queries.invalidateCode)

async function codes(context: ReconcileContext, taken: readonly InvalidationOf<'code'>[]): Promise<Invalidation[]> {
  // Who operates a factory, and whether it is known, follows from who carries its facility id.
  const facilities = taken.filter(({ codeKind }) => codeKind === FACILITY)
  return [
    ...(await followCode(context, taken)),
    ...facilities.map(({ value }) => factoryAt(context.organization, value)),
  ]
}

function factoryAt(organization: string, facility: string): Invalidation {
  return { kind: 'factory', key: factoryIdOf(organization, facility) }
}

async function carriers(
  { run, organization, labels }: ReconcileContext,
  taken: readonly InvalidationOf<'carriers'>[],
): Promise<Invalidation[]> {
  const rows = taken.map((one) => {
    const { key, after } = encodeInvalidation(one)
    return { key, after, codeKind: one.codeKind, value: one.value }
  })
  return restOf('carriers', await run(queries.invalidateCarriers, organization, { rows, limit: ROWS, labels }))
}

/** What is based on materials and suppliers, the records that carry their codes, and the pairs that may mean them. */
async function entities(
  context: ReconcileContext,
  taken: readonly InvalidationOf<'entity'>[],
): Promise<Invalidation[]> {
  const { run, organization } = context
  const ids = taken.map(({ id }) => id)
  const claims = Map.groupBy(await run(listClaimsOfEntities, organization, { ids }), ({ entityId }) => entityId)
  const rows = await run(getEntities, organization, { ids })
  const materials = rows.filter(({ type }) => type === 'material')
  const suppliers = rows.filter(({ type }) => type === 'supplier')
  const claimsOf = (of: readonly { id: string }[]) => of.flatMap(({ id }) => claims.get(id) ?? [])
  const facilities = claimsOf(suppliers).filter(({ kind }) => kind === FACILITY)
  // Record ids lead to a material without being claimed by it.
  const recordIds = materials.flatMap(recordIdsOf)
  const carried = [...claimsOf(materials), ...facilities, ...recordIds.map((value) => ({ kind: 'record_id', value }))]
  return [
    ...materials.flatMap(({ id }): Invalidation[] => [
      { kind: 'material', key: id },
      { kind: 'places', id },
    ]),
    ...suppliers.flatMap(({ id }): Invalidation[] => [
      { kind: 'supplied', id },
      { kind: 'produced', id },
    ]),
    ...facilities.map(({ value }) => factoryAt(organization, value)),
    ...carried.map(({ kind, value }): Invalidation => ({ kind: 'carriers', codeKind: kind, value })),
    ...(await pairsOfRefs(context, 'material', Object.keys(codeValues(claimsOf(materials))))),
    ...(await pairsOfRefs(context, 'factory', Object.keys(codeValues(claimsOf(suppliers))))),
  ]
}

function recordIdsOf({ doc, state }: EntityRow): string[] {
  const hidden = doc === null && state !== null ? storedEntityState.read(state).hidden : null
  const references = doc === null ? (hidden?.references ?? []) : storedEntity.read(doc).externalReferences
  return references.flatMap(({ kind, value }) => (kind === 'record_id' ? [value] : []))
}
