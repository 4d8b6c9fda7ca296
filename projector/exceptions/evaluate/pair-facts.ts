import {
  type ActiveProduction,
  findProductionActive,
  findProductionAny,
  listDatasetsOfSystem,
  listLinksFrom,
} from '../../../cypher/exceptions/facts.ts'
import { getEntities, listClaimsOfEntities } from '../../../cypher/exceptions/resolve.ts'
import { inputOf } from '../../../domain/exceptions/inputs.ts'
import type { MaterialFacts, Nominated, Pair, PositionFacts, Production } from '../../../domain/exceptions/pair.ts'
import type { Entity, Relationship } from '../../../schemas/graph/entities.ts'
import { storedDataset } from '../../../schemas/stored/connected-data.ts'
import { storedEntity } from '../../../schemas/stored/entity.ts'
import { storedLink } from '../../../schemas/stored/link.ts'
import { distinct, type ReconcileContext } from '../context.ts'
import { datasetInput, entityInput, linkInput } from '../input-records.ts'
import type { FactoryEndpoint } from '../resolve/factories.ts'
import type { MaterialEndpoint } from '../resolve/materials.ts'
import { needsOf } from './needs.ts'

/** A pair with resolved endpoints and the positions at them. */
export interface Located {
  keys: readonly [string, string]
  material: MaterialEndpoint
  factory: FactoryEndpoint
  positions: PositionFacts[]
}

/** A style in one of these lifecycle states is active. The texts are searched in its stored document. */
const ACTIVE = ['adopted', 'production'].map((state) => `"lifecycleState":"${state}"`)

/** Reads everything that the exceptions of pairs depend on. The results are in the order of the pairs. */
export async function pairFacts(context: ReconcileContext, located: readonly Located[]): Promise<Pair[]> {
  const { run, organization, seq } = context
  const materials = await materialFacts(context, located)
  const erpDatasets = await activeDatasets(context)
  const rows = located.map(({ material, factory }, at) => ({
    id: String(at),
    materialId: material.id ?? '',
    supplierIds: factory.operators.map(({ id }) => id),
  }))
  const isPlaced = (at: number) => located[at]?.material.id != null && (rows[at]?.supplierIds.length ?? 0) > 0
  const has = (at: number, test: (position: PositionFacts) => boolean) => located[at]?.positions.some(test) ?? false
  const missing = rows.filter(
    (_, at) => erpDatasets.length > 0 && isPlaced(at) && !has(at, ({ system }) => system === 'erp'),
  )
  const holding = rows.filter((_, at) => seq > 0 && isPlaced(at) && has(at, ({ onHand }) => onHand !== null))
  const produced =
    missing.length > 0 ? await run(findProductionActive, organization, { rows: missing, seq, states: ACTIVE }) : []
  const allocated = holding.length > 0 ? await run(findProductionAny, organization, { rows: holding, seq }) : []
  const isAllocated = new Set(allocated.map(({ id }) => id))
  const strays = holding.filter(({ id }) => !isAllocated.has(id))
  const operatorOf = await operatorInputs(context, [
    ...produced.map(({ supplierId }) => supplierId),
    ...strays.flatMap(({ supplierIds }) => supplierIds),
  ])
  const productions = new Map(produced.map((one) => [one.id, one]))
  const asked = new Set(holding.map(({ id }) => id))
  const needs = await needsOf(context, located)
  /** The suppliers that operate the factory of a pair, or the given one if it does. */
  const operatorsAt = (at: number, supplierId?: string) => {
    const { code = '', operators = [] } = located[at]?.factory ?? {}
    return operators
      .filter(({ id }) => id === (supplierId ?? id))
      .map(({ id, label }) => ({ id, label, facility: code }))
  }
  return located.map(({ material, factory, positions }, at) => {
    const production = productions.get(String(at))
    return {
      material,
      factory,
      positions,
      erpDatasets,
      facts: materials.get(material.id ?? '') ?? null,
      production: production ? productionFacts(production, operatorOf(operatorsAt(at, production.supplierId))) : null,
      isAllocated: asked.has(String(at)) ? isAllocated.has(String(at)) : null,
      operators: operatorOf(operatorsAt(at)),
      need: needs.get(at) ?? null,
    }
  })
}

/**
 * The inputs which show that an active style uses a material, and that a supplier that operates the factory produces
 * the style.
 */
function productionFacts(
  { styleId, style, styleState, use, link, linkState }: ActiveProduction,
  operators: Pair['operators'],
): Production {
  const { lifecycleState, attributes } = storedEntity.read(style) as Style
  return {
    style: attributes.styleNumber,
    lifecycleState,
    supplier: operators[0]?.label ?? '',
    inputs: [
      inputOf(entityInput({ id: styleId, type: 'style', doc: style, state: styleState }), ['lifecycleState']),
      inputOf(linkInput(use, null), []),
      inputOf(linkInput(link, linkState), ['fromId', 'toId']),
      ...operators.map(({ input }) => input),
    ],
  }
}

/** Suppliers as inputs, each with the time since which it has its facility ID. */
async function operatorInputs({ run, organization }: ReconcileContext, supplierIds: readonly string[]) {
  const ids = distinct(supplierIds)
  const rows = ids.length > 0 ? await run(getEntities, organization, { ids }) : []
  const suppliers = new Map(rows.map((row) => [row.id, entityInput(row)]))
  return (operators: readonly { id: string; label: string; facility: string }[]): Pair['operators'] =>
    operators.flatMap(({ id, label, facility }) => {
      const supplier = suppliers.get(id)
      return supplier ? [{ label, input: inputOf(supplier, [], [`code:*:facility_id:${facility}`]) }] : []
    })
}

async function activeDatasets({ run, organization }: ReconcileContext): Promise<Pair['erpDatasets']> {
  const datasets = await run(listDatasetsOfSystem, organization, { system: 'erp' })
  return datasets
    .filter(({ doc }) => storedDataset.read(doc).lifecycle === 'active')
    .map(({ datasetId, state }) => ({
      datasetId,
      input: inputOf(datasetInput(datasetId, state), ['lifecycle', 'sourceSystem']),
    }))
    .sort((a, b) => (a.datasetId < b.datasetId ? -1 : 1))
}

type Style = Extract<Entity, { type: 'style' }>
type Nomination = Pick<Extract<Relationship, { type: 'SUPPLIED_BY' }>['properties'], 'isNominated' | 'mpn'>

async function materialFacts(
  context: ReconcileContext,
  located: readonly Located[],
): Promise<Map<string, MaterialFacts>> {
  const { run, organization, seq } = context
  const materials = new Map(
    located.flatMap(({ material: { material } }) => (material ? [[material.id, material]] : [])),
  )
  const ids = [...materials.keys()]
  if (ids.length === 0) return new Map()
  const links = await run(listLinksFrom, organization, { ids, type: 'SUPPLIED_BY', seq })
  const nominated = links.flatMap(({ fromId, toId, doc, state }) => {
    const { isNominated, mpn } = storedLink.read(doc).properties as Nomination
    return isNominated ? [{ fromId, toId, mpn, link: linkInput(doc, state) }] : []
  })
  const supplierOf = await suppliers(
    context,
    nominated.map(({ toId }) => toId),
  )
  const claims = await run(listClaimsOfEntities, organization, { ids })
  const inPlm = new Set(
    claims.flatMap(({ entityId, system, former }) => (system === 'plm' && !former ? [entityId] : [])),
  )
  return new Map(
    [...materials].map(([id, { lifecycleState, attributes, row }]) => {
      const own = nominated.filter(({ fromId }) => fromId === id)
      return [
        id,
        {
          lifecycleState,
          baseUom: attributes.baseUom,
          isInPlm: inPlm.has(id),
          record: entityInput(row),
          nominated: own.flatMap(({ toId, link }) => {
            const supplier = supplierOf.get(toId)
            return supplier ? [{ ...supplier, link }] : []
          }),
          mpns: own.flatMap(({ mpn, link }) => (mpn === null ? [] : [{ mpn, link }])),
        },
      ]
    }),
  )
}

/** Visible suppliers with every code by which a system may refer to them. */
async function suppliers({ run, organization }: ReconcileContext, supplierIds: readonly string[]) {
  const ids = distinct(supplierIds)
  const rows = ids.length > 0 ? await run(getEntities, organization, { ids }) : []
  return new Map(
    rows.flatMap((row): [string, Omit<Nominated, 'link'>][] => {
      if (row.doc === null) return []
      const supplier = storedEntity.read(row.doc)
      if (supplier.type !== 'supplier') return []
      const codes = supplier.externalReferences.map(({ value }) => value)
      const code = supplier.attributes.supplierCode
      return [[row.id, { code, names: [code, ...codes, `id:${row.id}`], supplier: entityInput(row) }]]
    }),
  )
}
