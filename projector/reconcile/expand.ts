import { getEntities, listClaimsOfEntities, listLinksFrom } from '../../cypher/reconcile.ts'
import type { ExternalReference } from '../../schemas/graph.ts'
import { FACILITY, facilitiesOf, factoryIdOf } from './facilities.ts'
import { factorySystems } from './factory-systems.ts'
import { distinct, type Round } from './round.ts'
import type { Stage, Work } from './work.ts'

const page = (stage: Stage, key: string, after = ''): Work => ['page', stage, key, after]

/** Everything of an organization, in the order in which it is looked at. */
const ALL: readonly Stage[] = ['records', 'requirements', 'positions', 'exceptions', 'styles']

/** Replaces wide subjects by narrower ones: what may look different since something changed about each. */
export async function expand(round: Round, subjects: readonly Work[]): Promise<Work[]> {
  const idsOf = (type: Work[0]) => subjects.flatMap((subject) => (subject[0] === type ? [String(subject[1])] : []))
  const codes = subjects.flatMap((subject) => (subject[0] === 'code' ? [subject] : []))
  const work = [
    ...subjects.flatMap(([kind]) => (kind === 'all' ? ALL.map((stage) => page(stage, '')) : [])),
    ...subjects.flatMap((subject) => (subject[0] === 'publication' ? publicationOf(subject[1]) : [])),
    ...(await codesOf(round, codes)),
    ...(await materialsOf(round, idsOf('material'))),
    ...(await stylesOf(round, idsOf('style'))),
    ...(await namesOf(round, idsOf('sku'), (ref) => [page('sku-requirements', ref)])),
    ...(await suppliersOf(round, idsOf('supplier'))),
    ...idsOf('factory').flatMap(factoryOf),
  ]
  return work
}

/** With the first publication it is known what no style uses. */
function publicationOf(seq: number): Work[] {
  return seq === 1 ? ALL.map((stage) => page(stage, '')) : [page('changed-styles', String(seq))]
}

type CodeWork = Extract<Work, ['code', ...string[]]>

/** Who names a code may mean another thing now. */
async function codesOf(round: Round, codes: readonly CodeWork[]): Promise<Work[]> {
  const ofAny = codes.some(([, target, system]) => target === 'factory' && system === '*')
  const systems = ofAny ? await factorySystems(round) : []
  return codes.flatMap(([, target, system, kind, value]): Work[] => {
    const own = target === 'factory' && system === '*' ? systems : [system]
    const refs = distinct([...own, '*']).map((one) => `code:${one}:${kind}:${value}`)
    if (target === 'style') return refs.map((ref) => page('style-requirements', ref))
    if (target === 'sku') return refs.map((ref) => page('sku-requirements', ref))
    if (target === 'material')
      return [
        ...refs.map((ref) => page('material-ref', ref)),
        page('record-code', JSON.stringify([system, kind, value])),
      ]
    return [
      ...refs.flatMap((ref) => [page('factory-ref', ref), page('factory-requirements', ref)]),
      ...(kind === FACILITY ? factoryOf(factoryIdOf(round.organization, value)) : []),
    ]
  })
}

function factoryOf(id: string): Work[] {
  return [['group', 'factory', id], page('factory-key', id), page('factory-exceptions', id)]
}

async function materialsOf(round: Round, ids: readonly string[]): Promise<Work[]> {
  const named = await namesOf(round, ids, (ref) => [page('material-ref', ref)])
  const { run, organization } = round
  const claims = ids.length > 0 ? await run(listClaimsOfEntities, organization, { ids: [...ids] }) : []
  const entities = ids.length > 0 ? await run(getEntities, organization, { ids: [...ids] }) : []
  return [
    ...ids.flatMap((id): Work[] => [
      ['group', 'material', id],
      page('material-key', id),
      page('material-exceptions', id),
      page('USES_MATERIAL', id, 'USES_MATERIAL/'),
    ]),
    ...named,
    ...claims.map(({ system, kind, value }) => page('record-code', JSON.stringify([system, kind, value]))),
    ...entities
      .flatMap(({ doc, state }) => recordIdsOf(doc, state))
      .map(({ system, kind, value }) => page('record-code', JSON.stringify([system, kind, value]))),
  ]
}

/** Record ids lead to an entity without being claimed by it; see projector/projections/entity-state.ts. */
function recordIdsOf(doc: string | null, state: string | null): ExternalReference[] {
  const { externalReferences, hidden } = JSON.parse(doc ?? state ?? '{}') as {
    externalReferences?: ExternalReference[]
    hidden?: { references: ExternalReference[] }
  }
  return (externalReferences ?? hidden?.references ?? []).filter(({ kind }) => kind === 'record_id')
}

/** The references that lead to entities now: by id, and by each of their codes. */
async function namesOf(
  { run, organization }: Round,
  ids: readonly string[],
  workOf: (ref: string) => Work[],
): Promise<Work[]> {
  const claims = ids.length > 0 ? await run(listClaimsOfEntities, organization, { ids: [...ids] }) : []
  const refs = claims.flatMap(({ system, kind, value }) => [
    `code:${system}:${kind}:${value}`,
    `code:*:${kind}:${value}`,
  ])
  return distinct([...ids.map((id) => `id:${id}`), ...refs]).flatMap(workOf)
}

/** A style's own requirements, and every pair of a material that it uses. */
async function stylesOf(round: Round, ids: readonly string[]): Promise<Work[]> {
  return [
    ...(await namesOf(round, ids, (ref) => [page('style-requirements', ref)])),
    ...(await materialsOfStyles(round, ids, [])),
  ]
}

/**
 * Every pair of the materials that styles use, or used (`former` by style), where it has positions or exceptions, and at
 * the factories where the styles are produced.
 */
export async function materialsOfStyles(
  round: Round,
  styleIds: readonly string[],
  former: readonly { styleId: string; materialId: string }[],
): Promise<Work[]> {
  if (styleIds.length === 0) return []
  const { run, organization, seq } = round
  const uses = await run(listLinksFrom, organization, { ids: [...styleIds], type: 'USES_MATERIAL', seq })
  const used = [...uses.map(({ fromId, toId }) => ({ styleId: fromId, materialId: toId })), ...former]
  const materialIds = distinct(used.map(({ materialId }) => materialId))
  return [
    ...materialIds.flatMap((id) => [page('material-key', id), page('material-exceptions', id)]),
    ...(await placesOfStyles(round, used)),
  ]
}

/** The pairs of materials with the factories where the styles that use them are produced. */
export async function placesOfStyles(
  round: Round,
  used: readonly { styleId: string; materialId: string }[],
): Promise<Work[]> {
  const { run, organization, seq } = round
  const ids = distinct(used.map(({ styleId }) => styleId))
  const produced = ids.length > 0 ? await run(listLinksFrom, organization, { ids, type: 'PRODUCED_BY', seq }) : []
  const facilities = await facilitiesOf(round, distinct(produced.map(({ toId }) => toId)))
  const suppliers = Map.groupBy(produced, ({ fromId }) => fromId)
  return used.flatMap(({ styleId, materialId }) =>
    (suppliers.get(styleId) ?? [])
      .flatMap(({ toId }) => facilities.get(toId) ?? [])
      .map((facility) => slotOf(round, materialId, facility)),
  )
}

export function slotOf({ organization }: Round, materialId: string, facility: string): Work {
  const ref = `code:*:${FACILITY}:${facility}`
  return ['slot', materialId, factoryIdOf(organization, facility), `id:${materialId}`, ref]
}

/** The factories that suppliers operate, whoever names them, and what they supply. */
async function suppliersOf(round: Round, ids: readonly string[]): Promise<Work[]> {
  const facilities = await facilitiesOf(round, ids)
  const factories = distinct([...facilities.values()].flat()).map((one) => factoryIdOf(round.organization, one))
  return [
    ...factories.flatMap(factoryOf),
    ...(await namesOf(round, ids, (ref) => [page('factory-ref', ref), page('factory-requirements', ref)])),
    ...ids.flatMap((id) => [
      page('SUPPLIED_BY', id, 'SUPPLIED_BY/'),
      ...(facilities.has(id) ? [page('PRODUCED_BY', id, 'PRODUCED_BY/')] : []),
    ]),
  ]
}
