import { z } from 'zod'
import { WastageBasis, YieldStage } from '../bom/yield-enums.ts'
import { UnitOfMeasure } from '../common.ts'
import { storedDocument } from './stored-document.ts'

/**
 * The history of BOMs in the graph; see docs/adr/0013-line-versions.md. A version is valid from the publication with
 * the number `fromSeq` until before the one with `toSeq`. A current version has OPEN as its `toSeq`.
 */
export const OPEN = 2 ** 31 - 1

/** A SKU of a style in its snapshot: ID, code, colorway, size. */
export const StoredSku = z.tuple([z.string(), z.string(), z.string().nullable(), z.string().nullable()])
export type StoredSku = z.infer<typeof StoredSku>

/** The document of a `BomStyle` version. */
export const StoredStyle = z.object({
  styleId: z.string(),
  style: z.string(),
  skus: z.array(StoredSku),
})
export type StoredStyle = z.infer<typeof StoredStyle>

export const storedStyle = storedDocument('style of a BOM', StoredStyle)

/**
 * Rows of a line with equal values: the authoritative quantity as sent (net for `on_net`, gross for `on_gross`), the
 * waste allowance in percent as sent, the effective material color, an ordinal, and the IDs of the SKUs. The ordinal is
 * 0 unless the line has no line ID.
 */
export const StoredYield = z.tuple([z.string(), z.string(), z.string().nullable(), z.int(), z.array(z.string())])
export type StoredYield = z.infer<typeof StoredYield>

/**
 * The document of a `BomLine` version: the values that its rows share, and the rows. `lineKey` is the same in all
 * snapshots: `R` and a hash of the line ID, or `P` and a hash of section, placement, and material ID.
 */
export const StoredLine = z.object({
  lineKey: z.string(),
  bomLineRef: z.string().nullable(),
  lineNumber: z.int(),
  section: z.string().nullable(),
  placement: z.string().nullable(),
  materialId: z.string(),
  material: z.string(),
  materialName: z.string().nullable(),
  materialType: z.string().nullable(),
  mpn: z.string().nullable(),
  supplierId: z.string().nullable(),
  supplierCode: z.string().nullable(),
  supplier: z.string().nullable(),
  wastageBasis: WastageBasis,
  yieldPerUnits: z.union([z.literal(1), z.literal(12)]),
  uom: UnitOfMeasure,
  baseUom: UnitOfMeasure.nullable(),
  yieldStage: YieldStage,
  isPrimary: z.boolean(),
  source: z.object({
    system: z.string(),
    recordId: z.string(),
    recordVersion: z.string().nullable(),
    extractedAt: z.string(),
  }),
  yields: z.array(StoredYield),
})
export type StoredLine = z.infer<typeof StoredLine>

export const storedLine = storedDocument('line of a BOM', StoredLine)

/** A style from one event, until its publication is complete. */
const StagedStyle = StoredStyle.extend({ lines: z.array(StoredLine) })

export const stagedStyle = storedDocument('staged style', StagedStyle)

/**
 * The key of a row within its style, which is the same in all snapshots: the SKU and the line, and the ordinal if the
 * line has no ID.
 */
export function matchKeyOf({ lineKey }: Pick<StoredLine, 'lineKey'>, skuId: string, ordinal: number): string {
  return lineKey.startsWith('R') ? `${skuId}.${lineKey}` : `${skuId}.${lineKey}.${ordinal}`
}
