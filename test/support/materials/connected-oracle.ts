import type { SnapshotRow } from '../../../demo/bom/ledger/snapshot-rows.ts'
import type { DemoEvent } from '../../../demo/event.ts'
import { uuidOf } from '../events/model.ts'
import { absolute, amount, dimensionOf, isWithin, larger } from './connected-amounts.ts'
import { usesOf } from './connected-uses.ts'
import { type Code, lastOf, type Reference, type SystemRecord } from './system-records.ts'

/**
 * Every expected exception of a brand, by brute force from its last events, the rows of its newest snapshot, and the
 * time at which they were loaded. It shares no code with the generator, the projector, or the API.
 */
export type Exception = {
  code: string
  material: string | null
  factory: string | null
  measure: string | null
  severity: string
}

type Position = SystemRecord & {
  material: string
  factory: string
  materialId: string | null
  factoryId: string | null
}

const DAY_MS = 86_400_000

export function expectedExceptions(
  events: Iterable<DemoEvent>,
  rows: readonly SnapshotRow[],
  fedAt: number,
): Exception[] {
  const records = lastOf(events)
  const world = worldOf(records, rows)
  const pairs = Map.groupBy(world.positions, ({ material, factory }) => `${material} ${factory}`)
  const wanted = [...world.produced].filter((pair) => !pairs.get(pair)?.some(({ system }) => system === 'erp'))
  const missing = wanted.flatMap((pair): Exception[] => {
    const [material = '', factory = ''] = pair.split(' ')
    const isApproved = world.materials.get(material)?.lifecycleState === 'approved'
    return isApproved ? [{ code: 'MISSING_IN_ERP', material, factory, measure: null, severity: 'high' }] : []
  })
  return [
    ...missing,
    ...[...pairs.values()].flatMap((pair) => ofPair(world, pair, fedAt)),
    ...ofRecords(world, records),
  ]
}

type World = ReturnType<typeof worldOf>

function worldOf(records: SystemRecord[], rows: readonly SnapshotRow[]) {
  const ofKind = (kind: string) => records.filter((one) => one.kind === kind)
  const idOf = ({ organization, kind, system, subject }: SystemRecord) =>
    uuidOf(organization, kind, system, 'main', subject)
  const materials = new Map(ofKind('material').map((one) => [idOf(one), one.data]))
  const owners = new Map<string, string[]>()
  for (const one of ofKind('material')) {
    for (const { kind, value, system } of one.data.references as Code[]) {
      for (const key of [`${kind} ${value}`, `${system} ${kind} ${value}`]) {
        owners.set(key, [...(owners.get(key) ?? []), idOf(one)])
      }
    }
  }
  const facilities = new Map<string, string>()
  for (const one of [...ofKind('supplier'), ...ofKind('source_record')]) {
    for (const { kind, value } of one.data.references as Code[]) {
      const id = uuidOf(one.organization, 'factory', 'registry', 'facility_id', value)
      if (kind === 'facility_id') facilities.set(value, id)
    }
  }
  const ownersOf = ({ system, kind, value }: Code) =>
    new Set(owners.get(system === undefined ? `${kind} ${value}` : `${system} ${kind} ${value}`))
  const end = (organization: string, { recordId, system, instance, kind, value }: Reference) => {
    if (recordId !== undefined) return uuidOf(organization, 'material', system ?? '', instance ?? '', recordId)
    const [only, another] = ownersOf({ ...(system ? { system } : {}), kind, value })
    return another === undefined ? (only ?? null) : null
  }
  const positions = ofKind('position').map((one): Position => {
    const [material, factory] = [one.data.material, one.data.factory] as [Reference, Code]
    const materialId = end(one.organization, material)
    const factoryId = facilities.get(factory.value) ?? null
    const given = `code:${material.system ?? '*'}:${material.kind}:${material.value}`
    const ends = { material: materialId ?? given, factory: factoryId ?? `code:*:facility_id:${factory.value}` }
    return { ...one, ...ends, materialId, factoryId }
  })
  return { materials, ownersOf, facilities, positions, ...usesOf(records, rows, facilities) }
}

const severities: Record<string, string> = {
  MISSING_IN_PLM: 'medium',
  ORPHAN_MATERIAL: 'high',
  ORPHAN_FACTORY: 'high',
  UOM_INCOMPATIBLE: 'critical',
  UOM_MISMATCH: 'medium',
  REQUIREMENT_MISMATCH: 'high',
  SUPPLIER_MISMATCH: 'medium',
  MPN_MISMATCH: 'medium',
  STATUS_CONFLICT: 'high',
  FACTORY_NOT_ALLOCATED: 'medium',
  NEGATIVE_ON_HAND: 'high',
  OVER_ALLOCATED: 'medium',
  SHORTAGE: 'high',
  EXCESS_LIABILITY: 'low',
  FUTURE_TIMESTAMP: 'low',
  QUANTITY_MISMATCH: 'medium',
}

const measured: Record<string, string> = {
  QUANTITY_MISMATCH: 'onHand',
  REQUIREMENT_MISMATCH: 'required',
  STATUS_CONFLICT: 'onOrder',
  FACTORY_NOT_ALLOCATED: 'onHand',
  NEGATIVE_ON_HAND: 'onHand',
  OVER_ALLOCATED: 'allocated',
  SHORTAGE: 'projected',
  EXCESS_LIABILITY: 'liabilityQuantity',
}

function ofPair(world: World, positions: Position[], fedAt: number): Exception[] {
  const [first] = positions
  if (!first) return []
  const { material, factory } = first
  const codes = new Set([...codesOfEnds(world, positions), ...positions.flatMap((one) => codesOf(world, one, fedAt))])
  const stock = stockGap(positions)
  return [...codes, ...(stock === null ? [] : ['QUANTITY_MISMATCH'])].map((code) => {
    const severity = code === 'QUANTITY_MISMATCH' && stock === 'far' ? 'high' : (severities[code] ?? '')
    return { code, material, factory, measure: measured[code] ?? null, severity }
  })
}

function codesOfEnds({ materials, allocated, required }: World, positions: Position[]): string[] {
  const [first] = positions
  const { materialId = null, factoryId = null } = first ?? {}
  const key = `${materialId} ${factoryId}`
  const facts = materials.get(materialId ?? '')
  const isInPlm = ((facts?.references ?? []) as Code[]).some(({ system }) => system === 'plm')
  const erp = positions.filter(({ system }) => system === 'erp')
  const names = ['onHand', 'qualityHold', 'allocated', 'inTransit', 'onOrder', 'required', 'boughtQuantity']
  const isLocked = erp.some((one) => names.some((name) => (amount(one, name) ?? 0n) !== 0n))
  const need = required.get(key) ?? null
  const isPlanned = erp.every((one) => {
    const planned = amount(one, 'required')
    return need === null || planned === null || isWithin(planned, need, dimensionOf(one.data.uom))
  })
  const hasStock = positions.some((one) => (amount(one, 'onHand') ?? 0n) > 0n)
  const isStray = materialId !== null && factoryId !== null && !allocated.has(key)
  return [
    ...(materialId === null ? ['ORPHAN_MATERIAL'] : []),
    ...(factoryId === null ? ['ORPHAN_FACTORY'] : []),
    ...(isLocked && !isInPlm ? ['MISSING_IN_PLM'] : []),
    ...(isPlanned ? [] : ['REQUIREMENT_MISMATCH']),
    ...(hasStock && isStray ? ['FACTORY_NOT_ALLOCATED'] : []),
  ]
}

/** The exceptions of one position by itself, or compared with its material. */
function codesOf({ materials, nominated, vendors }: World, one: Position, fedAt: number): string[] {
  const { data, materialId } = one
  const [onHand, hold, coming, ordered, required] = [
    ...['onHand', 'qualityHold', 'inTransit', 'onOrder', 'required'].map((name) => amount(one, name)),
  ]
  const known = [onHand, hold, coming, ordered, required].flatMap((part) => part ?? [])
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = known
  const facts = materials.get(materialId ?? '')
  const source = nominated.get(materialId ?? '')
  const supplier = (data.supplier as Code | null)?.value
  const isOtherUnit = facts !== undefined && data.uom !== facts.baseUom
  const isOtherKind = isOtherUnit && dimensionOf(data.uom) !== dimensionOf(facts?.baseUom)
  const allocated = amount(one, 'allocated')
  return [
    ...(isOtherKind ? ['UOM_INCOMPATIBLE'] : isOtherUnit ? ['UOM_MISMATCH'] : []),
    ...(supplier && source && supplier !== vendors.get(source.to) ? ['SUPPLIER_MISMATCH'] : []),
    ...(data.mpn && source?.mpn && data.mpn !== source.mpn ? ['MPN_MISMATCH'] : []),
    ...(facts && facts.lifecycleState !== 'approved' && (ordered ?? 0n) > 0n ? ['STATUS_CONFLICT'] : []),
    ...((onHand ?? 0n) < 0n ? ['NEGATIVE_ON_HAND'] : []),
    ...(allocated !== null && onHand !== null && onHand !== undefined && allocated > onHand ? ['OVER_ALLOCATED'] : []),
    ...(known.length === 5 && a - b + c + d - e < 0n ? ['SHORTAGE'] : []),
    ...(isLeftOver(one) ? ['EXCESS_LIABILITY'] : []),
    ...(Date.parse(String(data.asOf)) - fedAt > 300_000 ? ['FUTURE_TIMESTAMP'] : []),
  ]
}

function isLeftOver(one: Position): boolean {
  const names = ['onHand', 'inTransit', 'onOrderNonCancellable', 'required', 'boughtQuantity']
  const [onHand, coming, firm, required, bought] = names.map((name) => amount(one, name))
  const { lastDemandAt, asOf, ownership } = one.data
  if (coming == null || firm == null || required == null || bought == null || lastDemandAt === null) return false
  const liable = (ownership === 'brand' ? (onHand ?? 0n) : 0n) + coming + firm - required
  return 10n * liable > bought && Date.parse(String(asOf)) - Date.parse(String(lastDemandAt)) > 90 * DAY_MS
}

/** Whether the ERP's stock differs from that of another system by more than the tolerance, and by how much. */
function stockGap(positions: Position[]): 'near' | 'far' | null {
  const erp = positions.find(({ system }) => system === 'erp')
  if (!erp) return null
  const gaps = positions.flatMap((other) => {
    const dimension = dimensionOf(other.data.uom)
    if (other === erp || dimension !== dimensionOf(erp.data.uom)) return []
    const [a, b] = [amount(erp, 'onHand') ?? 0n, amount(other, 'onHand') ?? 0n]
    if (isWithin(a, b, dimension)) return []
    return [10n * absolute(a - b) > larger(absolute(a), absolute(b)) ? ('far' as const) : ('near' as const)]
  })
  return gaps.includes('far') ? 'far' : (gaps[0] ?? null)
}

/** The exceptions of source records: several of one system for one owner, and records with several owners. */
function ofRecords({ ownersOf }: World, records: SystemRecord[]): Exception[] {
  const live = records.filter(({ kind, data }) => kind === 'source_record' && data.deletedInSource !== true)
  const owned = live.map((one) => {
    const codes = one.data.references as Code[]
    const isFactory = one.data.kind === 'factory'
    const facility = codes.find(({ kind }) => kind === 'facility_id')?.value ?? one.subject
    const owners = isFactory ? [facility] : codes.flatMap((code) => [...ownersOf(code)])
    return { one, owners: [...new Set(owners)] }
  })
  const single = owned.filter(({ owners }) => owners.length === 1)
  const groups = Map.groupBy(single, ({ one, owners }) => [one.system, one.subject.split(':')[0], owners[0]].join(' '))
  const nothing = { factory: null, measure: null, severity: 'medium' }
  return [
    ...[...groups.values()].flatMap((group): Exception[] => {
      const material = group[0]?.owners[0] ?? null
      return group.length > 1 ? [{ code: 'DUPLICATE_SOURCE_RECORD', material, ...nothing }] : []
    }),
    ...owned.flatMap(({ one, owners }): Exception[] => {
      const material = uuidOf(one.organization, 'source_record', one.system, 'main', one.subject)
      return owners.length > 1 ? [{ code: 'AMBIGUOUS_MATCH', material, ...nothing }] : []
    }),
  ]
}
