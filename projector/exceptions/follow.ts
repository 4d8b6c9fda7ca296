import { listChangedStyles } from '../../cypher/bom/read-snapshots.ts'
import { listLinesAround, listLinksFrom, listLinksTo } from '../../cypher/exceptions/facts.ts'
import * as queries from '../../cypher/exceptions/queue.ts'
import { type EntityRow, getEntities, listClaimsOfEntities } from '../../cypher/exceptions/resolve.ts'
import type { Query } from '../../cypher/query.ts'
import { codeValues } from '../../domain/exceptions/finding.ts'
import { storedLine } from '../../schemas/stored/bom.ts'
import { storedEntity, storedEntityState } from '../../schemas/stored/entity.ts'
import { distinct, type ReconcileContext } from './context.ts'
import { type Invalidation, type InvalidationKind, invalidation } from './queue.ts'
import { FACILITY, facilitiesOf, factoryIdOf } from './resolve/facilities.ts'

/** What a page of a set-based statement holds, of each key. */
const ROWS = 200
/** Few references mean several things, and rarely at many places. */
const FEW = 20
const LINKS = 100
const STYLES = 20

/** Kinds of which something is computed; the others are followed. */
export type NarrowKind = 'record' | 'requirement' | 'position' | 'pair'
export type WideKind = Exclude<InvalidationKind, NarrowKind>

type Follow = (context: ReconcileContext, taken: readonly Invalidation[]) => Promise<Invalidation[]>

/**
 * Replaces wide invalidations by narrower ones, a page at a time.
 * @returns what is to be added: what was not added inside the graph, and what the page left
 */
export function follow(
  context: ReconcileContext,
  kind: WideKind,
  taken: readonly Invalidation[],
): Promise<Invalidation[]> {
  return walks[kind](context, taken)
}

const walks: Readonly<Record<WideKind, Follow>> = {
  everything,
  publication,
  entity: entities,
  carriers,
  code: codes,
  supplied: byKey('supplied', queries.invalidateSupplied),
  produced,
  style: (context, taken) =>
    pairsOfStyles(
      context,
      taken.map(({ key }) => key),
      [],
    ),
  exceptions: byKey('exceptions', queries.invalidatePairsOfExceptions),
  material: byKey('material', queries.invalidatePairsOfMaterial),
  factory: byKey('factory', queries.invalidatePairsOfFactory),
  places,
}

interface Followed {
  key: string
  last: string | null
  found: number
}
type ByKeyParams = { rows: { key: string; after: string }[]; limit: number; labels: readonly string[] }
type ByKey = Query<ByKeyParams, Followed, 'tenant'>

function byKey(kind: WideKind, query: ByKey): Follow {
  return async ({ run, organization, labels }, taken) => {
    const rows = taken.map(({ key, after }) => ({ key, after }))
    return restOf(kind, await run(query, organization, { rows, limit: ROWS, labels }))
  }
}

/** What pages left that are full. */
function restOf(kind: WideKind, followed: readonly Followed[], limit = ROWS): Invalidation[] {
  return followed.flatMap(({ key, last, found }) =>
    found >= limit && last !== null ? [{ ...invalidation(kind, key), after: last }] : [],
  )
}

/** Invalidates the pairs that have references for keys, because these mean several things. */
export async function pairsOfRefs(
  { run, organization, labels }: ReconcileContext,
  kind: 'material' | 'factory',
  refs: readonly string[],
): Promise<Invalidation[]> {
  const query = kind === 'material' ? queries.invalidatePairsOfMaterial : queries.invalidatePairsOfFactory
  const rows = refs.map((key) => ({ key, after: '' }))
  return rows.length > 0 ? restOf(kind, await run(query, organization, { rows, limit: FEW, labels }), FEW) : []
}

async function everything({ run, organization, labels }: ReconcileContext, taken: readonly Invalidation[]) {
  const after = taken.map((one) => one.after).sort()[0] ?? ''
  return restOf('everything', await run(queries.invalidateMaterials, organization, { after, limit: ROWS, labels }))
}

async function codes(context: ReconcileContext, taken: readonly Invalidation[]) {
  const rest = await byKey('code', queries.invalidateCode)(context, taken)
  // Who operates a factory, and whether it is known, follows from who carries its facility id.
  const facilities = taken.flatMap(({ key }) =>
    key.startsWith(`${FACILITY}:`) ? [key.slice(FACILITY.length + 1)] : [],
  )
  return [...rest, ...facilities.map((one) => invalidation('factory', factoryIdOf(context.organization, one)))]
}

async function carriers({ run, organization, labels }: ReconcileContext, taken: readonly Invalidation[]) {
  const rows = taken.map(({ key, after }) => {
    const at = key.indexOf(':')
    return { key, after, codeKind: key.slice(0, at), value: key.slice(at + 1) }
  })
  return restOf('carriers', await run(queries.invalidateCarriers, organization, { rows, limit: ROWS, labels }))
}

/** What is based on materials and suppliers: by their types, the records that carry their codes, and pairs that may mean them. */
async function entities(context: ReconcileContext, taken: readonly Invalidation[]): Promise<Invalidation[]> {
  const { run, organization } = context
  const ids = taken.map(({ key }) => key)
  const claims = Map.groupBy(await run(listClaimsOfEntities, organization, { ids }), ({ entityId }) => entityId)
  const rows = await run(getEntities, organization, { ids })
  const materials = rows.filter(({ type }) => type === 'material')
  const suppliers = rows.filter(({ type }) => type === 'supplier')
  const claimsOf = (of: readonly { id: string }[]) => of.flatMap(({ id }) => claims.get(id) ?? [])
  const facilities = claimsOf(suppliers).filter(({ kind }) => kind === FACILITY)
  const carried = [...claimsOf(materials), ...facilities].map(({ kind, value }) => `${kind}:${value}`)
  // Record ids lead to a material without being claimed by it.
  const recordIds = materials.flatMap((row) => recordIdsOf(row).map((value) => `record_id:${value}`))
  return [
    ...materials.flatMap(({ id }) => [invalidation('material', id), invalidation('places', id)]),
    ...suppliers.flatMap(({ id }) => [invalidation('supplied', id), invalidation('produced', id)]),
    ...facilities.map(({ value }) => invalidation('factory', factoryIdOf(organization, value))),
    ...[...carried, ...recordIds].map((code) => invalidation('carriers', code)),
    ...(await pairsOfRefs(context, 'material', Object.keys(codeValues(claimsOf(materials))))),
    ...(await pairsOfRefs(context, 'factory', Object.keys(codeValues(claimsOf(suppliers))))),
  ]
}

function recordIdsOf({ doc, state }: EntityRow): string[] {
  const hidden = doc === null && state !== null ? storedEntityState.read(state).hidden : null
  const references = doc === null ? (hidden?.references ?? []) : storedEntity.read(doc).externalReferences
  return references.flatMap(({ kind, value }) => (kind === 'record_id' ? [value] : []))
}

/** The styles that a publication changed. With the first it is known what no style uses. */
async function publication(context: ReconcileContext, taken: readonly Invalidation[]): Promise<Invalidation[]> {
  const { run, organization } = context
  const added: Invalidation[] = []
  for (const one of taken) {
    const seq = Number(one.key)
    const start = one.after === '' ? '' : `${one.after}0`
    const rows = await run(listChangedStyles, organization, { from: seq - 1, to: seq, start, limit: STYLES })
    const styleIds = rows.map(({ styleId }) => styleId)
    const lines = styleIds.length > 0 ? await run(listLinesAround, organization, { styleIds, seq }) : []
    const former = lines.map(({ styleId, doc }): Use => ({ styleId, materialId: storedLine.read(doc).materialId }))
    added.push(...(await pairsOfStyles(context, styleIds, former)))
    if (seq === 1 && one.after === '') added.push(invalidation('everything'))
    if (rows.length === STYLES) added.push({ ...one, after: styleIds.at(-1) ?? '' })
  }
  return added
}

/** That a style uses a material, or used it. */
interface Use {
  styleId: string
  materialId: string
}

/** The materials that styles use, or used (`former`), and their pairs where the styles are produced. */
async function pairsOfStyles(
  context: ReconcileContext,
  styleIds: readonly string[],
  former: readonly Use[],
): Promise<Invalidation[]> {
  const used = [...(await usesOf(context, styleIds)), ...former]
  return [
    ...distinct(used.map(({ materialId }) => materialId)).map((id) => invalidation('material', id)),
    ...(await pairsWhereProduced(context, used)),
  ]
}

async function usesOf({ run, organization, seq }: ReconcileContext, styleIds: readonly string[]): Promise<Use[]> {
  const ids = distinct(styleIds)
  const links = ids.length > 0 ? await run(listLinksFrom, organization, { ids, type: 'USES_MATERIAL', seq }) : []
  return links.map(({ fromId, toId }) => ({ styleId: fromId, materialId: toId }))
}

/** The pairs of materials with the factories where the styles that use them are produced. */
async function pairsWhereProduced(context: ReconcileContext, used: readonly Use[]): Promise<Invalidation[]> {
  const { run, organization, seq } = context
  const ids = distinct(used.map(({ styleId }) => styleId))
  const links = ids.length > 0 ? await run(listLinksFrom, organization, { ids, type: 'PRODUCED_BY', seq }) : []
  const facilities = await facilitiesOf(context, distinct(links.map(({ toId }) => toId)))
  const suppliers = Map.groupBy(links, ({ fromId }) => fromId)
  return used.flatMap(({ styleId, materialId }) =>
    (suppliers.get(styleId) ?? [])
      .flatMap(({ toId }) => facilities.get(toId) ?? [])
      .map((facility) => pairAt(organization, materialId, facility)),
  )
}

function pairAt(organization: string, materialId: string, facility: string): Invalidation {
  return invalidation('pair', materialId, factoryIdOf(organization, facility), `code:*:${FACILITY}:${facility}`)
}

/** Where materials may be missing: wherever a style that uses them is produced. */
async function places(context: ReconcileContext, taken: readonly Invalidation[]): Promise<Invalidation[]> {
  const { links, rest } = await linksTo(context, 'places', 'USES_MATERIAL', taken)
  const used = links.map(({ key, fromId }) => ({ styleId: fromId, materialId: key }))
  return [...(await pairsWhereProduced(context, used)), ...rest]
}

/** What may be missing at the factories of suppliers: whatever the styles use that they produce. */
async function produced(context: ReconcileContext, taken: readonly Invalidation[]): Promise<Invalidation[]> {
  const { links, rest } = await linksTo(context, 'produced', 'PRODUCED_BY', taken)
  const used = Map.groupBy(
    await usesOf(
      context,
      links.map(({ fromId }) => fromId),
    ),
    ({ styleId }) => styleId,
  )
  const facilities = await facilitiesOf(
    context,
    taken.map(({ key }) => key),
  )
  const pairs = links.flatMap(({ key, fromId }) =>
    (used.get(fromId) ?? []).flatMap(({ materialId }) =>
      (facilities.get(key) ?? []).map((facility) => pairAt(context.organization, materialId, facility)),
    ),
  )
  return [...pairs, ...rest]
}

async function linksTo(
  { run, organization, seq }: ReconcileContext,
  kind: WideKind,
  type: string,
  taken: readonly Invalidation[],
) {
  const rows = taken.map(({ key, after }) => ({ key, after: after === '' ? `${type}/` : after }))
  const links = await run(listLinksTo, organization, { rows, type, seq, limit: LINKS })
  const rest = [...Map.groupBy(links, ({ key }) => key)].flatMap(([key, own]) => {
    const last = own.map((link) => link.last).reduce((a, b) => (a > b ? a : b))
    return own.length < LINKS ? [] : [{ ...invalidation(kind, key), after: last }]
  })
  return { links, rest }
}
