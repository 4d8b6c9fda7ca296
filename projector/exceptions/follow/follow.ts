import * as queries from '../../../cypher/exceptions/queue.ts'
import { type EntityRow, getEntities, listClaimsOfEntities } from '../../../cypher/exceptions/resolve.ts'
import { codeValues } from '../../../domain/exceptions/finding.ts'
import { storedEntity, storedEntityState } from '../../../schemas/stored/entity.ts'
import type { ReconcileContext } from '../context.ts'
import { encodeInvalidation, type Invalidation, type InvalidationKind, type InvalidationOf } from '../invalidation.ts'
import { FACILITY, factoryIdOf } from '../resolve/facilities.ts'
import { byKey, type Follow, pairsOfRefs, ROWS, restOf } from './by-key.ts'
import { places, produced, publications, styles } from './styles.ts'

/** Kinds that are replaced by narrower ones. For the other four kinds, the reconciler computes a result. */
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
 * Replaces wide invalidations of one kind by narrower ones, up to a limit.
 * @returns invalidations that the caller has to add: narrower ones that no statement has added inside the graph, and
 * the rest of wide ones
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
  // A code that is a facility ID also decides which suppliers operate the factory, and whether the factory is known.
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

/**
 * Invalidates what depends on materials and suppliers: records that carry their codes, and pairs that may refer to
 * them.
 */
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
  const claimsOf = (entities: readonly { id: string }[]) => entities.flatMap(({ id }) => claims.get(id) ?? [])
  const facilities = claimsOf(suppliers).filter(({ kind }) => kind === FACILITY)
  // A record ID leads to its material although no claim is stored for it.
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
