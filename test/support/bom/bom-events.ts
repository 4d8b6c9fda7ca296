import type { Envelope } from '../../../schemas/records/record-events.ts'

/** A BOM line with its yields by SKU. */
export interface TestLine {
  ref: string
  material?: string
  supplier?: string
  mpn?: string | null
  uom?: string
  per?: 1 | 12
  yields: Record<string, string>
}

/** A BOM: style numbers and their lines. */
export type TestBom = Record<string, TestLine[]>

let serial = 0

/** A new random ULID. */
export function freshSnapshotId(): string {
  serial += 1
  const digits = (Date.now() * 1000 + serial).toString(32).toUpperCase().padStart(16, '0').slice(-16)
  return `01${digits.replace(/[ILOU]/g, (digit) => ({ I: 'W', L: 'X', O: 'Y', U: 'Z' })[digit] ?? digit)}00000000`
}

export interface PublicationOptions {
  snapshotId?: string
  time?: string
  /** Fields of the started event, such as `mode`. */
  start?: Record<string, unknown>
  /** Fields that replace those of the completed event. */
  claim?: Record<string, unknown>
  version?: string
}

export function bomEvent(
  organization: string,
  action: string,
  snapshotId: string,
  data: Record<string, unknown>,
  fields: Partial<Envelope> = {},
): Envelope {
  serial += 1
  return {
    specversion: '1.0',
    id: `${snapshotId}.${action}.${serial}`,
    source: '/plm/main',
    type: `tenantdata.bom.${action}.v1`,
    subject: snapshotId,
    time: '2026-09-14T02:10:00.000Z',
    tenantid: organization,
    sourceversion: '1',
    data: { snapshotId, ...data },
    ...fields,
  }
}

/** The data of a style event. */
export function styleData(style: string, lines: readonly TestLine[]) {
  const skus = [...new Set(lines.flatMap(({ yields }) => Object.keys(yields)))]
  return {
    style: { recordId: `S-${style}`, styleNumber: style },
    skus: skus.map((skuCode) => ({
      recordId: `K-${skuCode}`,
      skuCode,
      colorwayCode: 'NVY',
      sizeCode: skuCode.slice(-1),
    })),
    lines: lines.map(({ ref, material = 'MT-1', supplier, mpn = null, uom = 'MTR', per = 1, yields }, index) => ({
      bomLineRef: ref,
      lineNumber: 10 * (index + 1),
      section: 'fabric',
      placement: 'body',
      material: {
        recordId: `M-${material}`,
        materialNumber: material,
        name: null,
        materialType: 'fabric',
        baseUom: 'MTR',
      },
      supplier: supplier ? { recordId: `V-${supplier}`, supplierCode: supplier, name: `${supplier} Mills` } : null,
      mpn,
      uom,
      wastageBasis: 'on_net',
      yieldPerUnits: per,
      yieldStage: 'bulk',
      isPrimary: true,
      yields: Object.entries(yields).map(([sku, netYield]) => ({ sku, netYield, wastagePercent: '5' })),
    })),
  }
}

/** All events of a publication, in their order. */
export function publication(organization: string, bom: TestBom, options: PublicationOptions = {}): Envelope[] {
  const {
    snapshotId = freshSnapshotId(),
    time = '2026-09-14T02:10:00.000Z',
    start = {},
    claim = {},
    version = '1',
  } = options
  const styles = Object.entries(bom)
  const lines = styles.flatMap(([, own]) => own)
  const event = (action: string, data: Record<string, unknown>) =>
    bomEvent(organization, action, snapshotId, data, { time, sourceversion: version })
  return [
    event('started', { effectiveAt: time, sourceRunId: 'run-1', ...start }),
    ...styles.map(([style, own]) => event('style', { bomRevision: '1', ...styleData(style, own) })),
    event('completed', {
      styleCount: styles.length,
      skuCount: styles.reduce((sum, [style, own]) => sum + styleData(style, own).skus.length, 0),
      lineCount: lines.length,
      rowCount: lines.reduce((sum, { yields }) => sum + Object.keys(yields).length, 0),
      contentHash: null,
      ...claim,
    }),
  ]
}
