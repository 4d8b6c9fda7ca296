import type { RecordData } from '../../../demo/event.ts'
import { supplierAt } from '../../../demo/graph/suppliers/supplier.ts'
import type { Unit } from '../bom/bom-model.ts'
import { entityIdOf, materialNumber } from '../docs/demo-questions.ts'
import type { JourneyWorld } from './journey.ts'

/** The material with the most suppliers: its record, its material number, and its index. */
export function materialWithSources(world: JourneyWorld) {
  const materials = Map.groupBy(supplyLinks(world), ({ from }) => from.recordId)
  const [found] = [...materials].sort(([, one], [, other]) => other.length - one.length)
  const record = found?.[0] ?? ''
  return { record, number: materialNumber(Number(record.slice(2)) - 1) }
}

/** The suppliers of a material with their prices, and whether they are nominated. */
export function supplyOf(world: JourneyWorld, record: string): unknown[][] {
  return supplyLinks(world)
    .filter(({ from }) => from.recordId === record)
    .map(({ to, properties }) => {
      const { price, isNominated } = properties as { price: unknown; isNominated: unknown }
      return [entityIdOf(world, to.recordId, 'supplier'), price, isNominated]
    })
}

/** The price of the nominated supplier of the material of a row. */
export function nominatedPrice(world: JourneyWorld, row: { material: string } | undefined): unknown {
  const isOf = (recordId: string) => materialNumber(Number(recordId.slice(2)) - 1) === row?.material
  const link = supplyLinks(world).find(
    ({ from, properties }) => isOf(from.recordId) && (properties as Terms).isNominated,
  )
  return link ? (link.properties as Terms).price : null
}

/** What the generator sends about the supply of a material. */
export interface Terms {
  price: { amount: string; currency: string }
  priceUom?: Unit | null
  moq: string
  leadTimeDays: number
  isNominated: boolean
}

/** The terms of all links between a material and a supplier, in the order of the file's columns. */
export function supplyTerms(world: JourneyWorld): string[] {
  return supplyLinks(world).map(({ from, to, properties }) => {
    const { price, moq, leadTimeDays, isNominated } = properties as Terms
    const ends = [entityIdOf(world, from.recordId, 'material'), entityIdOf(world, to.recordId, 'supplier')]
    return [...ends, price.amount, price.currency, moq, leadTimeDays, isNominated].join()
  })
}

/** A supplier as lists show it. */
export function supplierLabel({ brand }: JourneyWorld, record: string): string {
  const { name, supplierCode } = supplierAt(brand, Number(record.slice(2)) - 1).data
  return `${name} (${supplierCode})`
}

const supplyLinks = (world: JourneyWorld) => linksOfType(world, 'SUPPLIED_BY')

/** All links of a type, as the generator sends them. */
export const linksOfType = ({ events }: JourneyWorld, type: RecordData<'link'>['type']) =>
  events.flatMap(({ value }) => (value.subject.startsWith(`${type}:`) ? [value.data as RecordData<'link'>] : []))

/** The other suppliers of the materials of a supplier, by label, each with the number of these materials. */
export function othersOf(world: JourneyWorld, supplierCode: string): unknown[][] {
  const links = supplyLinks(world)
  const record = `V-${supplierCode.slice(4)}`
  const materials = new Set(links.flatMap(({ from, to }) => (to.recordId === record ? [from.recordId] : [])))
  const shared = links.filter(({ from, to }) => materials.has(from.recordId) && to.recordId !== record)
  const others = Map.groupBy(shared, ({ to }) => to.recordId)
  return [...others].map(([other, own]) => [supplierLabel(world, other), own.length])
}
