import { z } from 'zod'
import { text, UnitOfMeasure } from '../common.ts'
import { described } from '../described.ts'
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
} from '../values/as-sent.ts'
import { TimeAsSent } from '../values/input-times.ts'
import { CurrencyAsSent } from '../values/sent-values.ts'
import {
  ConnectedKind,
  DatasetId,
  datasetFieldShape,
  datasetLoadShape,
  datasetShape,
  factoryFieldNames,
  MAX_RAW_BYTES,
  Ownership,
  positionShape,
  RecordType,
  SourcingModel,
} from './connected-events.ts'

/**
 * The data of the record kinds that describe materials and factories in source systems, as sources send it. Fields that
 * may be null may be absent. connected-events.ts has the shapes.
 */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null)

const codeShape = { kind: CodeKind, value: described(codeAsSent(255, 1), 'The code itself.') }

/**
 * A code in place of a reference. It refers to the entity or record that has the code in `system`, or in any system.
 */
export const CodeAsReference = z.object({
  system: described(System.optional(), 'System whose code it is. Any system if absent.'),
  ...codeShape,
})
export type CodeAsReference = z.infer<typeof CodeAsReference>

/** A reference to a source record, such as that of a factory. System and instance default to those of the event. */
const RecordReference = z
  .object({
    system: described(System.optional(), 'System of the record. That of the event if absent.'),
    instance: described(Instance.optional(), 'Instance of the system. That of the event if absent.'),
    recordId: described(RecordId, 'ID of the record in its source.'),
  })
  .refine(isWholeOrLocal, wholeOrLocal)

const toEither = { error: 'must name a record (recordId) or a code (kind and value)' }
const EntityOrCode = z.union([EntityReference, CodeAsReference], toEither)
export type EntityOrCode = z.infer<typeof EntityOrCode>
const RecordOrCode = z.union([RecordReference, CodeAsReference], toEither)
export type RecordOrCode = z.infer<typeof RecordOrCode>

/** A code of a source record, which may be that of another system. Without `system`, it is the code of any system. */
export const CarriedCode = z
  .object({
    system: described(System.optional(), 'System whose code it is. Any system if absent.'),
    instance: described(Instance.optional(), 'Instance of the system. Requires `system`.'),
    ...codeShape,
  })
  .refine(({ system, instance }) => instance === undefined || system !== undefined, {
    message: 'an instance needs its system',
    ...alsoWithFaults,
  })

const FieldAsSent = z.object({
  name: described(text(255, 1), 'Name of the field under which systems are compared.'),
  sourceField: described(text(255, 1).nullable().default(null), 'Name of the field in the source.'),
  value: z
    .union([text(4000), z.boolean(), z.array(text(500)).max(100)], {
      error: 'must be text of at most 4000 characters, a boolean, or a list of at most 100 texts of 500',
    })
    .nullable()
    .default(null)
    .meta({ description: 'Value of the field. Quantities are decimal strings. Null if unknown.' }),
  unit: described(text(32, 1).nullable().default(null), 'Unit of the value.'),
})

/** A Map, because field names come from sources and may be the name of an inherited property. */
const factoryRules: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(factoryFieldNames))

/** Whether the value of a factory's field fits the type that is fixed for its name. */
function fitsItsName({ kind, fields }: { kind: string; fields: z.output<typeof FieldAsSent>[] }): boolean {
  if (kind !== 'factory') return true
  return fields.every(({ name, value }) => value === null || (factoryRules.get(name)?.safeParse(value).success ?? true))
}

const isSmall = (raw: unknown) => Buffer.byteLength(JSON.stringify(raw ?? null)) <= MAX_RAW_BYTES

export const sourceRecordData = z
  .object({
    kind: ConnectedKind,
    datasetId: described(orNull(DatasetId), 'Dataset that the record comes from.'),
    sourceUpdatedAt: described(orNull(TimeAsSent), 'Time of the last change in the source.'),
    extractedAt: described(orNull(TimeAsSent), 'Time at which the record was extracted.'),
    references: z
      .array(CarriedCode)
      .max(200)
      .default([])
      .meta({ description: 'Codes that the record has, its own and those of other systems.' }),
    fields: z.array(FieldAsSent).max(500).default([]).meta({ description: 'Fields of the record.' }),
    raw: z.unknown().refine(isSmall, `must have at most ${MAX_RAW_BYTES} bytes of JSON`).optional().meta({
      description: 'The record as the source has it, at most 64 KiB of JSON. Secrets are removed before it is stored.',
    }),
    deletedInSource: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the source marks the record as deleted. It stays visible and is not counted.' }),
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
    .default([])
    .meta({ description: 'Fields that the dataset declares.' }),
})

const load = asSent(datasetLoadShape)

export const datasetLoadData = z.object({
  ...load,
  startedAt: described(TimeAsSent, 'Time at which the load started.'),
  endedAt: described(orNull(TimeAsSent), 'Time at which the load ended. Null while it is running.'),
  sourceWatermarkAt: described(orNull(TimeAsSent), 'Time up to which the load contains the data of the source.'),
})

export const requirementData = z
  .object({
    style: described(EntityOrCode.optional(), 'Style that is produced. Give `style` or `sku`, not both.'),
    sku: described(EntityOrCode.optional(), 'SKU that is produced. Give `style` or `sku`, not both.'),
    factory: described(RecordOrCode, 'Factory that produces it.'),
    units: described(z.int().min(0).max(9_999_999_999), 'Number of garments still to be produced.'),
    dueAt: described(orNull(TimeAsSent), 'Time at which they are due.'),
  })
  .refine(({ style, sku }) => (style === undefined) !== (sku === undefined), {
    message: 'either style or sku is given',
    ...alsoWithFaults,
  })

const position = positionShape(DecimalAsSent, CurrencyAsSent)

export const positionData = z.object({
  material: described(EntityOrCode, 'Material of the position.'),
  factory: described(RecordOrCode, 'Factory of the position.'),
  datasetId: described(orNull(DatasetId), 'Dataset that the position comes from.'),
  asOf: described(TimeAsSent, 'Time that the position describes.'),
  uom: described(UnitAsSent(UnitOfMeasure), 'Unit of all quantities of the position.'),
  onHand: orNull(position.onHand),
  qualityHold: orNull(position.qualityHold),
  allocated: orNull(position.allocated),
  inTransit: orNull(position.inTransit),
  onOrder: orNull(position.onOrder),
  onOrderNonCancellable: orNull(position.onOrderNonCancellable),
  boughtQuantity: orNull(position.boughtQuantity),
  required: orNull(position.required),
  lastDemandAt: described(orNull(TimeAsSent), 'Time of the last demand.'),
  ownership: orNull(Ownership),
  sourcingModel: orNull(SourcingModel),
  unitCost: orNull(position.unitCost),
  lotCount: orNull(position.lotCount),
  supplier: described(orNull(EntityOrCode), 'Supplier that the material is bought from.'),
  mpn: described(codeAsSent(255, 1).nullable().default(null), 'Supplier article number (MPN).'),
})

/** Splits the subject of a source record, `{recordType}:{recordId}`. */
export function splitSubject(subject: string): { recordType: string; recordId: string } {
  const colon = subject.indexOf(':')
  return { recordType: subject.slice(0, Math.max(0, colon)), recordId: subject.slice(colon + 1) }
}

/** Describes what is wrong with the subject of a record of a kind, or returns null. `data` is null for a deletion. */
export function subjectFault(kind: string, subject: string, data: object | null): string | null {
  if (kind === 'source_record') {
    const { recordType, recordId } = splitSubject(subject)
    const isSound = RecordType.safeParse(recordType).success && recordId !== ''
    return isSound ? null : 'must be {recordType}:{recordId}, with a record type such as item_master'
  }
  if (kind !== 'dataset') return null
  if (!DatasetId.safeParse(subject).success) return 'must be a dataset ID such as erp.material_stock'
  const isSame = data === null || ('datasetId' in data && data.datasetId === subject)
  return isSame ? null : 'must be the datasetId'
}
