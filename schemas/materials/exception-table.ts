import type { ExceptionSeverity } from './exceptions.ts'

/** What an exception is about: a pair (a material at a factory), a connected record, or a dataset. */
type Subject = 'pair' | 'connected record' | 'dataset'

/**
 * Everything about an exception code except its rule, which is in `domain/exceptions/`. The contract, the stored
 * exceptions, and the docs are made from this row.
 */
export interface ExceptionRow {
  /** The meaning, without a period, because it ends a line of a list. */
  meaning: string
  /** The severity before stale data lowers it. */
  severity: ExceptionSeverity
  /** Describes when the rule assigns another severity. */
  otherwise?: string
  /** Whether a stale input lowers the severity by one step, because the exception is about a quantity. */
  isAboutQuantity?: boolean
  subjects: readonly Subject[]
  /**
   * How to resolve the exception, as one sentence that may be followed by a hint. `{dataset}` is replaced by the ID of
   * the dataset.
   */
  action: string
  /** For the docs: when the exception is open, which inputs it is based on, and an example. */
  rule: string
  inputs: string
  example: string
}

const table = {
  MISSING_IN_ERP: {
    meaning: 'an active style at the factory uses an approved material, and the ERP has no position of it',
    severity: 'high',
    subjects: ['pair'],
    action: 'Create the item at this factory in the ERP, or end the production of its styles there.',
    rule: 'The material is approved, and the newest snapshot uses it in an active style (`adopted` or `production`). A supplier that operates the factory produces this style (`PRODUCED_BY`). The ERP has an active dataset, and no position of the material at the factory.',
    inputs:
      'the material, the style, its relationships to the material and to the supplier, the supplier, and the active datasets of the ERP',
    example: 'A style in production at the factory uses the material, but the ERP has no position of it there.',
  },
  MISSING_IN_PLM: {
    meaning: 'the ERP has quantities of a material that PLM does not have',
    severity: 'medium',
    subjects: ['pair'],
    action: 'Create the material in PLM, or add the ERP item code to the PLM material that it stands for.',
    rule: 'A position of the ERP has a quantity other than 0, and its material is unknown or has no code of the system `plm`.',
    inputs: 'the positions of the ERP with such a quantity, and the material if it is known',
    example: 'The ERP has 300 m of an item whose code belongs to no material in PLM.',
  },
  ORPHAN_MATERIAL: {
    meaning: 'no material has the material code of the position',
    severity: 'high',
    subjects: ['pair'],
    action: 'Add the material code to the material that it stands for, or correct the code in the source system.',
    rule: 'A position names a material by a code that no material has.',
    inputs: 'the positions with that code',
    example: '`observed` is the unknown code.',
  },
  ORPHAN_FACTORY: {
    meaning: 'no factory has the factory code of the position',
    severity: 'high',
    subjects: ['pair'],
    action: 'Add the factory code to the record of the factory, or correct the code in the source system.',
    rule: 'A position names a factory by a code that no factory has.',
    inputs: 'the positions with that code',
    example: '`observed` is the unknown code.',
  },
  UOM_INCOMPATIBLE: {
    meaning: 'the unit of the position cannot be converted to the base unit of the material',
    severity: 'critical',
    subjects: ['pair'],
    action: 'Correct the unit of the position: it cannot be converted into the base unit of the material.',
    rule: 'The unit of a position and the base unit of the material have different dimensions. If the base unit is not known, the unit of the ERP position is used in its place.',
    inputs: 'the positions with that unit, and the material or the ERP position',
    example: '`observed` is `KGM`, `expected` is `MTR`.',
  },
  UOM_MISMATCH: {
    meaning: 'the unit of the position differs from the base unit of the material, and can be converted',
    severity: 'medium',
    subjects: ['pair'],
    action: 'Set the unit of the position to the base unit of the material, or confirm the conversion.',
    rule: 'The unit of a position differs from the base unit of the material and has the same dimension. If the base unit is not known, the unit of the ERP position is used in its place.',
    inputs: 'the positions with that unit, and the material or the ERP position',
    example: '`observed` is `YRD`, `expected` is `MTR`.',
  },
  QUANTITY_MISMATCH: {
    meaning: 'stock on hand in the ERP differs from the WMS or the factory portal by more than the tolerance',
    severity: 'medium',
    otherwise: 'high if the largest difference is above 10% of the larger quantity',
    isAboutQuantity: true,
    subjects: ['pair'],
    action: 'Count the stock at the factory and correct the system that is wrong.',
    rule: 'Stock on hand (`onHand`) in the ERP differs from that in the WMS or the factory portal by more than the tolerance. The tolerance is 1% of the larger quantity, or an absolute amount if that is more: 1 m, 0.5 kg, or 0 of any other unit. Quantities are compared in the base units of their dimensions, such as meters. Units of different dimensions are not compared.',
    inputs: 'the positions that differ',
    example:
      'The ERP has 1,200 m and the WMS 1,150 m. `observed` is `1200`, `expected` is `1150`, and `delta` is `50`. The tolerance is 12 m.',
  },
  REQUIREMENT_MISMATCH: {
    meaning: 'the requirement in the ERP differs from the BOM and open production by more than the tolerance',
    severity: 'high',
    isAboutQuantity: true,
    subjects: ['pair'],
    action: 'Run material planning again in the ERP with the newest BOM and the open production orders.',
    rule: 'The required quantity (`required`) in the ERP differs from the calculated one by more than the tolerance of QUANTITY_MISMATCH. The calculated quantity is the units of open production at the factory times the gross yields of the newest snapshot.',
    inputs:
      'the positions of the ERP, the material, the open production, and the relationships of its styles to the material',
    example:
      'The ERP requires 500 m, and 400 units at 1.3125 m require 525 m. `delta` is `-25`, and the tolerance is 5.25 m.',
  },
  SUPPLIER_MISMATCH: {
    meaning: 'the supplier of the position is not a nominated supplier of the material',
    severity: 'medium',
    subjects: ['pair'],
    action: 'Move the purchase to the nominated supplier, or nominate the one that is bought from.',
    rule: 'The material has nominated suppliers (`SUPPLIED_BY` with `isNominated`), and the supplier of a position is not one of them.',
    inputs: 'the positions, the material, the nominated suppliers, and the relationships that nominate them',
    example: '`observed` is the supplier of the position, `expected` lists the nominated suppliers.',
  },
  MPN_MISMATCH: {
    meaning: 'the supplier article number (MPN) of the position is not a nominated one',
    severity: 'medium',
    subjects: ['pair'],
    action: 'Correct the article number of the purchase, or update the nominated article in PLM.',
    rule: 'The nominated suppliers of the material have article numbers for it (`mpn`), and the article number of a position is not one of them.',
    inputs: 'the positions, the material, and the nominating relationships with article numbers',
    example: '`observed` is the article number of the position, `expected` lists the nominated ones.',
  },
  STATUS_CONFLICT: {
    meaning: 'there are open orders for a material that is not approved',
    severity: 'high',
    subjects: ['pair'],
    action: 'Stop the open purchase orders, or approve the material.',
    rule: 'A position has an open order (`onOrder` above 0), and the material is not approved.',
    inputs: 'the positions, and the material',
    example: '`observed` is the lifecycle state of the material, such as `restricted`. `expected` is `approved`.',
  },
  FACTORY_NOT_ALLOCATED: {
    meaning: 'a factory has stock of a material that no style allocated to it uses',
    severity: 'medium',
    subjects: ['pair'],
    action: 'Move the stock to a factory that uses it, or allocate a style that uses it to this factory.',
    rule: 'A position has stock on hand (`onHand` above 0). No supplier that operates the factory produces (`PRODUCED_BY`) a style that uses the material in the newest snapshot. The rule needs a snapshot and a known operator of the factory.',
    inputs: 'the positions, the material, and the suppliers that operate the factory',
    example:
      'A factory has 120 m of a fabric whose styles are produced elsewhere. `observed` is `120`, `expected` is `0`.',
  },
  NEGATIVE_ON_HAND: {
    meaning: 'stock on hand is below zero',
    severity: 'high',
    isAboutQuantity: true,
    subjects: ['pair'],
    action: 'Post the missing receipts or correct the consumption: stock cannot be below zero.',
    rule: 'Stock on hand (`onHand`) is below 0.',
    inputs: 'the positions',
    example: '`observed` is `-12`, `expected` is `0`.',
  },
  OVER_ALLOCATED: {
    meaning: 'more stock is allocated than is on hand',
    severity: 'medium',
    isAboutQuantity: true,
    subjects: ['pair'],
    action: 'Release allocations or bring stock in: more is allocated than is on hand.',
    rule: 'The allocated quantity (`allocated`) is above stock on hand.',
    inputs: 'the positions',
    example: '`observed` is `130`, the allocated quantity. `expected` is `100`, the stock on hand.',
  },
  SHORTAGE: {
    meaning: 'projected stock is below zero',
    severity: 'high',
    isAboutQuantity: true,
    subjects: ['pair'],
    action: 'Order or move more of the material: stock and open orders do not cover what is required.',
    rule: 'Projected stock is below 0: `projected` = `onHand` − `qualityHold` + `inTransit` + `onOrder` − `required`. The rule needs all five quantities.',
    inputs: 'the positions',
    example: '`observed` is `-75`, `expected` is `0`.',
  },
  EXCESS_LIABILITY: {
    meaning: 'liability is above a tenth of the bought quantity, without demand for 90 days',
    severity: 'low',
    isAboutQuantity: true,
    subjects: ['pair'],
    action: 'Cancel, move or sell what is left: there was no demand for it in 90 days.',
    rule: 'The liability (`liabilityQuantity`) is above a tenth of the bought quantity (`boughtQuantity`). The last demand (`lastDemandAt`) was more than 90 days before the time of the position (`asOf`). The rule needs all of these values.',
    inputs: 'the positions',
    example: 'The brand bought 1,000 m and is liable for 180 m. `observed` is `180`, `expected` is `100`.',
  },
  DUPLICATE_SOURCE_RECORD: {
    meaning: 'a system has several records for the same material or factory',
    severity: 'medium',
    subjects: ['connected record'],
    action: 'Keep one of the records in the source system and delete the others.',
    rule: 'An instance of a system has several current records of one record type for the same material or factory.',
    inputs: 'the source records, and the material if they match one',
    example: '`observed` lists the record IDs, `expected` is `one record`.',
  },
  AMBIGUOUS_MATCH: {
    meaning: 'several materials or factories have the same code',
    severity: 'medium',
    subjects: ['pair', 'connected record'],
    action: 'Remove the code from all owners but one.',
    rule: 'The code of a source record or a position belongs to several materials or factories, or several suppliers operate the factory of a source record.',
    inputs: 'the source records or positions, and the materials, suppliers, or source records that have the code',
    example: '`observed` lists what has the code, `expected` is `one owner`.',
  },
  FUTURE_TIMESTAMP: {
    meaning: 'a position has a time more than 5 minutes after it was received',
    severity: 'low',
    subjects: ['pair'],
    action: 'Correct the clock or the time zone of the source system.',
    rule: 'The time of a position (`asOf`) is more than 5 minutes after the time at which the service received it (`source.ingestedAt`).',
    inputs: 'the positions',
    example: '`observed` is the time of the position, `expected` is the time at which it was received.',
  },
  STALE_SOURCE: {
    meaning: 'a dataset is stale',
    severity: 'medium',
    subjects: ['dataset'],
    action: 'Find out why {dataset} is not loaded. To see its last loads, inspect its source system.',
    rule: 'A dataset that current source records or positions come from is stale.',
    inputs: 'the dataset',
    example:
      '`observed` is the time that the lag is counted from, `expected` is the threshold, such as `not older than 86400 s`.',
  },
  UNKNOWN_FRESHNESS: {
    meaning: 'the freshness of a dataset is unknown',
    severity: 'low',
    subjects: ['dataset'],
    action: 'Set thresholds for {dataset} and report its loads, or resume it.',
    rule: 'The freshness of a dataset that current source records or positions come from is unknown: it was never loaded, has no thresholds, or is paused.',
    inputs: 'the dataset',
    example: '`observed` is the reason: `never_loaded`, `no_policy`, or `paused`.',
  },
} as const satisfies Readonly<Record<string, ExceptionRow>>

type Code = keyof typeof table

export const exceptionTable: Readonly<Record<Code, ExceptionRow>> = table

export type CodeOf<S extends Subject> = {
  [C in Code]: S extends (typeof table)[C]['subjects'][number] ? C : never
}[Code]

export function codesAbout<S extends Subject>(subject: S): CodeOf<S>[] {
  return (Object.keys(table) as CodeOf<S>[]).filter((code) => exceptionTable[code].subjects.includes(subject))
}

/** The recommended action of a code, with the ID of the dataset inserted if the code is about datasets. */
export function actionOf(code: Code, dataset = ''): string {
  return exceptionTable[code].action.replace('{dataset}', dataset)
}
