import { z } from 'zod'
import { Decimal, EntityId, nullable, Timestamp, UnitOfMeasure, Uuid } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { codesAbout, exceptionTable } from './exception-table.ts'
import { PositionEnd } from './positions.ts'

/** The severities, from the least to the most severe. */
export const ExceptionSeverity = enumOf(
  {
    low: 'worth knowing',
    medium: 'to be corrected in the source systems',
    high: 'affects stock, orders, or production',
    critical: 'quantities cannot be used',
  },
  { id: 'ExceptionSeverity', description: 'Severity of an exception, lowest first.' },
)
export type ExceptionSeverity = z.infer<typeof ExceptionSeverity>

export const ExceptionStatus = enumOf(
  { open: 'the exception currently holds', resolved: 'the exception no longer holds' },
  { id: 'ExceptionStatus', description: 'Status of an exception.' },
)

const meanings = Object.fromEntries(Object.entries(exceptionTable).map(([code, { meaning }]) => [code, meaning]))

export const ExceptionCode = enumOf(meanings as Readonly<Record<keyof typeof exceptionTable, string>>, {
  id: 'ExceptionCode',
  description: 'Kind of exception.',
})
export const exceptionCodes = ExceptionCode.options
export type ExceptionCode = z.infer<typeof ExceptionCode>

/** The codes of exceptions about quantities, whose severity a stale input lowers by one step. */
export const quantityCodes = exceptionCodes.filter((code) => exceptionTable[code].isAboutQuantity === true)

/** The codes of exceptions that depend on the current time. They are computed at each read and never stored. */
export const computedCodes: readonly ExceptionCode[] = codesAbout('dataset')

/** The kinds of records that an exception can be based on. */
const InputKind = enumOf(
  {
    position: 'position of a material at a factory',
    material: 'material',
    style: 'style',
    supplier: 'supplier',
    link: 'relationship between entities',
    source_record: 'record of a source system',
    requirement: 'open production',
    dataset: 'dataset',
  },
  { id: 'ExceptionInputKind', description: 'Kind of record that the exception is based on.' },
)

export const ExceptionInput = z
  .object({
    kind: InputKind,
    id: z
      .string()
      .meta({ description: 'ID of the position, entity, relationship, source record, open production, or dataset.' }),
    system: z.string().meta({ description: 'System that sent the record.' }),
    instance: z.string().nullable().meta({ description: 'Instance of the system. Null if not known.' }),
    recordId: z.string().meta({ description: 'ID of the record in its source.' }),
    recordVersion: z
      .string()
      .nullable()
      .meta({ description: 'Version that was applied last (`sourceversion`). Null if not known.' }),
    observedAt: described(
      Timestamp,
      'Time of the event that brought the values that the exception is based on. Events that repeat them do not count.',
    ),
  })
  .meta({ id: 'ExceptionInput', description: 'A record that an exception is based on.' })
export type ExceptionInput = z.infer<typeof ExceptionInput>

/** The most inputs that an exception lists. */
export const MOST_INPUTS = 20

export const PositionException = z.object({
  exceptionId: described(
    Uuid,
    'ID of the exception: a UUID that stays the same if the exception is resolved and occurs again.',
  ),
  code: ExceptionCode,
  severity: described(
    ExceptionSeverity,
    'Severity after stale-data adjustment: stale input lowers that of a quantity exception by one step.',
  ),
  status: ExceptionStatus,
  material: described(nullable(PositionEnd), 'Material concerned. Null if the exception is not about one.'),
  factory: described(nullable(PositionEnd), 'Factory concerned. Null if the exception is not about one.'),
  measure: z.string().nullable().meta({ description: 'Quantity concerned, such as `onHand`. Null if there is none.' }),
  systems: z.array(z.string()).meta({ description: 'Source systems concerned.' }),
  observed: z
    .string()
    .nullable()
    .meta({
      description:
        'What was found, such as a quantity, unit, code, state, or time. Null if there is no such value, or if a ' +
        'quantity has no exact decimal with at most 16 places.',
    }),
  expected: z.string().nullable().meta({
    description:
      'What was expected, such as a quantity, unit, state, or `one owner`. Null in the same cases as `observed`.',
  }),
  delta: described(
    nullable(Decimal),
    '`observed` minus `expected`, exactly, in `uom`. Null unless both are quantities with an exact decimal.',
  ),
  uom: described(
    nullable(UnitOfMeasure),
    'Unit of `observed`, `expected`, and `delta`: the base unit of the dimension, or a source unit if they have exact ' +
      'decimals only there. Null if they have none.',
  ),
  firstSeenAt: described(
    Timestamp,
    'Newest `observedAt` of all inputs. For STALE_SOURCE and UNKNOWN_FRESHNESS, the time at which it began, or ' +
      '1970-01-01 if not known.',
  ),
  lastSeenAt: described(
    Timestamp,
    'Newest time of any event of an input. For STALE_SOURCE and UNKNOWN_FRESHNESS, equal to `firstSeenAt`.',
  ),
  staleInput: z.boolean().meta({ description: 'Whether a dataset that the exception is based on is stale.' }),
  datasetIds: z.array(z.string()).meta({ description: 'IDs of the datasets that the exception is based on.' }),
  inputs: z
    .array(ExceptionInput)
    .max(MOST_INPUTS)
    .meta({ description: 'Records that the exception is based on, newest first, at most 20.' }),
  recommendedAction: z.string().meta({ description: 'What would resolve the exception, in one sentence.' }),
})
export type PositionException = z.infer<typeof PositionException>

/** An exception as the API returns it, with the current supplier of its material and steward of its datasets. */
export const ServedPositionException = PositionException.extend({
  supplier: described(
    nullable(PositionEnd),
    'Nominated supplier of the material (`SUPPLIED_BY` with `isNominated`). If several are nominated, the one with the ' +
      'lowest code. Null if none is, or if the material is not known.',
  ),
  steward: z
    .string()
    .nullable()
    .meta({
      description:
        'Steward of the dataset. If the exception is based on several datasets, that of the first in `datasetIds` that ' +
        'has one. Null if none has one.',
    }),
})
  .meta({
    id: 'PositionException',
    description: 'A place where systems disagree, or where their data cannot be right.',
  })
  .register(compactRow, {
    fields: ['exceptionId', 'code', 'severity', 'material.code', 'factory.code', 'measure', 'delta', 'uom'],
  })
export type ServedPositionException = z.infer<typeof ServedPositionException>

export const ExceptionOrder = enumOf(
  {
    id: 'by ID',
    severity: 'most severe first, then by ID',
    firstSeenAt: 'newest first, then by ID in descending order',
  },
  { id: 'ExceptionOrder', description: 'Order of exceptions.' },
)
export type ExceptionOrder = z.infer<typeof ExceptionOrder>

const count = z.int().min(0)

/** An object with a count for each name. A name without exceptions has 0. */
function countsOf<const Name extends string>(names: readonly Name[]) {
  type Counts = Record<Name, typeof count>
  return z.object(
    Object.fromEntries(
      names.map((name) => [name, count.meta({ description: `Number of exceptions with \`${name}\`.` })]),
    ) as Counts,
  )
}

/** The number of exceptions of one material or factory. */
export const ExceptionsOfEnd = z
  .object({
    id: described(
      nullable(EntityId),
      'Entity ID of the material, or ID of the factory’s connected record. Null for an unassigned code.',
    ),
    key: z.string().meta({ description: 'Code of the material or factory. Works as a filter.' }),
    label: z.string().nullable().meta({ description: 'Code and name for people. Null if not known.' }),
    exceptions: z.int().min(1).meta({ description: 'Number of its exceptions.' }),
  })
  .meta({ id: 'ExceptionsOfEnd', description: 'Number of exceptions of one material or factory.' })
export type ExceptionsOfEnd = z.infer<typeof ExceptionsOfEnd>

/** The most materials, and the most factories, that the summary lists. */
export const MOST_ENDS = 10

const most = (what: string) =>
  z
    .array(ExceptionsOfEnd)
    .max(MOST_ENDS)
    .meta({
      description: `The ten ${what} with the most exceptions, in descending order, then by key (byte value) and ID.`,
    })

export const PositionExceptionSummary = z
  .object({
    counts: z
      .object({
        exceptions: count.meta({ description: 'Number of all exceptions.' }),
        code: countsOf(exceptionCodes).meta({ description: 'Number of exceptions by code.' }),
        severity: countsOf(ExceptionSeverity.options).meta({
          description: 'Number of exceptions by severity, after stale-data adjustment.',
        }),
        system: z.record(z.string(), count).meta({
          description: 'Number of exceptions by source system. An exception about several systems counts for each.',
        }),
      })
      .meta({ id: 'PositionExceptionCounts', description: 'Number of exceptions, in total and by kind.' }),
    byFactory: most('factories'),
    byMaterial: most('materials'),
  })
  .meta({
    id: 'PositionExceptionSummary',
    description: 'Number of exceptions by kind, and the materials and factories with the most.',
  })
export type PositionExceptionSummary = z.infer<typeof PositionExceptionSummary>
