import { listLinksFrom } from '../../../cypher/exceptions/facts.ts'
import {
  getEntities,
  getRequirements,
  listStylesOfSkus,
  writeRequirements,
} from '../../../cypher/exceptions/resolve.ts'
import { readRef } from '../../../domain/identity/record-refs.ts'
import { byId, distinct, type ReconcileContext } from '../context.ts'
import type { Invalidation } from '../invalidation.ts'
import { codeOwners, codeText } from './code-owners.ts'
import { type FactoryEndpoint, factoryEndpoints } from './factories.ts'

interface Product {
  styleId: string | null
  skuId: string | null
}

/**
 * Resolves the style or SKU and the factory of open production, given by its IDs, and writes them.
 * @returns invalidations of the pairs of a used material and the factory, now and before, because their needs may have
 * changed
 */
export async function resolveRequirements(context: ReconcileContext, ids: readonly string[]): Promise<Invalidation[]> {
  const { run, organization } = context
  const requirements = await run(getRequirements, organization, { ids: [...ids] })
  const products = await productsOf(
    context,
    requirements.flatMap(({ styleRef, skuRef }) => styleRef ?? skuRef ?? []),
  )
  const factories = await factoryEndpoints(
    context,
    requirements.flatMap(({ factoryRef }) => factoryRef ?? []),
  )
  const productions: Production[] = []
  const rows = requirements.flatMap(({ id, styleRef, skuRef, factoryRef, ...was }) => {
    const product = products.get(styleRef ?? skuRef ?? '')
    // A style code that leads to a SKU, or a SKU code that leads to a style, does not match.
    const isFitting = product !== undefined && (product.skuId === null) === (skuRef === null)
    const { styleId, skuId } = isFitting ? product : { styleId: null, skuId: null }
    const factory = factories.get(factoryRef ?? '')
    const now = { styleId, skuId, factoryId: factory?.id ?? null }
    const isPlacedAsBefore = was.styleId === now.styleId && was.factoryId === now.factoryId
    productions.push({ ...now, factory: factory ?? null }, ...(isPlacedAsBefore ? [] : [{ ...was, factory: null }]))
    return isPlacedAsBefore && was.skuId === now.skuId ? [] : [{ id, ...now }]
  })
  if (rows.length > 0) await run(writeRequirements, organization, { rows: rows.sort(byId) })
  return pairsOf(context, productions)
}

interface Production {
  styleId: string | null
  factoryId: string | null
  /** Null if the reference that led to the factory is not known. */
  factory: FactoryEndpoint | null
}

/** Returns the pairs of a factory with each material that a produced style uses. */
async function pairsOf(
  { run, organization, seq }: ReconcileContext,
  productions: readonly Production[],
): Promise<Invalidation[]> {
  const ids = distinct(productions.flatMap(({ styleId, factoryId }) => (factoryId === null ? [] : (styleId ?? []))))
  const uses = ids.length > 0 ? await run(listLinksFrom, organization, { ids, type: 'USES_MATERIAL', seq }) : []
  const byStyle = Map.groupBy(uses, ({ fromId }) => fromId)
  return productions.flatMap(({ styleId, factoryId, factory }) =>
    factoryId === null
      ? []
      : (byStyle.get(styleId ?? '') ?? []).map(
          ({ toId }): Invalidation => ({
            kind: 'pair',
            materialKey: toId,
            factoryKey: factoryId,
            hint: factory?.ref ?? '',
          }),
        ),
  )
}

/** Returns the style, and the SKU if it is one, of each reference that leads to exactly one visible entity. */
async function productsOf(context: ReconcileContext, refs: readonly string[]): Promise<Map<string, Product>> {
  const { run, organization } = context
  const read = distinct(refs).map((text) => ({ text, ref: readRef(text) }))
  const codes = read.flatMap(({ ref }) =>
    ref.kind === 'code' ? [{ system: ref.system ?? '*', kind: ref.codeKind, value: ref.value }] : [],
  )
  const owners = await codeOwners(context, ['style', 'sku'], codes)
  const idsOf = ({ ref }: (typeof read)[number]) => {
    if (ref.kind === 'id') return [ref.id]
    if (ref.kind !== 'code') return []
    const { system, codeKind: kind, value } = ref
    return (owners.get(codeText({ system: system ?? '*', kind, value })) ?? []).map(({ id }) => id)
  }
  const meant = read.map((one) => ({ text: one.text, ids: idsOf(one) }))
  const ids = distinct(meant.flatMap((one) => one.ids))
  const entities = ids.length > 0 ? await run(getEntities, organization, { ids }) : []
  const types = new Map(entities.filter(({ doc }) => doc !== null).map(({ id, type }) => [id, type]))
  const skuIds = ids.filter((id) => types.get(id) === 'sku')
  const styles = skuIds.length > 0 ? await run(listStylesOfSkus, organization, { ids: skuIds }) : []
  const styleOf = new Map(styles.map(({ skuId, styleId }) => [skuId, styleId]))
  return new Map(
    meant.map(({ text, ids: own }): [string, Product] => {
      const [id] = own
      if (id === undefined || own.length > 1 || !types.has(id)) return [text, { styleId: null, skuId: null }]
      if (types.get(id) === 'style') return [text, { styleId: id, skuId: null }]
      return [text, { styleId: styleOf.get(id) ?? null, skuId: id }]
    }),
  )
}
