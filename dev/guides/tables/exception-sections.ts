import { recommendedActions } from '../../../domain/exceptions/recommended-actions.ts'
import { ExceptionCode, exceptionCodes } from '../../../schemas/materials/exceptions.ts'
import { meaningOf } from './meaning-of.ts'

interface Rule {
  rule: string
  severity: string
  inputs: string
  example: string
}

/** How each exception is evaluated; the rules themselves are in `domain/exceptions/`. */
export const rules: Readonly<Record<ExceptionCode, Rule>> = {
  MISSING_IN_ERP: {
    rule: 'The material is approved, and the newest snapshot uses it in an active style (`adopted` or `production`). A supplier that operates the factory produces this style (`PRODUCED_BY`). The ERP has an active dataset, and no position of the material at the factory.',
    severity: 'high',
    inputs:
      'the material, the style, its relationships to the material and to the supplier, the supplier, and the active datasets of the ERP',
    example: 'A style in production at the factory uses the material, but the ERP has no position of it there.',
  },
  MISSING_IN_PLM: {
    rule: 'A position of the ERP has a quantity other than 0, and its material is unknown or has no code of the system `plm`.',
    severity: 'medium',
    inputs: 'the positions of the ERP with such a quantity, and the material if it is known',
    example: 'The ERP has 300 m of an item whose code belongs to no material in PLM.',
  },
  ORPHAN_MATERIAL: {
    rule: 'A position names a material by a code that no material has.',
    severity: 'high',
    inputs: 'the positions with that code',
    example: '`observed` is the unknown code.',
  },
  ORPHAN_FACTORY: {
    rule: 'A position names a factory by a code that no factory has.',
    severity: 'high',
    inputs: 'the positions with that code',
    example: '`observed` is the unknown code.',
  },
  UOM_INCOMPATIBLE: {
    rule: 'The unit of a position and the base unit of the material have different dimensions. If the base unit is not known, the unit of the ERP position is used in its place.',
    severity: 'critical',
    inputs: 'the positions with that unit, and the material or the ERP position',
    example: '`observed` is `KGM`, `expected` is `MTR`.',
  },
  UOM_MISMATCH: {
    rule: 'The unit of a position differs from the base unit of the material and has the same dimension. If the base unit is not known, the unit of the ERP position is used in its place.',
    severity: 'medium',
    inputs: 'the positions with that unit, and the material or the ERP position',
    example: '`observed` is `YRD`, `expected` is `MTR`.',
  },
  QUANTITY_MISMATCH: {
    rule: 'Stock on hand (`onHand`) in the ERP differs from that in the WMS or the factory portal by more than the tolerance. The tolerance is 1% of the larger quantity, or an absolute amount if that is more: 1 m, 0.5 kg, or 0 of any other unit. Quantities are compared in the base units of their dimensions, such as meters. Units of different dimensions are not compared.',
    severity: 'medium; high if the largest difference is above 10% of the larger quantity',
    inputs: 'the positions that differ',
    example:
      'The ERP has 1,200 m and the WMS 1,150 m. `observed` is `1200`, `expected` is `1150`, and `delta` is `50`. The tolerance is 12 m.',
  },
  REQUIREMENT_MISMATCH: {
    rule: 'The required quantity (`required`) in the ERP differs from the calculated one by more than the tolerance of QUANTITY_MISMATCH. The calculated quantity is the units of open production at the factory times the gross yields of the newest snapshot.',
    severity: 'high',
    inputs:
      'the positions of the ERP, the material, the open production, and the relationships of its styles to the material',
    example:
      'The ERP requires 500 m, and 400 units at 1.3125 m require 525 m. `delta` is `-25`, and the tolerance is 5.25 m.',
  },
  SUPPLIER_MISMATCH: {
    rule: 'The material has nominated suppliers (`SUPPLIED_BY` with `isNominated`), and the supplier of a position is not one of them.',
    severity: 'medium',
    inputs: 'the positions, the material, the nominated suppliers, and the relationships that nominate them',
    example: '`observed` is the supplier of the position, `expected` lists the nominated suppliers.',
  },
  MPN_MISMATCH: {
    rule: 'The nominated suppliers of the material have article numbers for it (`mpn`), and the article number of a position is not one of them.',
    severity: 'medium',
    inputs: 'the positions, the material, and the nominating relationships with article numbers',
    example: '`observed` is the article number of the position, `expected` lists the nominated ones.',
  },
  STATUS_CONFLICT: {
    rule: 'A position has an open order (`onOrder` above 0), and the material is not approved.',
    severity: 'high',
    inputs: 'the positions, and the material',
    example: '`observed` is the lifecycle state of the material, such as `restricted`. `expected` is `approved`.',
  },
  FACTORY_NOT_ALLOCATED: {
    rule: 'A position has stock on hand (`onHand` above 0). No supplier that operates the factory produces (`PRODUCED_BY`) a style that uses the material in the newest snapshot. The rule needs a snapshot and a known operator of the factory.',
    severity: 'medium',
    inputs: 'the positions, the material, and the suppliers that operate the factory',
    example:
      'A factory has 120 m of a fabric whose styles are produced elsewhere. `observed` is `120`, `expected` is `0`.',
  },
  NEGATIVE_ON_HAND: {
    rule: 'Stock on hand (`onHand`) is below 0.',
    severity: 'high',
    inputs: 'the positions',
    example: '`observed` is `-12`, `expected` is `0`.',
  },
  OVER_ALLOCATED: {
    rule: 'The allocated quantity (`allocated`) is above stock on hand.',
    severity: 'medium',
    inputs: 'the positions',
    example: '`observed` is `130`, the allocated quantity. `expected` is `100`, the stock on hand.',
  },
  SHORTAGE: {
    rule: 'Projected stock is below 0: `projected` = `onHand` − `qualityHold` + `inTransit` + `onOrder` − `required`. The rule needs all five quantities.',
    severity: 'high',
    inputs: 'the positions',
    example: '`observed` is `-75`, `expected` is `0`.',
  },
  EXCESS_LIABILITY: {
    rule: 'The liability (`liabilityQuantity`) is above a tenth of the bought quantity (`boughtQuantity`). The last demand (`lastDemandAt`) was more than 90 days before the time of the position (`asOf`). The rule needs all of these values.',
    severity: 'low',
    inputs: 'the positions',
    example: 'The brand bought 1,000 m and is liable for 180 m. `observed` is `180`, `expected` is `100`.',
  },
  DUPLICATE_SOURCE_RECORD: {
    rule: 'An instance of a system has several current records of one record type for the same material or factory.',
    severity: 'medium',
    inputs: 'the source records, and the material if they match one',
    example: '`observed` lists the record IDs, `expected` is `one record`.',
  },
  AMBIGUOUS_MATCH: {
    rule: 'The code of a source record or a position belongs to several materials or factories, or several suppliers operate the factory of a source record.',
    severity: 'medium',
    inputs: 'the source records or positions, and the materials, suppliers, or source records that have the code',
    example: '`observed` lists what has the code, `expected` is `one owner`.',
  },
  FUTURE_TIMESTAMP: {
    rule: 'The time of a position (`asOf`) is more than 5 minutes after the time at which the service received it (`source.ingestedAt`).',
    severity: 'low',
    inputs: 'the positions',
    example: '`observed` is the time of the position, `expected` is the time at which it was received.',
  },
  STALE_SOURCE: {
    rule: 'A dataset that current source records or positions come from is stale.',
    severity: 'medium',
    inputs: 'the dataset',
    example:
      '`observed` is the time that the lag is counted from, `expected` is the threshold, such as `not older than 86400 s`.',
  },
  UNKNOWN_FRESHNESS: {
    rule: 'The freshness of a dataset that current source records or positions come from is unknown: it was never loaded, has no thresholds, or is paused.',
    severity: 'low',
    inputs: 'the dataset',
    example: '`observed` is the reason: `never_loaded`, `no_policy`, or `paused`.',
  },
}

const computedActions: Readonly<Record<string, string>> = {
  STALE_SOURCE: 'Find out why the dataset is not loaded. `GET /v1/sources/inspect` lists its last loads.',
  UNKNOWN_FRESHNESS: 'Set thresholds for the dataset and report its loads, or resume it.',
}

/** A section for each exception code: what it means, when it holds, how severe it is, and what to do about it. */
export function exceptionSections(): string {
  return exceptionCodes.map(sectionOf).join('\n\n')
}

function sectionOf(code: ExceptionCode): string {
  const { rule, severity, inputs, example } = rules[code]
  const actions: Readonly<Record<string, string>> = { ...recommendedActions, ...computedActions }
  const meaning = meaningOf(ExceptionCode, code)
  return [
    `### ${code}`,
    '',
    `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`,
    '',
    `- **Rule**: ${rule}`,
    `- **Severity**: ${severity}.`,
    `- **Inputs**: ${inputs}.`,
    `- **Example**: ${example}`,
    `- **Fix**: ${actions[code]}`,
  ].join('\n')
}
