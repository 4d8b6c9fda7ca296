import { listChangedStyles } from '../../../cypher/bom/read-snapshots.ts'
import { listLinesAround, listLinksFrom, listLinksTo } from '../../../cypher/exceptions/facts.ts'
import { storedLine } from '../../../schemas/stored/bom.ts'
import { distinct, type ReconcileContext } from '../context.ts'
import type { Invalidation, InvalidationOf } from '../invalidation.ts'
import { FACILITY, facilitiesOf, factoryIdOf } from '../resolve/facilities.ts'
import type { Follow } from './by-key.ts'

const LINKS = 100
const STYLES = 20

/** A style that uses a material, now or in the previous snapshot. */
interface Use {
  styleId: string
  materialId: string
}

/**
 * Replaces a publication by the styles that it changed. After the first publication, everything is invalid, because the
 * service now knows which materials no style uses.
 */
export const publications: Follow<'publication'> = async (context, taken) => {
  const { run, organization } = context
  const added: Invalidation[] = []
  for (const { kind, seq, after = '' } of taken) {
    const start = after === '' ? '' : `${after}0`
    const rows = await run(listChangedStyles, organization, { from: seq - 1, to: seq, start, limit: STYLES })
    const styleIds = rows.map(({ styleId }) => styleId)
    const lines = styleIds.length > 0 ? await run(listLinesAround, organization, { styleIds, seq }) : []
    const former = lines.map(({ styleId, doc }): Use => ({ styleId, materialId: storedLine.read(doc).materialId }))
    added.push(...(await pairsOfStyles(context, styleIds, former)))
    if (seq === 1 && after === '') added.push({ kind: 'everything', isFirst: false })
    if (rows.length === STYLES) added.push({ kind, seq, after: styleIds.at(-1) ?? '' })
  }
  return added
}

export const styles: Follow<'style'> = (context, taken) => {
  const styleIds = taken.map(({ id }) => id)
  return pairsOfStyles(context, styleIds, [])
}

/**
 * Invalidates the materials that these styles use now or used before (`former`), and the pairs of those materials with
 * the factories where the styles are produced.
 */
async function pairsOfStyles(
  context: ReconcileContext,
  styleIds: readonly string[],
  former: readonly Use[],
): Promise<Invalidation[]> {
  const used = [...(await usesOf(context, styleIds)), ...former]
  return [
    ...distinct(used.map(({ materialId }) => materialId)).map((key): Invalidation => ({ kind: 'material', key })),
    ...(await pairsWhereProduced(context, used)),
  ]
}

async function usesOf({ run, organization, seq }: ReconcileContext, styleIds: readonly string[]): Promise<Use[]> {
  const ids = distinct(styleIds)
  const links = ids.length > 0 ? await run(listLinksFrom, organization, { ids, type: 'USES_MATERIAL', seq }) : []
  return links.map(({ fromId, toId }) => ({ styleId: fromId, materialId: toId }))
}

/** Returns the pairs of materials with the factories where the styles that use them are produced. */
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

function pairAt(organization: string, materialKey: string, facility: string): Invalidation {
  const factoryKey = factoryIdOf(organization, facility)
  return { kind: 'pair', materialKey, factoryKey, hint: `code:*:${FACILITY}:${facility}` }
}

/** Replaces a material by the factories that may lack it: those where a style that uses it is produced. */
export const places: Follow<'places'> = async (context, taken) => {
  const { links, rest } = await linksTo(context, 'USES_MATERIAL', taken)
  const used = links.map(({ key, fromId }) => ({ styleId: fromId, materialId: key }))
  return [...(await pairsWhereProduced(context, used)), ...rest]
}

/**
 * Replaces a supplier by the materials that may be missing at its factories: those that the styles use which it
 * produces.
 */
export const produced: Follow<'produced'> = async (context, taken) => {
  const { links, rest } = await linksTo(context, 'PRODUCED_BY', taken)
  const [styleIds, supplierIds] = [links.map(({ fromId }) => fromId), taken.map(({ id }) => id)]
  const used = Map.groupBy(await usesOf(context, styleIds), ({ styleId }) => styleId)
  const facilities = await facilitiesOf(context, supplierIds)
  const pairs = links.flatMap(({ key, fromId }) =>
    (used.get(fromId) ?? []).flatMap(({ materialId }) =>
      (facilities.get(key) ?? []).map((facility) => pairAt(context.organization, materialId, facility)),
    ),
  )
  return [...pairs, ...rest]
}

/** Returns the next links to entities, and invalidations that continue for entities with more links. */
async function linksTo(
  { run, organization, seq }: ReconcileContext,
  type: string,
  taken: readonly InvalidationOf<'places' | 'produced'>[],
) {
  const rows = taken.map(({ id, after = '' }) => ({ key: id, after: after === '' ? `${type}/` : after }))
  const links = await run(listLinksTo, organization, { rows, type, seq, limit: LINKS })
  const byId = Map.groupBy(links, ({ key }) => key)
  const rest = taken.flatMap(({ kind, id }): Invalidation[] => {
    const own = byId.get(id) ?? []
    const after = own.map((link) => link.last).reduce((a, b) => (a > b ? a : b), '')
    return own.length < LINKS ? [] : [{ kind, id, after }]
  })
  return { links, rest }
}
