import type { Brand } from '../../brand.ts'
import { changedWithin, type DemoRecord, PLM, type RecordData } from '../../event.ts'
import { materialHash, materialType, sourcesOf } from '../../sources.ts'
import { supplierCountry } from '../suppliers/supplier.ts'
import { at, choose, oneOf, shares } from '../values/choose.ts'
import { decimal, ONE } from '../values/decimal.ts'
import { below, between, draw, type Hash, happens } from '../values/hash.ts'
import { staples } from '../values/ranges.ts'
import { invented, withOddNames } from '../values/words.ts'
import { type MaterialKind, materialKinds, materialStates } from './material-kinds.ts'

const certifications = ['Velthar 100', 'Ondrasil Organic', 'Recirquen Recycled']

/** The material's id in the PLM. */
export const materialId = (index: number): string => `M-${index + 1}`

/** What kind of its type a material is; it says the base unit. */
export function materialKind(brand: Brand, index: number): MaterialKind {
  return oneOf(materialKinds[materialType(brand, index)], materialHash(brand, index), 'kind')
}

/** The state of a material. */
export function materialState(brand: Brand, index: number) {
  return index < staples.length ? 'approved' : choose(materialStates, materialHash(brand, index), 'state')
}

/** The material with this index, from 0. Widths are in cm, weights in g/m²; only what is cut from a roll has them. */
export function materialAt(brand: Brand, index: number): DemoRecord<'material'> {
  const hash = materialHash(brand, index)
  const type = materialType(brand, index)
  const kind = materialKind(brand, index)
  const weight = weightOf(hash, kind)
  const materialNumber = `MT-${`${index + 1}`.padStart(5, '0')}`
  return {
    kind: 'material',
    subject: materialId(index),
    changedAt: changedWithin(brand, hash, 700),
    data: {
      materialNumber,
      name: withOddNames(nameOf(hash, index, kind, weight), index, 42),
      materialType: type,
      composition: compositionOf(hash, kind),
      baseUom: kind.baseUom,
      purchaseUom: oneOf(kind.purchaseUoms, hash, 'purchaseUom'),
      ...sheetOf(hash, weight),
      countryOfOrigin: supplierCountry(brand, at(sourcesOf(brand, index), 0)),
      certifications: happens(hash, 'certified', 300) ? [oneOf(certifications, hash, 'certification')] : [],
      lifecycleState: materialState(brand, index),
      references: [
        { ...PLM, kind: 'material_number', value: materialNumber },
        { system: 'erp', instance: 'main', kind: 'material_number', value: `${4_100_000 + index}` },
      ],
    },
  }
}

/** In steps of ten, as mills name their goods. */
function weightOf(hash: Hash, { weights }: MaterialKind): number | null {
  return weights === null
    ? null
    : 10 * between(hash, 'weight', Math.trunc(weights[0] / 10), Math.trunc(weights[1] / 10))
}

function nameOf(hash: Hash, index: number, kind: MaterialKind, weight: number | null): string {
  if (index < staples.length) return at(staples, index)[0]
  return `${invented(draw(hash, 'name'))} ${kind.noun}${weight === null ? '' : ` ${weight}`}`
}

function compositionOf(hash: Hash, kind: MaterialKind): RecordData<'material'>['composition'] {
  if (kind.fibres.length === 0) return []
  const fibres = oneOf(kind.fibres, hash, 'fibres')
  const percents = shares(fibres.length, hash, 'composition')
  return fibres.map((fibre, item) => ({ fibre, percent: decimal(at(percents, item)) }))
}

function sheetOf(hash: Hash, weight: number | null) {
  if (weight === null) return { widthCm: null, cuttableWidthCm: null, weightGsm: null, shrinkagePercent: null }
  const width = between(hash, 'width', 220, 330) * (ONE / 2)
  return {
    widthCm: decimal(width),
    cuttableWidthCm: decimal(width - between(hash, 'selvedge', 3, 10) * (ONE / 2)),
    weightGsm: decimal(weight * ONE),
    shrinkagePercent: decimal((5 + below(hash, 'shrinkage', 56)) * (ONE / 10)),
  }
}
