import { z } from 'zod'
import {
  alsoWithFaults,
  asSent,
  CodeKind,
  codeAsSent,
  DecimalAsSent,
  EntityReference,
  Instance,
  isWholeOrLocal,
  RecordId,
  System,
  UnitAsSent,
  wholeOrLocal,
} from '../as-sent.ts'
import { text, UnitOfMeasure } from '../common.ts'
import { TimeAsSent } from '../input-times.ts'
import { CurrencyAsSent } from '../sent-values.ts'
import {
  DatasetId,
  datasetFieldShape,
  datasetLoadShape,
  datasetShape,
  factoryFieldNames,
  MAX_RAW_BYTES,
  ownerships,
  positionShape,
  RecordType,
  recordKinds,
  sourcingModels,
} from './connected-events.ts'

/**
 * The data of the record kinds that say what systems know of materials and factories, as sources send it: what may be
 * null may be absent. See connected-events.ts for the shapes and connected.ts for what readers get.
 */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null)

const codeShape = { kind: CodeKind, value: codeAsSent(255, 1) }

/** A code in place of a reference, resolved against whoever owns it; without a system, that of any system. */
export const CodeAsReference = z.object({ system: System.optional(), ...codeShape })
export type CodeAsReference = z.infer<typeof CodeAsReference>

/** A reference to a source record, such as that of a factory; system and instance are those of the event unless given. */
const RecordReference = z
  .object({ system: System.optional(), instance: Instance.optional(), recordId: RecordId })
  .refine(isWholeOrLocal, wholeOrLocal)

const toEither = { error: 'must name a record (recordId) or a code (kind and value)' }
const EntityOrCode = z.union([EntityReference, CodeAsReference], toEither)
export type EntityOrCode = z.infer<typeof EntityOrCode>
const RecordOrCode = z.union([RecordReference, CodeAsReference], toEither)
export type RecordOrCode = z.infer<typeof RecordOrCode>

/** A code that a source record carries, its own or another's; without a system, that of any system. */
export const CarriedCode = z
  .object({ system: System.optional(), instance: Instance.optional(), ...codeShape })
  .refine(({ system, instance }) => instance === undefined || system !== undefined, {
    message: 'an instance needs its system',
    ...alsoWithFaults,
  })

const FieldAsSent = z.object({
  name: text(255, 1),
  sourceField: text(255, 1).nullable().default(null),
  value: z
    .union([text(4000), z.boolean(), z.array(text(500)).max(100)], {
      error: 'must be text of at most 4000 characters, a boolean, or a list of at most 100 texts of 500',
    })
    .nullable()
    .default(null),
  unit: text(32, 1).nullable().default(null),
})

/** A name comes from a source and may be any, that of a property of every object too. */
const factoryRules: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(factoryFieldNames))

/** What a field of a factory may hold, by its name. */
function fitsItsName({ kind, fields }: { kind: string; fields: z.output<typeof FieldAsSent>[] }): boolean {
  if (kind !== 'factory') return true
  return fields.every(({ name, value }) => value === null || (factoryRules.get(name)?.safeParse(value).success ?? true))
}

const isSmall = (raw: unknown) => Buffer.byteLength(JSON.stringify(raw ?? null)) <= MAX_RAW_BYTES

export const sourceRecordData = z
  .object({
    kind: z.enum(recordKinds),
    datasetId: orNull(DatasetId),
    sourceUpdatedAt: orNull(TimeAsSent),
    extractedAt: orNull(TimeAsSent),
    references: z.array(CarriedCode).max(200).default([]),
    fields: z.array(FieldAsSent).max(500).default([]),
    raw: z.unknown().refine(isSmall, `must have at most ${MAX_RAW_BYTES} bytes of JSON`).optional(),
    deletedInSource: z.boolean().default(false),
  })
  .refine(
    fitsItsName,
    'a countryCode, capabilities or sourcingModels of a factory is not of the form that is published',
  )

export const datasetData = z.object({
  datasetId: DatasetId,
  ...asSent(datasetShape),
  fields: z
    .array(z.object(asSent(datasetFieldShape)))
    .max(1000)
    .default([]),
})

const load = asSent(datasetLoadShape)

export const datasetLoadData = z.object({
  ...load,
  startedAt: TimeAsSent,
  endedAt: orNull(TimeAsSent),
  sourceWatermarkAt: orNull(TimeAsSent),
})

export const requirementData = z
  .object({
    style: EntityOrCode.optional(),
    sku: EntityOrCode.optional(),
    factory: RecordOrCode,
    units: z.int().min(0).max(9_999_999_999),
    dueAt: orNull(TimeAsSent),
  })
  .refine(({ style, sku }) => (style === undefined) !== (sku === undefined), {
    message: 'either style or sku is given',
    ...alsoWithFaults,
  })

const position = positionShape(DecimalAsSent, CurrencyAsSent)

export const positionData = z.object({
  material: EntityOrCode,
  factory: RecordOrCode,
  datasetId: orNull(DatasetId),
  asOf: TimeAsSent,
  uom: UnitAsSent(UnitOfMeasure),
  onHand: orNull(position.onHand),
  qualityHold: orNull(position.qualityHold),
  allocated: orNull(position.allocated),
  inTransit: orNull(position.inTransit),
  onOrder: orNull(position.onOrder),
  onOrderNonCancellable: orNull(position.onOrderNonCancellable),
  boughtQuantity: orNull(position.boughtQuantity),
  required: orNull(position.required),
  lastDemandAt: orNull(TimeAsSent),
  ownership: orNull(z.enum(ownerships)),
  sourcingModel: orNull(z.enum(sourcingModels)),
  unitCost: orNull(position.unitCost),
  lotCount: orNull(position.lotCount),
  supplier: orNull(EntityOrCode),
  mpn: codeAsSent(255, 1).nullable().default(null),
})

/** The record type and the record id of a source record's subject, `{recordType}:{recordId}`. */
export function splitSubject(subject: string): { recordType: string; recordId: string } {
  const colon = subject.indexOf(':')
  return { recordType: subject.slice(0, Math.max(0, colon)), recordId: subject.slice(colon + 1) }
}

/** What is wrong with the subject of a record of a kind, or null; `data` is null for a deletion. */
export function subjectFault(kind: string, subject: string, data: object | null): string | null {
  if (kind === 'source_record') {
    const { recordType, recordId } = splitSubject(subject)
    const isSound = RecordType.safeParse(recordType).success && recordId !== ''
    return isSound ? null : 'must be {recordType}:{recordId}, the type like item_master'
  }
  if (kind !== 'dataset') return null
  if (!DatasetId.safeParse(subject).success) return 'must be a datasetId like erp.material_stock'
  const isSame = data === null || ('datasetId' in data && data.datasetId === subject)
  return isSame ? null : 'must be the datasetId'
}
