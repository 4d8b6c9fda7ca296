import { getEntities, listClaimsOfEntities, listLinksFrom } from '../../cypher/reconcile.ts'
import type { ExternalReference } from '../../schemas/graph.ts'
import { newestTimes, type Times, timeOf } from '../newest-times.ts'
import { FACILITY, facilitiesOf, factoryIdOf } from './facilities.ts'
import { factorySystems } from './factory-systems.ts'
import { distinct, type Round } from './round.ts'
import { type Due, dueSince, type Stage, type Work } from './work.ts'

const page = (stage: Stage, key: string, after = ''): Work => ['page', stage, key, after]

/** Everything of an organization, in the order in which it is looked at. */
const ALL: readonly Stage[] = ['records', 'requirements', 'positions', 'exceptions', 'styles']

/**
 * Replaces wide subjects by narrower ones: what may look different since something changed about each. What several lead
 * to has the newest of their times.
 */
export async function expand(round: Round, wide: readonly Due[]): Promise<Due[]> {
  const timesOf = (type: Work[0]): Times =>
    new Map(wide.flatMap(({ work, time }) => (work[0] === type ? [[String(work[1]), time]] : [])))
  return [
    ...wide.flatMap(({ work, time }) => dueSince(time, plainOf(work))),
    ...(await codesOf(round, wide)),
    ...(await materialsOf(round, timesOf('material'))),
    ...(await stylesOf(round, timesOf('style'))),
    ...(await namesOf(round, timesOf('sku'), (ref) => [page('sku-requirements', ref)])),
    ...(await suppliersOf(round, timesOf('supplier'))),
  ]
}

/** What follows without a look at the graph. */
function plainOf(work: Work): Work[] {
  if (work[0] === 'all') return ALL.map((stage) => page(stage, ''))
  if (work[0] === 'publication') return publicationOf(work[1])
  return work[0] === 'factory' ? factoryOf(work[1]) : []
}

/** With the first publication it is known what no style uses. */
function publicationOf(seq: number): Work[] {
  return seq === 1 ? ALL.map((stage) => page(stage, '')) : [page('changed-styles', String(seq))]
}

type CodeWork = Extract<Work, ['code', ...string[]]>

/** Who names a code may mean another thing now. */
async function codesOf(round: Round, wide: readonly Due[]): Promise<Due[]> {
  const codes = wide.flatMap(({ work, time }) => (work[0] === 'code' ? [{ code: work, time }] : []))
  const ofAny = codes.some(({ code: [, target, system] }) => target === 'factory' && system === '*')
  const systems = ofAny ? await factorySystems(round) : []
  return codes.flatMap(({ code, time }) => dueSince(time, usesOfCode(round, code, systems)))
}

function usesOfCode(
  { organization }: Round,
  [, target, system, kind, value]: CodeWork,
  systems: readonly string[],
): Work[] {
  const own = target === 'factory' && system === '*' ? systems : [system]
  const refs = distinct([...own, '*']).map((one) => `code:${one}:${kind}:${value}`)
  if (target === 'style') return refs.map((ref) => page('style-requirements', ref))
  if (target === 'sku') return refs.map((ref) => page('sku-requirements', ref))
  if (target === 'material')
    return [...refs.map((ref) => page('material-ref', ref)), page('record-code', JSON.stringify([system, kind, value]))]
  return [
    ...refs.flatMap((ref) => [page('factory-ref', ref), page('factory-requirements', ref)]),
    ...(kind === FACILITY ? factoryOf(factoryIdOf(organization, value)) : []),
  ]
}

function factoryOf(id: string): Work[] {
  return [['group', 'factory', id], page('factory-key', id), page('factory-exceptions', id)]
}

async function materialsOf(round: Round, times: Times): Promise<Due[]> {
  const ids = [...times.keys()]
  const named = await namesOf(round, times, (ref) => [page('material-ref', ref)])
  const { run, organization } = round
  const claims = ids.length > 0 ? await run(listClaimsOfEntities, organization, { ids }) : []
  const entities = ids.length > 0 ? await run(getEntities, organization, { ids }) : []
  const recordIds = entities.flatMap(({ id, doc, state }) =>
    recordIdsOf(doc, state).map((code) => ({ entityId: id, ...code })),
  )
  return [
    ...[...times].flatMap(([id, time]) =>
      dueSince(time, [
        ['group', 'material', id],
        page('material-key', id),
        page('material-exceptions', id),
        page('USES_MATERIAL', id, 'USES_MATERIAL/'),
      ]),
    ),
    ...named,
    ...[...claims, ...recordIds].flatMap(({ entityId, system, kind, value }) =>
      dueSince(timeOf(times, entityId), [page('record-code', JSON.stringify([system, kind, value]))]),
    ),
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
async function namesOf({ run, organization }: Round, times: Times, workOf: (ref: string) => Work[]): Promise<Due[]> {
  const ids = [...times.keys()]
  const claims = ids.length > 0 ? await run(listClaimsOfEntities, organization, { ids }) : []
  const refs = claims.flatMap(({ entityId, system, kind, value }) =>
    [`code:${system}:${kind}:${value}`, `code:*:${kind}:${value}`].map(
      (ref) => [ref, timeOf(times, entityId)] as const,
    ),
  )
  const each = newestTimes([...[...times].map(([id, time]) => [`id:${id}`, time] as const), ...refs])
  return [...each].flatMap(([ref, time]) => dueSince(time, workOf(ref)))
}

/** A style's own requirements, and every pair of a material that it uses. */
async function stylesOf(round: Round, times: Times): Promise<Due[]> {
  return [
    ...(await namesOf(round, times, (ref) => [page('style-requirements', ref)])),
    ...(await materialsOfStyles(round, times, [])),
  ]
}

/** That a style uses, or used, a material, with the time of what is looked at again for it. */
export interface Use {
  styleId: string
  materialId: string
  time: string
}

/**
 * Every pair of the materials that styles use, or used (`former`), where it has positions or exceptions, and at the
 * factories where the styles are produced.
 */
export async function materialsOfStyles(round: Round, styles: Times, former: readonly Use[]): Promise<Due[]> {
  if (styles.size === 0) return []
  const { run, organization, seq } = round
  const uses = await run(listLinksFrom, organization, { ids: [...styles.keys()], type: 'USES_MATERIAL', seq })
  const used = [
    ...uses.map(({ fromId, toId }) => ({ styleId: fromId, materialId: toId, time: timeOf(styles, fromId) })),
    ...former,
  ]
  const materials = newestTimes(used.map(({ materialId, time }) => [materialId, time]))
  return [
    ...[...materials].flatMap(([id, time]) =>
      dueSince(time, [page('material-key', id), page('material-exceptions', id)]),
    ),
    ...(await placesOfStyles(round, used)),
  ]
}

/** The pairs of materials with the factories where the styles that use them are produced. */
export async function placesOfStyles(round: Round, used: readonly Use[]): Promise<Due[]> {
  const { run, organization, seq } = round
  const ids = distinct(used.map(({ styleId }) => styleId))
  const produced = ids.length > 0 ? await run(listLinksFrom, organization, { ids, type: 'PRODUCED_BY', seq }) : []
  const facilities = await facilitiesOf(round, distinct(produced.map(({ toId }) => toId)))
  const suppliers = Map.groupBy(produced, ({ fromId }) => fromId)
  return used.flatMap(({ styleId, materialId, time }) =>
    (suppliers.get(styleId) ?? [])
      .flatMap(({ toId }) => facilities.get(toId) ?? [])
      .flatMap((facility) => dueSince(time, [slotOf(round, materialId, facility)])),
  )
}

function slotOf({ organization }: Round, materialId: string, facility: string): Work {
  const ref = `code:*:${FACILITY}:${facility}`
  return ['slot', materialId, factoryIdOf(organization, facility), `id:${materialId}`, ref]
}

/** The factories that suppliers operate, whoever names them, and what they supply. */
async function suppliersOf(round: Round, times: Times): Promise<Due[]> {
  const facilities = await facilitiesOf(round, [...times.keys()])
  const named = await namesOf(round, times, (ref) => [page('factory-ref', ref), page('factory-requirements', ref)])
  const own = [...times].flatMap(([id, time]) =>
    dueSince(time, [
      ...(facilities.get(id) ?? []).flatMap((one) => factoryOf(factoryIdOf(round.organization, one))),
      page('SUPPLIED_BY', id, 'SUPPLIED_BY/'),
      ...(facilities.has(id) ? [page('PRODUCED_BY', id, 'PRODUCED_BY/')] : []),
    ]),
  )
  return [...named, ...own]
}
