import type { Brand } from '../../brand.ts'
import { changedWithin, type DemoRecord } from '../../event.ts'
import { supplierId } from '../suppliers/supplier.ts'
import { at, choose, distinctRanks, oneOf, shares, weights } from '../values/choose.ts'
import { decimal } from '../values/decimal.ts'
import { linkRecord } from '../values/link.ts'
import { predecessorOf, type Style, styleAt, styleId } from './style.ts'

const factoryCounts = weights([
  [1, 60],
  [2, 30],
  [3, 7],
  [4, 2],
  [6, 1],
])

/** All links that lead from a style: PRODUCED_BY and CARRIED_OVER_FROM. */
export function styleLinks(brand: Brand, style: Style): DemoRecord<'link'>[] {
  return [...producedBy(brand, style), ...carriedOverFrom(brand, style)]
}

/** The factories of a style, by supplier index: 1 to 6 different ones, the first with the largest share. */
export function factoriesOf(brand: Brand, { hash, state }: Style): number[] {
  if (state === 'concept') return []
  return distinctRanks(brand.supplierRanks.factory, choose(factoryCounts, hash, 'factories'), hash, 'factory')
}

function producedBy(brand: Brand, style: Style): DemoRecord<'link'>[] {
  const factories = factoriesOf(brand, style)
  const allocation = shares(factories.length, style.hash, 'allocation')
  return factories.map((factory, item) =>
    linkRecord(changedWithin(brand, style.hash, 300), {
      type: 'PRODUCED_BY',
      from: { type: 'style', recordId: styleId(style.index) },
      to: { type: 'supplier', recordId: supplierId(factory) },
      properties: {
        season: style.season.code,
        sourcingModel: oneOf(['fob', 'fob', 'cmt'], style.hash, 'sourcingModel', item),
        allocationPercent: decimal(at(allocation, item)),
        state: allocationState(style),
      },
    }),
  )
}

function allocationState({ state }: Style): string {
  if (state === 'production' || state === 'adopted') return 'confirmed'
  return state === 'development' ? 'planned' : 'closed'
}

function carriedOverFrom(brand: Brand, style: Style): DemoRecord<'link'>[] {
  const predecessor = predecessorOf(brand, style.index)
  if (predecessor === null) return []
  return [
    linkRecord(changedWithin(brand, style.hash, 300), {
      type: 'CARRIED_OVER_FROM',
      from: { type: 'style', recordId: styleId(style.index) },
      to: { type: 'style', recordId: styleId(predecessor) },
      properties: { fromSeason: styleAt(brand, predecessor).season.code, toSeason: style.season.code },
    }),
  ]
}
