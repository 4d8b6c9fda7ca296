import {
  findProductionActive,
  findProductionAny,
  getEntities,
  listClaimsOfEntities,
  listDatasetsOfSystem,
  listLinksFrom,
} from '../../cypher/reconcile.ts'
import type { Entity } from '../../schemas/graph.ts'
import type { FactoryEnd } from './factory-ends.ts'
import type { MaterialEnd } from './material-ends.ts'
import { needsOf } from './needs-of.ts'
import type { MaterialFacts, Pair, StoredPosition } from './pair.ts'
import { distinct, type Round } from './round.ts'

/** A pair whose ends were resolved, with the positions that belong there. */
export interface Located {
  keys: readonly [string, string]
  material: MaterialEnd
  factory: FactoryEnd
  positions: StoredPosition[]
}

/** In these states a style is active; as its document says it. */
const ACTIVE = ['adopted', 'production'].map((state) => `"lifecycleState":"${state}"`)

/** Everything that the exceptions of pairs depend on, in their order. */
export async function pairFacts(round: Round, located: readonly Located[]): Promise<Pair[]> {
  const materials = await materialFacts(round, located)
  const erpDatasets = await activeDatasets(round)
  const rows = located.map(({ material, factory }, at) => ({
    id: String(at),
    materialId: material.id ?? '',
    supplierIds: factory.operators.map(({ id }) => id),
  }))
  const isPlaced = (at: number) => located[at]?.material.id != null && (rows[at]?.supplierIds.length ?? 0) > 0
  const has = (at: number, test: (position: StoredPosition) => boolean) => located[at]?.positions.some(test) ?? false
  const missing = rows.filter(
    (_, at) => erpDatasets.length > 0 && isPlaced(at) && !has(at, ({ system }) => system === 'erp'),
  )
  const holding = rows.filter((_, at) => round.seq > 0 && isPlaced(at) && has(at, ({ onHand }) => onHand !== null))
  const { run, organization, seq } = round
  const produced =
    missing.length > 0 ? await run(findProductionActive, organization, { rows: missing, seq, states: ACTIVE }) : []
  const allocated = holding.length > 0 ? await run(findProductionAny, organization, { rows: holding, seq }) : []
  const needs = await needsOf(round, located)
  const [isProduced, isAllocated, isAsked] = [produced, allocated, holding].map((of) => new Set(of.map(({ id }) => id)))
  return located.map(({ material, factory, positions }, at) => ({
    ...{ material, factory, positions, erpDatasets },
    facts: materials.get(material.id ?? '') ?? null,
    isProduced: isProduced?.has(String(at)) ?? false,
    isAllocated: isAsked?.has(String(at)) ? (isAllocated?.has(String(at)) ?? false) : null,
    need: needs.get(at) ?? null,
  }))
}

async function activeDatasets({ run, organization }: Round): Promise<string[]> {
  const datasets = await run(listDatasetsOfSystem, organization, { system: 'erp' })
  const isActive = (doc: string) => (JSON.parse(doc) as { lifecycle: string }).lifecycle === 'active'
  return datasets.filter(({ doc }) => isActive(doc)).map(({ datasetId }) => datasetId)
}

async function materialFacts(round: Round, located: readonly Located[]): Promise<Map<string, MaterialFacts>> {
  const { run, organization } = round
  const materials = new Map(
    located.flatMap(({ material: { material } }) => (material ? [[material.id, material]] : [])),
  )
  const ids = [...materials.keys()]
  if (ids.length === 0) return new Map()
  const links = await run(listLinksFrom, organization, { ids, type: 'SUPPLIED_BY', seq: round.seq })
  const nominated = links.flatMap(({ fromId, toId, doc }) => {
    const { properties } = JSON.parse(doc) as { properties: { isNominated: boolean | null; mpn: string | null } }
    return properties.isNominated ? [{ fromId, toId, mpn: properties.mpn }] : []
  })
  const suppliers = await suppliersOf(
    round,
    nominated.map(({ toId }) => toId),
  )
  const claims = await run(listClaimsOfEntities, organization, { ids })
  const inPlm = new Set(claims.flatMap(({ entityId, system }) => (system === 'plm' ? [entityId] : [])))
  return new Map(
    [...materials].map(([id, { lifecycleState, attributes }]) => {
      const own = nominated.filter(({ fromId }) => fromId === id)
      return [
        id,
        {
          ...{ lifecycleState, baseUom: attributes.baseUom, isInPlm: inPlm.has(id) },
          nominated: distinct(own.map(({ toId }) => toId)).flatMap((toId) => suppliers.get(toId) ?? []),
          mpns: distinct(own.flatMap(({ mpn }) => mpn ?? [])).sort(),
        },
      ]
    }),
  )
}

/** Listed suppliers, with every name by which a system may mean them. */
async function suppliersOf({ run, organization }: Round, supplierIds: readonly string[]) {
  const ids = distinct(supplierIds)
  const rows = ids.length > 0 ? await run(getEntities, organization, { ids }) : []
  return new Map(
    rows.flatMap(({ id, doc }) => {
      if (doc === null) return []
      const supplier = JSON.parse(doc) as Extract<Entity, { type: 'supplier' }>
      const codes = supplier.externalReferences.map(({ value }) => value)
      const code = supplier.attributes.supplierCode
      return [[id, { code, names: [code, ...codes, `id:${id}`] }]]
    }),
  )
}
