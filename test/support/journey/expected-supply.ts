import type { RecordData } from '../../../demo/event.ts'
import { supplierAt } from '../../../demo/graph/suppliers/supplier.ts'
import { entityIdOf, materialNumber } from '../docs/demo-questions.ts'
import type { JourneyWorld } from './journey.ts'

/** The material with most suppliers: its record, its number and its number among the materials. */
export function materialWithSources(world: JourneyWorld) {
  const materials = Map.groupBy(supplyLinks(world), ({ from }) => from.recordId)
  const [found] = [...materials].sort(([, one], [, other]) => other.length - one.length)
  const record = found?.[0] ?? ''
  return { record, number: materialNumber(Number(record.slice(2)) - 1) }
}

/** The suppliers of a material, each with its price and whether it is nominated. */
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

interface Terms {
  price: { amount: string; currency: string }
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

/** The labels of all suppliers of the materials of a style, each once. */
export function suppliersBehind(world: JourneyWorld, style: string): string[] {
  const lines = world.boms.at(-1)?.find(({ number }) => number === style)?.lines ?? []
  const materials = new Set(lines.map(({ material }) => material.record))
  const records = supplyLinks(world).flatMap(({ from, to }) => (materials.has(from.recordId) ? [to.recordId] : []))
  return [...new Set(records)].map((record) => supplierLabel(world, record))
}

function supplierLabel({ brand }: JourneyWorld, record: string): string {
  const { name, supplierCode } = supplierAt(brand, Number(record.slice(2)) - 1).data
  return `${name} (${supplierCode})`
}

const supplyLinks = ({ events }: JourneyWorld) =>
  events.flatMap(({ value }) => (value.subject.startsWith('SUPPLIED_BY:') ? [value.data as RecordData<'link'>] : []))
