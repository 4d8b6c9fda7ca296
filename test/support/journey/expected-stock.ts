import { doublesOf } from '../../../demo/connected/faults/doubles.ts'
import { faultsOf } from '../../../demo/connected/faults/injections.ts'
import { type Pair, planOf } from '../../../demo/connected/plan.ts'
import { facilityId } from '../../../demo/connected/systems/factory.ts'
import { itemNumber } from '../../../demo/connected/systems/position-record.ts'
import type { RecordData } from '../../../demo/event.ts'
import type { ExceptionCode } from '../../../schemas/materials/exceptions.ts'
import { exceptionLinesOf, materialNumber, positionsOf } from '../docs/demo-questions.ts'
import { countsOf } from './expected-bom.ts'
import type { JourneyWorld } from './journey.ts'
import { poplins } from './telling-brand.ts'

/** A pair by the codes that people know. */
export const codesOf = ({ material, factory }: Pick<Pair, 'material' | 'factory'>) => [
  materialNumber(material),
  facilityId(factory),
]

/** A pair that shows a fault, by the codes that people know. */
export function pairWith(world: JourneyWorld, code: ExceptionCode): string[] {
  const [found] = [...faultsOf(planOf(world.brand))].filter(([, fault]) => fault.code === code)
  if (!found) throw new Error(`There is a pair with ${code}`)
  return codesOf(found[0])
}

const DAY_MS = 86_400_000

/** A day before the newest data of the demo, whose positions are some hours old. */
export const dayBefore = ({ brand }: JourneyWorld) => new Date(brand.clock - DAY_MS).toISOString()

/**
 * The pairs with faults of some codes, each as code, material, and factory: all of them began within the last hours.
 */
export function newFaults({ brand }: JourneyWorld, codes: readonly ExceptionCode[]): string[][] {
  return [...faultsOf(planOf(brand))].flatMap(([pair, { code }]) =>
    codes.includes(code) ? [[code, ...codesOf(pair)]] : [],
  )
}

/** The materials with an item that was entered twice, where both items are older than a day. */
export function oldDuplicates({ brand, events }: JourneyWorld): string[] {
  const since = new Date(brand.clock - DAY_MS).toISOString()
  return doublesOf(planOf(brand)).flatMap(({ material, row }) => {
    const subjects = [itemNumber(material), `${4_500_000 + material}`].map((number) => `item_master:${number}`)
    const own = events.filter(({ value }) => subjects.includes(value.subject))
    const isOld = own.length > 1 && own.every(({ value }) => value.time < since)
    return row.code === 'DUPLICATE_SOURCE_RECORD' && isOld ? [materialNumber(material)] : []
  })
}

/** A poplin at a factory that is counted differently, and what the two that differ say. */
export function pairOfPoplin(world: JourneyWorld) {
  const pairs = poplins(world.brand)
  const [first] = pairs
  if (!first) throw new Error('There is a poplin that is counted differently')
  const stock = positionsOf(world, first.material, first.factory).map(({ data }) => data.onHand)
  return { pairs: pairs.map(codesOf), pair: codesOf(first), stock: stock.slice(0, 2) }
}

/** What all systems say lies at a factory: the system, the record, the stock and its unit. */
export function positionsAt({ events }: JourneyWorld, factory: string): unknown[][] {
  return events.flatMap(({ value }) => {
    if (value.type !== 'tenantdata.position.upserted.v1' || !value.subject.endsWith(`@${factory}`)) return []
    const { onHand, uom } = value.data as RecordData<'position'>
    return [[value.source.split('/')[1], value.subject, onHand, uom]]
  })
}

/**
 * What all systems say lies of a material at each factory, also at unknown ones, and whether that is as new as it should
 * be: only the portal is late.
 */
export function positionsOfMaterial({ events }: JourneyWorld, number: string): unknown[][] {
  const items = [itemNumber(Number(number.slice(3)) - 1), number]
  return events.flatMap(({ value }) => {
    const [item = '', factory] = value.subject.split('@')
    if (value.type !== 'tenantdata.position.upserted.v1' || !items.includes(item)) return []
    const { onHand, uom } = value.data as RecordData<'position'>
    const system = value.source.split('/')[1]
    return [[system, factory, onHand, uom, system === 'factory_portal' ? 'stale' : 'fresh']]
  })
}

/** What the items of a material say in some of their fields: the system, the field and its value. */
export function itemFields({ events }: JourneyWorld, number: string, names: readonly string[]): unknown[][] {
  const material = Number(number.slice(3)) - 1
  const subjects = [`item_master:${itemNumber(material)}`, `item:W-${number.slice(3)}`]
  return events.flatMap(({ value }) => {
    if (!subjects.includes(value.subject)) return []
    const { fields = [] } = value.data as RecordData<'source_record'>
    const wanted = fields.filter(({ name }) => names.includes(name))
    return wanted.map(({ name, value: shown }) => [value.source.split('/')[1], name, shown])
  })
}

/** How many exceptions are open of each code and of each severity: those of the ledger, and that of the late feed. */
export function exceptionCounts(world: JourneyWorld) {
  const lines = [...exceptionLinesOf(world), 'STALE_SOURCE medium'].map((line) => line.split(' '))
  return {
    code: countsOf(lines.map(([code = '']) => code)),
    severity: countsOf(lines.map(([, severity = '']) => severity)),
  }
}
