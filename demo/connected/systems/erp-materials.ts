import { oneOf } from '../../graph/values/choose.ts'
import { between } from '../../graph/values/hash.ts'
import { invented } from '../../graph/values/words.ts'
import { erpMaterialCount, erpMaterialNumber } from '../faults/strays.ts'
import type { Plan } from '../plan.ts'
import { type Item, itemHash, itemRecord } from './items.ts'
import { INSTANCE, type SystemRecord } from './system-record.ts'

const nouns = ['Needle Oil', 'Chalk', 'Packing Tape', 'Spot Remover', 'Pattern Paper', 'Silica Bag'] as const

/** Materials that only the ERP has, each with its item, and one more item that refers to no material. */
export function erpMaterialRecords(plan: Plan): SystemRecord<'material' | 'source_record'>[] {
  const numbers = Array.from({ length: erpMaterialCount(plan) }, (_, number) => number)
  return [
    ...numbers.flatMap((number) => [materialRecord(plan, number), itemRecord(plan.brand, erpItem(plan, number))]),
    itemRecord(plan.brand, { ...erpItem(plan, numbers.length), number: '4980001' }),
  ]
}

function erpItem({ brand }: Plan, number: number): Item {
  const hash = itemHash(brand, 500_000 + number)
  const description = `${invented(between(hash, 'maker', 0, 9_599))} ${oneOf(nouns, hash, 'noun')}`.toUpperCase()
  return {
    number: erpMaterialNumber(number),
    hash,
    description,
    uom: 'EA',
    currency: 'USD',
    vendor: null,
    sites: [],
    others: [],
  }
}

/** The material as an entity of its own, of which the ERP is the master. */
export function materialRecord(plan: Plan, number: number, others: readonly string[] = []): SystemRecord<'material'> {
  const { number: materialNumber, hash, description } = erpItem(plan, number)
  const codes = others.map((value) => ({ system: 'plm', instance: INSTANCE, kind: 'material_number', value }))
  return {
    kind: 'material',
    system: 'erp',
    subject: materialNumber,
    changedAt: plan.brand.clock - 1000 * between(hash, 'erpChanged', 3_600, 90 * 86_400),
    data: {
      materialNumber,
      name: description,
      materialType: null,
      composition: [],
      baseUom: 'EA',
      purchaseUom: 'EA',
      widthCm: null,
      cuttableWidthCm: null,
      weightGsm: null,
      shrinkagePercent: null,
      countryOfOrigin: null,
      certifications: [],
      lifecycleState: 'approved',
      references: [{ system: 'erp', instance: INSTANCE, kind: 'material_number', value: materialNumber }, ...codes],
    },
  }
}
