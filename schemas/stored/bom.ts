import { z } from 'zod'
import { WastageBasis, YieldStage } from '../bom/yield-enums.ts'
import { UnitOfMeasure } from '../common.ts'
import { storedDocument } from './stored-document.ts'

/**
 * How the history of BOMs lies in the graph; see docs/adr/0013-line-versions.md. A version holds from the publication
 * with the number `fromSeq` to before the one with `toSeq`; an open one has `toSeq` OPEN.
 */
export const OPEN = 2 ** 31 - 1

/** A SKU of a style as its snapshot names it: id, code, colorway, size. */
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
 * Equal rows of a line: the authoritative quantity as sent (net for `on_net`, gross for `on_gross`), wastage percent as
 * sent, effective material color, ordinal (of a line without a line id; else 0), and the ids of the SKUs.
 */
export const StoredYield = z.tuple([z.string(), z.string(), z.string().nullable(), z.int(), z.array(z.string())])
export type StoredYield = z.infer<typeof StoredYield>

/**
 * The document of a `BomLine` version: what its rows share, and the rows. `lineKey` is the same in all snapshots: `R` and
 * a hash of the line id, or `P` and a hash of section, placement and material id.
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

/** What one event says of a style, until its publication is complete. */
const StagedStyle = StoredStyle.extend({ lines: z.array(StoredLine) })

export const stagedStyle = storedDocument('staged style', StagedStyle)

/** The key of a row within its style, equal across snapshots: SKU and line, and the ordinal where the line has no id. */
export function matchKeyOf({ lineKey }: Pick<StoredLine, 'lineKey'>, skuId: string, ordinal: number): string {
  return lineKey.startsWith('R') ? `${skuId}.${lineKey}` : `${skuId}.${lineKey}.${ordinal}`
}
