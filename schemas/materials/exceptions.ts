import { z } from 'zod'
import { Decimal, EntityId, nullable, Timestamp, UnitOfMeasure, Uuid } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { PositionEnd } from './positions.ts'

/** From the least to the most severe. */
export const ExceptionSeverity = z.enum(['low', 'medium', 'high', 'critical'])
export type ExceptionSeverity = z.infer<typeof ExceptionSeverity>

export const exceptionCodes = [
  'MISSING_IN_ERP',
  'MISSING_IN_PLM',
  'ORPHAN_MATERIAL',
  'ORPHAN_FACTORY',
  'UOM_INCOMPATIBLE',
  'UOM_MISMATCH',
  'QUANTITY_MISMATCH',
  'REQUIREMENT_MISMATCH',
  'SUPPLIER_MISMATCH',
  'MPN_MISMATCH',
  'STATUS_CONFLICT',
  'FACTORY_NOT_ALLOCATED',
  'NEGATIVE_ON_HAND',
  'OVER_ALLOCATED',
  'SHORTAGE',
  'EXCESS_LIABILITY',
  'DUPLICATE_SOURCE_RECORD',
  'AMBIGUOUS_MATCH',
  'FUTURE_TIMESTAMP',
  'STALE_SOURCE',
  'UNKNOWN_FRESHNESS',
] as const
export const ExceptionCode = z.enum(exceptionCodes).meta({ id: 'ExceptionCode' })
export type ExceptionCode = z.infer<typeof ExceptionCode>

/** Those that a stale input lowers by one step. */
export const quantityCodes: readonly ExceptionCode[] = [
  'QUANTITY_MISMATCH',
  'REQUIREMENT_MISMATCH',
  'NEGATIVE_ON_HAND',
  'OVER_ALLOCATED',
  'SHORTAGE',
  'EXCESS_LIABILITY',
]

/** What kinds of records an exception may rest on. */
export const inputKinds = [
  ...(['position', 'material', 'style', 'supplier', 'link', 'source_record', 'requirement', 'dataset'] as const),
] as const

export const ExceptionInput = z
  .object({
    kind: z.enum(inputKinds),
    id: z.string().meta({ description: 'Of the position, entity, relationship, record, open production or dataset.' }),
    system: z.string(),
    instance: z.string().nullable(),
    recordId: z.string(),
    recordVersion: z.string().nullable().meta({ description: 'The version that was applied last.' }),
    observedAt: Timestamp.meta({
      description:
        'The time of the event since which the record says what the exception rests on; one that repeats it does not count.',
    }),
  })
  .meta({ id: 'ExceptionInput', description: 'A record that an exception rests on.' })
export type ExceptionInput = z.infer<typeof ExceptionInput>

/** So many inputs of an exception are named. */
export const MOST_INPUTS = 20

export const PositionException = z
  .object({
    exceptionId: Uuid,
    code: ExceptionCode,
    severity: ExceptionSeverity.meta({ description: 'A stale input lowers that of a quantity exception by one step.' }),
    status: z.enum(['open', 'resolved']),
    material: nullable(PositionEnd),
    factory: nullable(PositionEnd),
    measure: z.string().nullable(),
    systems: z.array(z.string()),
    observed: z.string().nullable().meta({
      description: 'What is said. An amount is exact, and null where it has no decimal of at most 16 places.',
    }),
    expected: z.string().nullable().meta({ description: 'What should be; an amount as `observed` is.' }),
    delta: nullable(Decimal).meta({ description: 'Observed minus expected, exactly, in `uom`.' }),
    uom: nullable(UnitOfMeasure).meta({
      description:
        'The unit of all three: the base unit, or that of a source where they have exact decimals only there.',
    }),
    firstSeenAt: Timestamp.meta({
      description: 'The newest `observedAt` of all inputs; of STALE_SOURCE and UNKNOWN_FRESHNESS when it began.',
    }),
    lastSeenAt: Timestamp.meta({ description: 'The newest time of any event of an input.' }),
    staleInput: z.boolean(),
    datasetIds: z.array(z.string()),
    inputs: z
      .array(ExceptionInput)
      .max(MOST_INPUTS)
      .meta({ description: 'The records that it rests on, the newest first.' }),
    recommendedAction: z.string(),
  })
  .meta({ id: 'PositionException', description: 'Where systems disagree, or what they say cannot be right.' })
  .register(compactRow, {
    fields: ['exceptionId', 'code', 'severity', 'material.code', 'factory.code', 'measure', 'delta', 'uom'],
  })
export type PositionException = z.infer<typeof PositionException>

const count = z.int().min(0)

/** So many of each; a code or a severity without any has 0. */
function countsOf<const Name extends string>(names: readonly Name[]) {
  type Counts = Record<Name, typeof count>
  return z.object(Object.fromEntries(names.map((name) => [name, count])) as Counts)
}

/** How many exceptions one material or factory has. */
export const ExceptionsOfEnd = z
  .object({
    id: nullable(EntityId).meta({ description: 'Null for a code that nobody owns.' }),
    key: z.string().meta({ description: 'The code, as people know it.' }),
    label: z.string().nullable(),
    exceptions: z.int().min(1),
  })
  .meta({ id: 'ExceptionsOfEnd', description: 'How many exceptions one material or factory has.' })
export type ExceptionsOfEnd = z.infer<typeof ExceptionsOfEnd>

/** So many materials, and so many factories, are named. */
export const MOST_ENDS = 10

const most = (what: string) =>
  z
    .array(ExceptionsOfEnd)
    .max(MOST_ENDS)
    .meta({ description: `The ten ${what} with most exceptions, the most first, then by key and id.` })

export const PositionExceptionSummary = z
  .object({
    counts: z
      .object({
        exceptions: count.meta({ description: 'All of them.' }),
        code: countsOf(exceptionCodes),
        severity: countsOf(ExceptionSeverity.options).meta({ description: 'As served, by the clock.' }),
        system: z.record(z.string(), count).meta({
          description: 'By the systems that exceptions are about: one that is about several counts for each.',
        }),
      })
      .meta({ id: 'PositionExceptionCounts' }),
    byFactory: most('factories'),
    byMaterial: most('materials'),
  })
  .meta({
    id: 'PositionExceptionSummary',
    description: 'How many exceptions there are, of what kind, and where most are.',
  })
export type PositionExceptionSummary = z.infer<typeof PositionExceptionSummary>
