import { listChangedStyles } from '../../../cypher/bom/read-snapshots.ts'
import { listLinesAround, listLinksFrom, listLinksTo } from '../../../cypher/exceptions/facts.ts'
import { storedLine } from '../../../schemas/stored/bom.ts'
import { distinct, type ReconcileContext } from '../context.ts'
import type { Invalidation, InvalidationOf } from '../invalidation.ts'
import { FACILITY, facilitiesOf, factoryIdOf } from '../resolve/facilities.ts'

const LINKS = 100
const STYLES = 20

/** That a style uses a material, or used it. */
interface Use {
  styleId: string
  materialId: string
}

/** The styles that a publication changed. With the first it is known what no style uses. */
export async function publications(
  context: ReconcileContext,
  taken: readonly InvalidationOf<'publication'>[],
): Promise<Invalidation[]> {
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

export async function styles(
  context: ReconcileContext,
  taken: readonly InvalidationOf<'style'>[],
): Promise<Invalidation[]> {
  return pairsOfStyles(
    context,
    taken.map(({ id }) => id),
    [],
  )
}

/** The materials that styles use, or used (`former`), and their pairs where the styles are produced. */
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

function pairAt(organization: string, materialKey: string, facility: string): Invalidation {
  const factoryKey = factoryIdOf(organization, facility)
  return { kind: 'pair', materialKey, factoryKey, hint: `code:*:${FACILITY}:${facility}` }
}

/** Where materials may be missing: wherever a style that uses them is produced. */
export async function places(
  context: ReconcileContext,
  taken: readonly InvalidationOf<'places'>[],
): Promise<Invalidation[]> {
  const { links, rest } = await linksTo(context, 'USES_MATERIAL', taken)
  const used = links.map(({ key, fromId }) => ({ styleId: fromId, materialId: key }))
  return [...(await pairsWhereProduced(context, used)), ...rest]
}

/** What may be missing at the factories of suppliers: whatever the styles use that they produce. */
export async function produced(
  context: ReconcileContext,
  taken: readonly InvalidationOf<'produced'>[],
): Promise<Invalidation[]> {
  const { links, rest } = await linksTo(context, 'PRODUCED_BY', taken)
  const uses = await usesOf(
    context,
    links.map(({ fromId }) => fromId),
  )
  const used = Map.groupBy(uses, ({ styleId }) => styleId)
  const facilities = await facilitiesOf(
    context,
    taken.map(({ id }) => id),
  )
  const pairs = links.flatMap(({ key, fromId }) =>
    (used.get(fromId) ?? []).flatMap(({ materialId }) =>
      (facilities.get(key) ?? []).map((facility) => pairAt(context.organization, materialId, facility)),
    ),
  )
  return [...pairs, ...rest]
}

/** The next links to entities, and what is left of those that have more. */
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
