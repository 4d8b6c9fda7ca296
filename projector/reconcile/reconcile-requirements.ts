import {
  findOwnersOfCodes,
  findRequirementsOfRefs,
  getEntities,
  listLinksFrom,
  listStylesOfSkus,
  writeRequirements,
} from '../../cypher/reconcile.ts'
import { readRef } from '../../schemas/connected-refs.ts'
import { newestTimes, timeOf } from '../newest-times.ts'
import { factoryEnds } from './factory-ends.ts'
import { distinct, type Round } from './round.ts'
import { type Due, dueSince } from './work.ts'

interface Meant {
  styleId: string | null
  skuId: string | null
}

/**
 * Looks again at open production by what it names, a style or SKU and a factory: writes what is meant now.
 * @returns the pairs of the materials and the factory, whose needs may be others now
 */
export async function reconcileRequirements(
  round: Round,
  due: readonly { refs: readonly [string, string]; time: string }[],
): Promise<Due[]> {
  const { run, organization } = round
  if (due.length === 0) return []
  const refs = due.map((one) => one.refs)
  const requirements = await run(findRequirementsOfRefs, organization, { pairs: refs.map(([a, b]) => [a, b]) })
  const meant = await meantBy(round, distinct(refs.map(([ref]) => ref)))
  const factories = await factoryEnds(round, distinct(refs.map(([, ref]) => ref)))
  const rows = requirements.flatMap(({ id, styleRef, skuRef, factoryRef, ...was }) => {
    const found = meant.get(styleRef ?? skuRef ?? '')
    // A code of the other kind of thing is no answer.
    const isFitting = found !== undefined && (found.skuId === null) === (skuRef === null)
    const { styleId, skuId } = isFitting ? found : { styleId: null, skuId: null }
    const now = { styleId, skuId, factoryId: factories.get(factoryRef)?.id ?? null }
    const isAsBefore = was.styleId === now.styleId && was.skuId === now.skuId && was.factoryId === now.factoryId
    return isAsBefore ? [] : [{ id, ...now }]
  })
  rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  if (rows.length > 0) await run(writeRequirements, organization, { rows })
  const times = newestTimes(due.map((one) => [JSON.stringify(one.refs), one.time]))
  const before = requirements.map(({ styleRef, skuRef, factoryRef, styleId, factoryId }) => {
    const time = timeOf(times, JSON.stringify([styleRef ?? skuRef, factoryRef]))
    return { styleId, factoryId, factoryRef, time }
  })
  const now = due.map(({ refs: [ref, factoryRef], time }) => {
    const factory = factories.get(factoryRef)
    const styleId = meant.get(ref)?.styleId ?? null
    return { styleId, factoryId: factory?.id ?? null, factoryRef: factory?.ref ?? factoryRef, time }
  })
  return pairsOf(round, [...before, ...now])
}

/** The pairs of each material that a style uses with a factory. */
async function pairsOf(
  { run, organization, seq }: Round,
  places: readonly { styleId: string | null; factoryId: string | null; factoryRef: string; time: string }[],
): Promise<Due[]> {
  const ids = distinct(places.flatMap(({ styleId, factoryId }) => (factoryId === null ? [] : (styleId ?? []))))
  const uses = ids.length > 0 ? await run(listLinksFrom, organization, { ids, type: 'USES_MATERIAL', seq }) : []
  const byStyle = Map.groupBy(uses, ({ fromId }) => fromId)
  return places.flatMap(({ styleId, factoryId, factoryRef, time }) => {
    if (factoryId === null) return []
    const materialIds = distinct((byStyle.get(styleId ?? '') ?? []).map(({ toId }) => toId))
    return materialIds.flatMap((id) => dueSince(time, [['slot', id, factoryId, `id:${id}`, factoryRef]]))
  })
}

/** The style of each reference to a style or a SKU, where that is one listed thing. */
async function meantBy(round: Round, refs: readonly string[]): Promise<Map<string, Meant>> {
  const { run, organization } = round
  const read = distinct(refs).map((text) => ({ text, ref: readRef(text) }))
  const codes = read.flatMap(({ ref }) =>
    ref.kind === 'code' ? [{ system: ref.system ?? '*', kind: ref.codeKind, value: ref.value }] : [],
  )
  const owners = codes.length > 0 ? await run(findOwnersOfCodes, organization, { codes }) : []
  const idsOf = ({ ref }: (typeof read)[number]) => {
    if (ref.kind === 'id') return [ref.id]
    if (ref.kind !== 'code') return []
    const own = owners.filter(
      ({ system, kind, value, type }) =>
        (type === 'style' || type === 'sku') &&
        system === (ref.system ?? '*') &&
        kind === ref.codeKind &&
        value === ref.value,
    )
    return distinct(own.map(({ id }) => id))
  }
  const meant = read.map((one) => ({ text: one.text, ids: idsOf(one) }))
  const ids = distinct(meant.flatMap((one) => one.ids))
  const entities = ids.length > 0 ? await run(getEntities, organization, { ids }) : []
  const types = new Map(entities.filter(({ doc }) => doc !== null).map(({ id, type }) => [id, type]))
  const skuIds = ids.filter((id) => types.get(id) === 'sku')
  const styles = skuIds.length > 0 ? await run(listStylesOfSkus, organization, { ids: skuIds }) : []
  const styleOf = new Map(styles.map(({ skuId, styleId }) => [skuId, styleId]))
  return new Map(
    meant.map(({ text, ids: own }): [string, Meant] => {
      const [id] = own
      if (id === undefined || own.length > 1 || !types.has(id)) return [text, { styleId: null, skuId: null }]
      if (types.get(id) === 'style') return [text, { styleId: id, skuId: null }]
      return [text, { styleId: styleOf.get(id) ?? null, skuId: id }]
    }),
  )
}
