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
    rule: 'The material is approved and used in open production at the factory, the ERP has datasets of positions, and none of its positions is of this material at this factory.',
    severity: 'high',
    inputs: 'the material, the open production, and the datasets of the ERP',
    example: 'A style is produced at the factory and uses the material, but the ERP has no item for it there.',
  },
  MISSING_IN_PLM: {
    rule: 'The ERP has a position with a quantity other than 0, and the material is not in PLM.',
    severity: 'medium',
    inputs: 'the positions of the ERP',
    example: 'The ERP has 300 m of an item that no material in PLM names.',
  },
  ORPHAN_MATERIAL: {
    rule: 'A position has a material code that no material has.',
    severity: 'high',
    inputs: 'the positions with that code',
    example: '`observed` is the unknown code.',
  },
  ORPHAN_FACTORY: {
    rule: 'A position has a factory code that no factory has.',
    severity: 'high',
    inputs: 'the positions with that code',
    example: '`observed` is the unknown code.',
  },
  UOM_INCOMPATIBLE: {
    rule: 'The unit of a position and the base unit of the material have different dimensions. If the material has no base unit, the unit of the ERP position is used.',
    severity: 'critical',
    inputs: 'the positions with that unit, and the material or the ERP position',
    example: '`observed` is KGM, `expected` is MTR.',
  },
  UOM_MISMATCH: {
    rule: 'The unit of a position differs from the base unit of the material and has the same dimension.',
    severity: 'medium',
    inputs: 'the positions with that unit, and the material or the ERP position',
    example: '`observed` is YRD, `expected` is MTR.',
  },
  QUANTITY_MISMATCH: {
    rule: 'Stock on hand in the ERP differs from the WMS or the factory portal by more than the tolerance: 1% of the larger quantity, or 1 m, 0.5 kg, or 0 pieces if that is more.',
    severity: 'medium; high if the difference is above 10% of the larger quantity',
    inputs: 'the positions that differ',
    example: 'ERP 1,200 m and WMS 1,150 m: `observed` is 1200, `expected` is 1150, `delta` is 50.',
  },
  REQUIREMENT_MISMATCH: {
    rule: 'The required quantity in the ERP differs from the requirement that follows from the current BOM and open production by more than the tolerance of QUANTITY_MISMATCH.',
    severity: 'high',
    inputs: 'the positions of the ERP, the open production, and the BOM',
    example: 'The ERP requires 500 m, and 400 units at 1.3125 m require 525 m.',
  },
  SUPPLIER_MISMATCH: {
    rule: 'The material has nominated suppliers, and the supplier of a position is not one of them.',
    severity: 'medium',
    inputs: 'the positions, and the relationships and suppliers that are nominated',
    example: '`observed` is the supplier of the position, `expected` lists the nominated suppliers.',
  },
  MPN_MISMATCH: {
    rule: 'The material has supplier article numbers (MPN), and the article number of a position is not one of them.',
    severity: 'medium',
    inputs: 'the positions, and the relationships with article numbers',
    example: '`observed` is the article number of the position, `expected` lists the known ones.',
  },
  STATUS_CONFLICT: {
    rule: 'A position has an open order (`onOrder` above 0), and the material is not approved.',
    severity: 'high',
    inputs: 'the positions, and the material',
    example: '`observed` is `restricted`, `expected` is `approved`.',
  },
  FACTORY_NOT_ALLOCATED: {
    rule: 'The factory has stock on hand of the material, and no style that uses the material is allocated to it.',
    severity: 'medium',
    inputs: 'the positions, the material, and the operator of the factory',
    example: 'A factory has 120 m of a fabric whose styles are produced elsewhere.',
  },
  NEGATIVE_ON_HAND: {
    rule: 'Stock on hand (`onHand`) is below 0.',
    severity: 'high',
    inputs: 'the positions',
    example: '`observed` is -12, `expected` is 0.',
  },
  OVER_ALLOCATED: {
    rule: 'The allocated quantity (`allocated`) is above stock on hand.',
    severity: 'medium',
    inputs: 'the positions',
    example: '`observed` is 130, `expected` is 100.',
  },
  SHORTAGE: {
    rule: 'Projected stock (`projected`: on hand, without quality hold, plus in transit and on order, minus required) is below 0.',
    severity: 'high',
    inputs: 'the positions',
    example: '`observed` is -75, `expected` is 0.',
  },
  EXCESS_LIABILITY: {
    rule: 'The liability (`liabilityQuantity`) is above a tenth of the bought quantity, and there was no demand in the 90 days before the time of the position.',
    severity: 'low',
    inputs: 'the positions',
    example: 'Bought 1,000 m and liable for 180 m: `observed` is 180, `expected` is 100.',
  },
  DUPLICATE_SOURCE_RECORD: {
    rule: 'A system and instance has several records of one record type for the same material or factory.',
    severity: 'medium',
    inputs: 'the source records, and the material that they match',
    example: '`observed` lists the record IDs.',
  },
  AMBIGUOUS_MATCH: {
    rule: 'The code of a source record or a position belongs to several materials or factories.',
    severity: 'medium',
    inputs: 'the records or positions, and the materials or factories that have the code',
    example: '`observed` lists the owners, `expected` is one owner.',
  },
  FUTURE_TIMESTAMP: {
    rule: 'The time of a position (`asOf`) is more than 5 minutes after the time at which the service received it.',
    severity: 'low',
    inputs: 'the positions',
    example: '`observed` is the time of the position, `expected` is the time at which it was received.',
  },
  STALE_SOURCE: {
    rule: 'A dataset that current records or positions come from is stale. Evaluated at the time of the request.',
    severity: 'medium',
    inputs: 'the dataset',
    example: '`observed` is the watermark, `expected` is the threshold.',
  },
  UNKNOWN_FRESHNESS: {
    rule: 'The freshness of a dataset that current records or positions come from is unknown. Evaluated at the time of the request.',
    severity: 'low',
    inputs: 'the dataset',
    example: '`observed` is the reason, such as `never_loaded`.',
  },
}

const computedActions: Readonly<Record<string, string>> = {
  STALE_SOURCE: 'Find out why the dataset is not loaded. Its last loads are in the inspection of the source.',
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
