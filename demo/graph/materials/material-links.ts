import type { Brand } from '../../brand.ts'
import { changedWithin, type DemoRecord } from '../../event.ts'
import { materialHash, materialType, sourcesOf } from '../../sources.ts'
import { supplierCurrency, supplierId } from '../suppliers/supplier.ts'
import { oneOf, shares } from '../values/choose.ts'
import { decimal, ONE } from '../values/decimal.ts'
import { below, between, type Hash, happens, hashAt } from '../values/hash.ts'
import { linkRecord } from '../values/link.ts'
import type { MaterialType } from '../values/ranges.ts'
import { materialId, materialKind } from './material.ts'

/** Prices per base unit, in hundredths. */
const prices: Readonly<Record<MaterialType, readonly [from: number, to: number]>> = {
  fabric: [180, 1400],
  lining: [90, 380],
  interlining: [60, 220],
  yarn: [320, 2800],
  trim: [2, 160],
  label: [2, 30],
  thread: [1, 4],
  packaging: [3, 90],
  artwork: [15, 240],
  leather: [1800, 5200],
}

/** All links that lead from a material: SUPPLIED_BY, MADE_FROM and SUBSTITUTE_FOR. */
export function materialLinks(brand: Brand, index: number): DemoRecord<'link'>[] {
  return [...suppliedBy(brand, index), ...madeFrom(brand, index), ...substituteFor(brand, index)]
}

function suppliedBy(brand: Brand, index: number): DemoRecord<'link'>[] {
  const [cheapest, dearest] = prices[materialType(brand, index)]
  return sourcesOf(brand, index).map((supplier, item) => {
    const hash = hashAt(materialHash(brand, index), item)
    return linkRecord(changedWithin(brand, hash, 400), {
      type: 'SUPPLIED_BY',
      from: { type: 'material', recordId: materialId(index) },
      to: { type: 'supplier', recordId: supplierId(supplier) },
      properties: {
        mpn: mpnOf(hash),
        isNominated: item === 0,
        price: {
          amount: decimal((between(hash, 'price', cheapest, dearest) * ONE) / 100),
          currency: supplierCurrency(brand, supplier),
        },
        priceUom: materialKind(brand, index).baseUom,
        moq: decimal(between(hash, 'moq', 1, 60) * 50 * ONE),
        leadTimeDays: 7 * between(hash, 'leadTime', 1, 14),
        approvalState: item === 0 || happens(hash, 'approved', 700) ? 'approved' : 'submitted',
      },
    })
  })
}

/** The article number of one of a material's sources, by its place among them; null when it is not known. */
export function sourceArticle(brand: Brand, material: number, item: number): string | null {
  return mpnOf(hashAt(materialHash(brand, material), item))
}

/** The supplier's article number, as `HV-2204`; one in two hundred is not known. */
function mpnOf(hash: Hash): string | null {
  if (happens(hash, 'mpnUnknown', 5)) return null
  const letters = ['firstLetter', 'secondLetter'].map((field) => String.fromCharCode(65 + below(hash, field, 26)))
  return `${letters.join('')}-${between(hash, 'article', 1000, 99_999)}`
}

/** Fabrics and linings are made of 1 to 4 yarns; the shares sum to 100 percent. */
function madeFrom(brand: Brand, index: number): DemoRecord<'link'>[] {
  const type = materialType(brand, index)
  if (type !== 'fabric' && type !== 'lining') return []
  const hash = materialHash(brand, index)
  const yarns = brand.materialRanges.yarn
  const count = Math.min(yarns.size, oneOf([1, 1, 2, 2, 3, 4], hash, 'yarns'))
  const sharePercents = shares(count, hash, 'yarnShares')
  const first = below(hash, 'firstYarn', yarns.size)
  return sharePercents.map((share, item) =>
    linkRecord(changedWithin(brand, hash, 400), {
      type: 'MADE_FROM',
      from: { type: 'material', recordId: materialId(index) },
      to: { type: 'material', recordId: materialId(yarns.start + ((first + item) % yarns.size)) },
      properties: { sharePercent: decimal(share) },
    }),
  )
}

/** A material of the same type may take the place of another: none to two others, never itself. */
function substituteFor(brand: Brand, index: number): DemoRecord<'link'>[] {
  const range = brand.materialRanges[materialType(brand, index)]
  const place = index - range.start
  if (place < 0 || place >= range.size || range.size < 3) return []
  const hash = materialHash(brand, index)
  const step = 1 + below(hash, 'substituteStep', range.size - 2)
  const count = oneOf([0, 0, 0, 0, 0, 0, 0, 1, 1, 2], hash, 'substitutes')
  return Array.from({ length: count }, (_, item) => {
    const changedAt = changedWithin(brand, hash, 400)
    return linkRecord(changedAt, {
      type: 'SUBSTITUTE_FOR',
      from: { type: 'material', recordId: materialId(index) },
      to: { type: 'material', recordId: materialId(range.start + ((place + step + item) % range.size)) },
      properties: {
        reason: oneOf(['supply risk', 'cost', 'end of line', 'certification'], hash, 'substituteReason', item),
        approvedAt: happens(hash, 'substituteApproved', 800, item) ? new Date(changedAt).toISOString() : null,
      },
    })
  })
}
