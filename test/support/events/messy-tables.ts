/** Tables of a fictional PLM, as a person exports them from a spreadsheet, and the mappings that read them. */
export interface MessyTables {
  materials: string
  products: string
  bom: string
}

const STYLES = 40
const SKUS_A_STYLE = 10
const MATERIALS = 120
const LINES_A_STYLE = 4

const names = ['Popelin', 'Köper', 'Größenband', 'Häkelspitze', 'Jersey "XL"', 'Reißverschluss', 'Einlage; dünn', 'Öse']
const fibers = ['Baumwolle', 'Wolle', 'Polyester', 'Elastan', 'Leinen (Flachs)']
const colors = ['NVY', 'BLK', 'grün', 'weiß', 'RED']
const sizes = ['S', 'M']

/** A number from 0 to below `below`, the same for the same inputs. */
function pick(below: number, ...inputs: number[]): number {
  const mixed = inputs.reduce((sum, input) => Math.imul(sum ^ (input + 1), 2_654_435_761) >>> 7, 40_503)
  return mixed % below
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('The list is empty')
  return found
}

/** A value in quotation marks if it contains one, or a delimiter. */
const csv = (cells: readonly string[]) =>
  cells.map((cell) => (/[";]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')
const textOf = (rows: readonly (readonly string[])[]) => `${rows.map(csv).join('\r\n')}\r\n`

export const materialNumber = (index: number) => `MT-${String(index).padStart(4, '0')}`

/** Codes in lower case, with spaces and no-break spaces around them. */
function messyCode(code: string, index: number): string {
  const forms = [code, code.toLowerCase(), ` ${code}`, `${code}\u00a0`, `${code.toLowerCase()}  `]
  return at(forms, pick(5, index))
}

function widthOf(index: number): string {
  const forms = [
    `${140 + pick(20, index)},${pick(10, index, 1)} cm`,
    `1,${40 + pick(9, index)} m`,
    `${50 + pick(9, index)}"`,
    '',
  ]
  return at(forms, pick(4, index, 2))
}

function materialRow(index: number): string[] {
  const percent = 50 + pick(49, index)
  const half = pick(2, index, 3) === 0
  const share = half ? `${percent},5` : `${percent}`
  const rest = half ? `${99 - percent},5` : `${100 - percent}`
  const fiber = pick(5, index)
  return [
    messyCode(materialNumber(index), index),
    `${at(names, pick(8, index, 4))} ${index}`,
    at(['10', '20', '30'], pick(3, index, 5)),
    at(['m', 'ST', 'kg'], pick(3, index, 6)),
    widthOf(index),
    pick(3, index, 7) === 0 ? '-' : `1.${100 + pick(800, index)},${pick(100, index, 8)}`,
    `${share} % ${at(fibers, fiber)} / ${rest}% ${at(fibers, fiber + 1)}`,
    `${String(1 + pick(28, index)).padStart(2, '0')}.0${1 + pick(9, index, 9)}.2026`,
  ]
}

/** The check digit of a GTIN-13, by the weights 1 and 3 from the left. */
function gtinOf(index: number): string {
  const digits = String(859_000_000_000 + index)
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const styleNumber = (style: number) => `QM27-${String(style).padStart(4, '0')}`
const colorOf = (style: number, sku: number) => at(colors, style + Math.floor(sku / sizes.length))
const skuCode = (style: number, sku: number) =>
  `${styleNumber(style)}-${colorOf(style, sku).toUpperCase()}-${at(sizes, sku)}`

function productRow(style: number, sku: number): string[] {
  return [
    messyCode(styleNumber(style), style * 7 + sku),
    `Hemd Größe ${style}`,
    `${24 + pick(70, style)},${pick(2, style) === 0 ? '5' : '90'} EUR`,
    skuCode(style, sku),
    colorOf(style, sku),
    at(sizes, sku),
    gtinOf(style * SKUS_A_STYLE + sku),
  ]
}

function bomRow(style: number, line: number, sku: number): string[] {
  const material = (style * 13 + line * 31) % MATERIALS
  return [
    styleNumber(style),
    skuCode(style, sku),
    colorOf(style, sku),
    at(sizes, sku),
    `L-${line * 10}`,
    `${line * 10}`,
    messyCode(materialNumber(material), style + line),
    `${pick(3, style, line, sku)},${String(pick(10_000, sku, style, line)).padStart(4, '0')}`,
    `${pick(12, style, line)}${pick(2, line, style) === 0 ? ',5' : ''}`,
    at(['m', 'ST'], line),
  ]
}

const range = (length: number) => Array.from({ length }, (_, index) => index)

/** The tables. Some rows of materials and of the BOM occur twice. */
export function messyTables(): MessyTables {
  const materials = range(MATERIALS).map(materialRow)
  const products = range(STYLES).flatMap((style) => range(SKUS_A_STYLE).map((sku) => productRow(style, sku)))
  const bom = range(STYLES).flatMap((style) =>
    range(LINES_A_STYLE).flatMap((line) => range(SKUS_A_STYLE).map((sku) => bomRow(style, line, sku))),
  )
  return {
    materials: textOf([
      ['Nummer', 'Bezeichnung', 'Status', 'ME', 'Breite', 'Gewicht', 'Fasern', 'Geändert'],
      ...materials,
      ...materials.slice(3, 6),
    ]),
    products: textOf([['Artikel', 'Name', 'Zielkosten', 'SKU', 'Farbe', 'Größe', 'EAN'], ...products]),
    bom: textOf([
      ['Artikel', 'SKU', 'Farbe', 'Größe', 'Zeile', 'Pos', 'Material', 'Verbrauch', 'Verschnitt', 'ME'],
      ...bom.toSorted((a, b) => pick(97, a.join().length) - pick(97, b.join().length)),
      ...bom.slice(8, 10),
    ]),
  }
}

const input = 'input: { delimiter: ";", encoding: windows-1252, decimal: ",", thousands: ".", empty: ["-"] }'

/** The mappings of the tables, by name. */
export function messyMappings(organization: string): Record<'materials' | 'styles' | 'skus' | 'bom', string> {
  const head = (type: string) => `organization: ${organization}\nsource: /plm/main\ntype: ${type}\n${input}\n`
  return {
    materials: `${head('material')}
key: { column: Nummer, case: upper }
time: { column: Geändert, format: dd.MM.yyyy, zone: Europe/Berlin }
fields:
  materialNumber: { column: Nummer, case: upper }
  name: Bezeichnung
  lifecycleState: { column: Status, map: { "10": development, "20": approved, "30": discontinued } }
  baseUom: { column: ME, map: { m: MTR, ST: EA, kg: KGM } }
  widthCm: { column: Breite, units: { cm: "1", m: "100", '"': "2.54" } }
  weightGsm: Gewicht
  composition: { column: Fasern, separator: "/", parts: "{percent} % {fiber}", each: { fibre: fiber, percent: percent } }
  references:
    - system: { constant: erp }
      instance: { constant: main }
      kind: { constant: material_number }
      value: { column: Nummer, case: lower }
`,
    styles: `${head('style')}
key: { column: Artikel, case: upper }
fields:
  styleNumber: { column: Artikel, case: upper }
  name: Name
  lifecycleState: { constant: adopted }
  targetCost:
    amount: { column: Zielkosten, units: { EUR: "1" } }
    currency: { constant: EUR }
`,
    skus: `${head('sku')}
key: SKU
fields:
  skuCode: SKU
  lifecycleState: { constant: active }
  style: { recordId: { column: Artikel, case: upper } }
  styleNumber: { column: Artikel, case: upper }
  colorwayCode: { column: Farbe, case: upper }
  sizeCode: Größe
  gtin: EAN
`,
    bom: `${head('bom')}
effectiveAt: { constant: "2026-09-01T00:00:00Z" }
fields:
  style: { recordId: Artikel, styleNumber: Artikel }
  sku: { recordId: SKU, skuCode: SKU, colorwayCode: { column: Farbe, case: upper }, sizeCode: Größe }
  bomLineRef: Zeile
  lineNumber: Pos
  section: { constant: fabric }
  material:
    recordId: { column: Material, case: upper }
    materialNumber: { column: Material, case: upper }
  uom: { column: ME, map: { m: MTR, ST: EA } }
  wastageBasis: { constant: on_net }
  yieldStage: { constant: bulk }
  netYield: Verbrauch
  wastagePercent: Verschnitt
`,
  }
}
