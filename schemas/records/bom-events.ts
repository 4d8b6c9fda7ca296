import { z } from 'zod'
import { alsoWithFaults, codeAsSent, EntityReference, UnitAsSent } from '../as-sent.ts'
import { text, UnitOfMeasure } from '../common.ts'
import { TimeAsSent } from '../input-times.ts'

/** A ULID as producers choose it. Its first character would overflow 128 bits above 7. https://github.com/ulid/spec */
export const Ulid = z
  .string()
  .regex(
    /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
    'must be a ULID such as 01JPQ8Z5T0V6M3C1K9W2R7X4YB (26 digits and capitals without I, L, O, U)',
  )

const Quantity = z
  .string()
  .regex(
    /^(0|[1-9]\d{0,9})(\.\d{1,4}0*)?$/,
    'must be a decimal in quotes from 0, with at most 10 digits and 4 decimals, such as 1.25',
  )
  .overwrite((decimal) => decimal.replace(/(\.\d{4})0+$/, '$1'))
const Percent = z
  .string()
  .regex(
    /^(0|[1-9]\d{0,2})(\.\d{1,2}0*)?$/,
    'must be a decimal in quotes from 0, with at most 3 digits and 2 decimals, such as 7.5',
  )
  .overwrite((decimal) => decimal.replace(/(\.\d{2})0+$/, '$1'))
const Code = codeAsSent(255, 1)
const Unit = UnitAsSent(UnitOfMeasure)
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null)

/** A reference to an entity with what a row says of it; an unknown field is ignored. */
function named<S extends z.ZodRawShape>(shape: S) {
  return EntityReference.and(z.object(shape))
}

/** One row of the snapshot: what one SKU takes of a line. `on_net` lines give `netYield`, `on_gross` lines `grossYield`. */
export const YieldAsSent = z.object({
  sku: Code,
  netYield: Quantity.optional(),
  grossYield: Quantity.optional(),
  wastagePercent: Percent,
  materialColorCode: orNull(Code),
})
export type YieldAsSent = z.infer<typeof YieldAsSent>

export const LineAsSent = z.object({
  bomLineRef: orNull(Code),
  lineNumber: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  section: orNull(Code),
  placement: orNull(text(120, 1)),
  material: named({
    materialNumber: Code,
    name: orNull(text(500)),
    materialType: orNull(Code),
    baseUom: orNull(Unit),
  }),
  materialColorCode: orNull(Code),
  supplier: orNull(named({ supplierCode: Code, name: orNull(text(500)) })),
  mpn: orNull(Code),
  uom: Unit,
  wastageBasis: z.enum(['on_net', 'on_gross']),
  yieldPerUnits: z.union([z.literal(1), z.literal(12)]).default(1),
  yieldStage: z.enum(['costing', 'booking', 'bulk', 'actual']),
  isPrimary: z.boolean().default(false),
  yields: z.array(YieldAsSent),
})
export type LineAsSent = z.infer<typeof LineAsSent>

export const SkuAsSent = named({
  skuCode: Code,
  colorwayCode: orNull(Code),
  sizeCode: orNull(Code),
})
export type SkuAsSent = z.infer<typeof SkuAsSent>

const MAX_PARTS = 10_000
const Count = z.int().min(0)
const snapshotId = { snapshotId: Ulid }

/** The data of each event about a publication, by action. */
export const bomData = {
  started: z.object({
    ...snapshotId,
    effectiveAt: TimeAsSent,
    sourceRunId: orNull(text(255, 1)),
  }),
  style: z
    .object({
      ...snapshotId,
      part: z.int().min(1).max(MAX_PARTS).default(1),
      parts: z.int().min(1).max(MAX_PARTS).default(1),
      bomRevision: orNull(text(255, 1)),
      style: named({ styleNumber: Code }),
      skus: z.array(SkuAsSent),
      lines: z.array(LineAsSent),
    })
    .refine(({ part, parts }) => part <= parts, {
      message: 'must be at most parts',
      path: ['part'],
      ...alsoWithFaults,
    }),
  completed: z.object({
    ...snapshotId,
    styleCount: Count,
    skuCount: Count,
    lineCount: Count,
    rowCount: Count,
    contentHash: orNull(
      z.string().regex(/^sha256sum:[0-9a-f]{64}$/, 'must be sha256sum: and 64 hexadecimal digits in lower case'),
    ),
  }),
  aborted: z.object({ ...snapshotId, reason: orNull(text(1000)) }),
}

export type BomAction = keyof typeof bomData
export type BomData = { [A in BomAction]: z.output<(typeof bomData)[A]> }

/** The event types of the BOM topic, by action. */
export const bomTypes: ReadonlyMap<string, BomAction> = new Map(
  (Object.keys(bomData) as BomAction[]).map((action) => [`tenantdata.bom.${action}.v1`, action]),
)
