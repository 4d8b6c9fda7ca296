import { z } from 'zod'
import { PublicationMode } from '../bom/publication-mode.ts'
import { WastageBasis, YieldStage } from '../bom/yield-enums.ts'
import { text, UnitOfMeasure } from '../common.ts'
import { described } from '../described.ts'
import { alsoWithFaults, codeAsSent, EntityReference, UnitAsSent } from '../values/as-sent.ts'
import { TimeAsSent } from '../values/input-times.ts'

/**
 * A ULID as producers choose it. Its first character is at most 7, because higher ones would overflow 128 bits.
 * https://github.com/ulid/spec
 */
export const Ulid = z
  .string()
  .regex(
    /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
    'must be a ULID such as 01JPQ8Z5T0V6M3C1K9W2R7X4YB (26 characters of 0 to 9 and A to Z without I, L, O, U)',
  )
  .meta({ description: 'ULID of the snapshot, chosen by the producer and used once.' })

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

/** A reference to an entity, with the fields that a row shows of it. Unknown fields are ignored. */
function named<S extends z.ZodRawShape>(shape: S) {
  return EntityReference.and(z.object(shape))
}

/**
 * One row of the snapshot: the quantity of a line's material that one SKU needs. `on_net` lines have `netYield`,
 * `on_gross` lines have `grossYield`.
 */
export const YieldAsSent = z
  .object({
    sku: described(Code, 'Code of a SKU that the event lists.'),
    netYield: described(Quantity.optional(), 'Net quantity, at most 4 decimals. Only for lines with `on_net`.'),
    grossYield: described(Quantity.optional(), 'Gross quantity, at most 4 decimals. Only for lines with `on_gross`.'),
    wastagePercent: described(Percent, 'Waste allowance in percent, at most 2 decimals.'),
    materialColorCode: described(orNull(Code), 'Color of the material for this SKU. Replaces that of the line.'),
  })
  .meta({ description: 'One row of the snapshot: the quantity of material that one SKU needs.' })
export type YieldAsSent = z.infer<typeof YieldAsSent>

export const LineAsSent = z.object({
  bomLineRef: described(
    orNull(Code),
    'Stable ID of the line in its source. Rows of two snapshots are matched by it. Null for all lines of a style, or none.',
  ),
  lineNumber: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .meta({ description: 'Number of the line.' }),
  section: described(orNull(Code), 'Section of the BOM, such as `fabric`.'),
  placement: described(orNull(text(120, 1)), 'Where the material is used, such as `front body`.'),
  material: described(
    named({
      materialNumber: described(Code, 'Material number.'),
      name: described(orNull(text(500)), 'Name of the material.'),
      materialType: described(orNull(Code), 'Type of the material, such as `fabric`.'),
      baseUom: described(orNull(Unit), 'Base unit of the material.'),
    }),
    'Material of the line.',
  ),
  materialColorCode: described(orNull(Code), 'Color of the material.'),
  supplier: described(
    orNull(
      named({
        supplierCode: described(Code, 'Code of the supplier.'),
        name: described(orNull(text(500)), 'Name of the supplier.'),
      }),
    ),
    'Supplier of the material.',
  ),
  mpn: described(orNull(Code), 'Supplier article number (MPN).'),
  uom: described(Unit, 'Unit of the yields.'),
  wastageBasis: WastageBasis,
  yieldPerUnits: described(
    z.union([z.literal(1), z.literal(12)]).default(1),
    'Number of garments that the yields are for: 1, or 12 for yields by the dozen.',
  ),
  yieldStage: YieldStage,
  isPrimary: described(z.boolean().default(false), 'Whether the line is primary.'),
  yields: described(z.array(YieldAsSent), 'One entry for each SKU that uses the line.'),
})
export type LineAsSent = z.infer<typeof LineAsSent>

export const SkuAsSent = named({
  skuCode: described(Code, 'Code of the SKU.'),
  colorwayCode: described(orNull(Code), 'Code of the colorway.'),
  sizeCode: described(orNull(Code), 'Code of the size.'),
})
export type SkuAsSent = z.infer<typeof SkuAsSent>

const MAX_PARTS = 10_000
const Count = z.int().min(0)
const snapshotId = { snapshotId: Ulid }

/** The data of each event of a BOM publication, by action. */
export const bomData = {
  started: z.object({
    ...snapshotId,
    effectiveAt: described(TimeAsSent, 'Time that the BOM describes.'),
    sourceRunId: described(orNull(text(255, 1)), 'ID of the run in the source.'),
    mode: described(
      PublicationMode.default('full_replacement'),
      'What the publication replaces: the whole BOM, or (`partial`) only the styles that it contains.',
    ),
    previousSnapshotId: described(
      orNull(Ulid),
      'Snapshot that the publication is based on. If another is the newest when it completes, it fails with `base_moved`. Null to build on any.',
    ),
    allowShrink: described(
      z.boolean().default(false),
      'Accept a full replacement with far fewer styles or rows than before. See `tda organizations set --max-shrink`.',
    ),
  }),
  style: z
    .object({
      ...snapshotId,
      part: described(z.int().min(1).max(MAX_PARTS).default(1), 'Number of this part, from 1 to `parts`.'),
      parts: described(z.int().min(1).max(MAX_PARTS).default(1), 'Number of parts that the style is sent in.'),
      bomRevision: described(orNull(text(255, 1)), 'Revision of the BOM in the source.'),
      style: described(named({ styleNumber: described(Code, 'Style number.') }), 'The style.'),
      skus: described(z.array(SkuAsSent), 'SKUs of the style, or of this part.'),
      lines: described(z.array(LineAsSent), 'Lines of the BOM.'),
    })
    .refine(({ part, parts }) => part <= parts, {
      message: 'must be at most parts',
      path: ['part'],
      ...alsoWithFaults,
    }),
  completed: z.object({
    ...snapshotId,
    styleCount: described(Count, 'Number of styles that were sent.'),
    skuCount: described(Count, 'Number of entries of `skus` that were sent.'),
    lineCount: described(Count, 'Number of lines that were sent. A line in several parts counts once.'),
    rowCount: described(Count, 'Number of entries of `yields` that were sent.'),
    contentHash: described(
      orNull(z.string().regex(/^sha256sum:[0-9a-f]{64}$/, 'must be sha256sum: and 64 hexadecimal digits in lowercase')),
      'Hash of all rows that were sent, independent of their order: `sha256sum:` and 64 hexadecimal digits. Null to send none.',
    ),
    removedStyles: described(
      z.array(EntityReference).default([]),
      'Styles that a `partial` publication removes. Styles that the previous snapshot does not contain are ignored.',
    ),
  }),
  aborted: z.object({ ...snapshotId, reason: described(orNull(text(1000)), 'Why the publication is aborted.') }),
}

export type BomAction = keyof typeof bomData
export type BomData = { [A in BomAction]: z.output<(typeof bomData)[A]> }

/** The event types of the BOM topic, by action. */
export const bomTypes: ReadonlyMap<string, BomAction> = new Map(
  (Object.keys(bomData) as BomAction[]).map((action) => [`tenantdata.bom.${action}.v1`, action]),
)
