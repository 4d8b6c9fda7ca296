import { createHash } from 'node:crypto'

const SKUS = 20
/** Lines per style. */
export const LINES = 22
/** Rows per style. */
export const ROWS_A_STYLE = SKUS * LINES

/** A BOM of equal styles, with the publications in which each line was edited. */
export interface BenchBom {
  styles: number
  /** Publication numbers by `style/line`. */
  edits: ReadonlyMap<string, readonly number[]>
}

/** An event before it is sent. */
export interface BomMessage {
  key: string
  value: string
}

/**
 * A BOM of about the given number of rows. The second and third publication each edit `share` of the lines. Later ones,
 * up to `publications`, each edit `few` lines, and one after them edits `many`, the same number at every size. An edit
 * changes the yield of a line for all its SKUs.
 */
export function benchBom(
  rows: number,
  { share, few, many, publications }: { share: number; few: number; many: number; publications: number },
): BenchBom {
  const styles = Math.round(rows / ROWS_A_STYLE)
  const edits = new Map<string, number[]>()
  const edit = (number: number, count: number) => {
    for (let at = 0; at < count; at += 1) {
      // The step has no common factor with the number of lines, so the edits spread over all styles and repeat no line.
      const line = (number * 7919 + at * 104_729) % (styles * LINES)
      const key = `${Math.floor(line / LINES)}/${line % LINES}`
      edits.set(key, [...(edits.get(key) ?? []), number])
    }
  }
  for (const number of [2, 3]) edit(number, Math.round(styles * LINES * share))
  for (let number = 4; number <= publications; number += 1) edit(number, few)
  edit(publications + 1, Math.min(many, styles * LINES))
  return { styles, edits }
}

/** How often a line was edited up to a given publication. */
function editionOf({ edits }: BenchBom, style: number, line: number, number: number): number {
  return (edits.get(`${style}/${line}`) ?? []).filter((edit) => edit <= number).length
}

const yieldOf = (line: number, sku: number, edition: number) => `${1 + (line % 3)}.${1000 + sku * 35 + edition * 7}`

export function snapshotIdOf(number: number): string {
  return `01${String(number).padStart(24, '0')}`
}

/** The events of a publication, generated one at a time. */
export function* publicationEvents(bom: BenchBom, organization: string, number: number): Generator<BomMessage> {
  const snapshotId = snapshotIdOf(number)
  const time = new Date(Date.UTC(2026, 0, number, 2)).toISOString()
  const event = (id: string, action: string, data: object): BomMessage => ({
    key: organization,
    value: JSON.stringify({
      specversion: '1.0',
      id: `${snapshotId}.${id}`,
      source: '/plm/main',
      type: `tenantdata.bom.${action}.v1`,
      subject: snapshotId,
      time,
      tenantid: organization,
      sourceversion: String(number),
      data: { snapshotId, ...data },
    }),
  })
  yield event('started', 'started', { effectiveAt: time })
  for (let style = 0; style < bom.styles; style += 1) yield event(String(style), 'style', styleOf(bom, style, number))
  const lineCount = bom.styles * LINES
  const counts = { styleCount: bom.styles, skuCount: bom.styles * SKUS, lineCount, rowCount: lineCount * SKUS }
  yield event('completed', 'completed', counts)
}

/** The codes of one of 4,000 materials. Each material has one supplier and one article number. */
function materialOf(style: number, line: number) {
  const at = (style * 31 + line) % 4000
  return { material: `MT-${at}`, mpn: `HV-${at}`, supplier: `SUP-${at % 300}` }
}

const skuOf = (style: number, sku: number) => `QM-${style}-${sku}`

function styleOf(bom: BenchBom, style: number, number: number) {
  return {
    bomRevision: '1',
    style: { recordId: `S-${style}`, styleNumber: `QM27-${String(style).padStart(5, '0')}` },
    skus: Array.from({ length: SKUS }, (_, sku) => ({
      recordId: `K-${style}-${sku}`,
      skuCode: skuOf(style, sku),
      colorwayCode: `C${sku % 4}`,
      sizeCode: `${sku % 5}`,
    })),
    lines: Array.from({ length: LINES }, (_, line) => lineOf(bom, style, line, number)),
  }
}

function lineOf(bom: BenchBom, style: number, line: number, number: number) {
  const { material, mpn, supplier } = materialOf(style, line)
  return {
    bomLineRef: `L-${line}`,
    lineNumber: 10 * line + 10,
    section: 'fabric',
    placement: 'front body',
    material: {
      recordId: `M-${material}`,
      materialNumber: material,
      name: 'Poplin 120',
      materialType: 'fabric',
      baseUom: 'MTR',
    },
    materialColorCode: 'NVY',
    supplier: { recordId: `V-${supplier}`, supplierCode: supplier, name: 'Tessaro Mills' },
    mpn,
    uom: 'MTR',
    wastageBasis: 'on_net',
    yieldPerUnits: 1,
    yieldStage: 'bulk',
    isPrimary: line === 0,
    yields: Array.from({ length: SKUS }, (_, sku) => ({
      sku: skuOf(style, sku),
      netYield: yieldOf(line, sku, editionOf(bom, style, line, number)),
      wastagePercent: '5',
    })),
  }
}

const uuidOf = (text: string) => createHash('md5').update(text).digest('hex')

/** The rows of a publication as lines for COPY: snapshot, style ID, SKU ID, line, and the compared fields. */
export function* copyLines(bom: BenchBom, number: number): Generator<string> {
  for (let style = 0; style < bom.styles; style += 1) {
    const styleId = uuidOf(`S-${style}`)
    for (let sku = 0; sku < SKUS; sku += 1) {
      const skuId = uuidOf(`K-${style}-${sku}`)
      for (let line = 0; line < LINES; line += 1) {
        const net = yieldOf(line, sku, editionOf(bom, style, line, number))
        const { material, mpn, supplier } = materialOf(style, line)
        const columns = [
          ...[number, styleId, skuId, `L-${line}`, `QM27-${style}`, skuOf(style, sku), material],
          ...['NVY', mpn, supplier, net, '5', 'on_net', 'MTR', 'fabric', 'front body', 'bulk'],
        ]
        yield `${columns.join('\t')}\n`
      }
    }
  }
}
