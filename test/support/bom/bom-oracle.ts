import { type BomYield, type BomYieldChange, type BomYieldRow, comparedFields } from '../../../schemas/bom/yields.ts'
import { idOf, lineKeyOf, type TestBom, type TestLine, type TestRow, type TestStyle, type Unit } from './bom-model.ts'
import {
  compareRatios,
  decimalOf,
  difference,
  percentText,
  type Ratio,
  rational,
  ratioOf,
  times,
} from './bom-ratios.ts'

/** An expected row with the numbers that it is computed from, independent of the code under test. */
export interface OracleRow {
  shown: BomYieldRow
  as: { line: TestLine; row: TestRow }
}

interface Factor {
  base: string
  factor: Ratio
}
export const factors: Record<Unit, Factor> = {
  MTR: { base: 'MTR', factor: rational(1n) },
  YRD: { base: 'MTR', factor: rational(9144n, 10000n) },
  CMT: { base: 'MTR', factor: rational(1n, 100n) },
  KGM: { base: 'KGM', factor: rational(1n) },
  EA: { base: 'EA', factor: rational(1n) },
  DZN: { base: 'EA', factor: rational(12n) },
  GRO: { base: 'EA', factor: rational(144n) },
  INH: { base: 'MTR', factor: rational(254n, 10000n) },
  GRM: { base: 'KGM', factor: rational(1n, 1000n) },
  LBR: { base: 'KGM', factor: rational(45359237n, 100000000n) },
  MTK: { base: 'MTK', factor: rational(1n) },
  PR: { base: 'PR', factor: rational(1n) },
  SET: { base: 'SET', factor: rational(1n) },
}

/** Every row of a BOM, unordered. */
export function oracleRows(organization: string, bom: TestBom): OracleRow[] {
  return bom.flatMap((style) =>
    style.lines.flatMap((line) => line.rows.map((row) => rowOf(organization, style, line, row))),
  )
}

function rowOf(organization: string, style: TestStyle, line: TestLine, row: TestRow): OracleRow {
  const sku = style.skus.find(({ record }) => record === row.sku)
  if (!sku) throw new Error('The test BOM has a row for a SKU that its style does not have')
  const { net, gross } = sides(line, row)
  const material = line.material
  const inBase = (amount: Ratio) => {
    if (!material.baseUom || factors[material.baseUom].base !== factors[line.uom].base) return null
    const perGarment = times(amount, rational(1n, BigInt(line.perUnits)))
    const { numerator, denominator } = factors[material.baseUom].factor
    return decimalOf(times(times(perGarment, factors[line.uom].factor), rational(denominator, numerator)))
  }
  const shown: BomYieldRow = {
    matchKey: keyOf(organization, style, line, row),
    styleId: idOf(organization, 'style', style.record),
    style: style.number,
    skuId: idOf(organization, 'sku', sku.record),
    sku: sku.code,
    colorwayCode: sku.colorway,
    sizeCode: sku.size,
    bomLineRef: line.ref,
    lineNumber: line.lineNumber,
    section: line.section,
    placement: line.placement,
    materialId: idOf(organization, 'material', material.record),
    material: material.number,
    materialName: material.name,
    materialType: 'fabric',
    materialColorCode: row.color,
    mpn: line.mpn,
    supplierId: line.supplier && idOf(organization, 'supplier', line.supplier.code),
    supplierCode: line.supplier?.code ?? null,
    supplier: line.supplier?.name ?? null,
    netYield: String(decimalOf(net)),
    wastagePercent: String(decimalOf(ratioOf(row.wastage))),
    wastageBasis: line.basis,
    grossYield: String(decimalOf(gross)),
    yieldPerUnits: line.perUnits,
    uom: line.uom,
    netYieldBase: inBase(net),
    grossYieldBase: inBase(gross),
    baseUom: material.baseUom,
    yieldStage: line.stage,
    isPrimary: line.isPrimary,
  }
  return { shown, as: { line, row } }
}

function sides(line: TestLine, row: TestRow): { net: Ratio; gross: Ratio } {
  const [amount, wastage] = [ratioOf(row.amount), ratioOf(row.wastage)]
  const hundred = rational(100n)
  if (line.basis === 'on_gross') {
    const kept = times(difference(wastage, hundred), rational(1n, 100n))
    return { gross: amount, net: times(amount, kept) }
  }
  return {
    net: amount,
    gross: times(
      amount,
      times(difference(rational(-wastage.numerator, wastage.denominator), hundred), rational(1n, 100n)),
    ),
  }
}

/** The match key. Without a line ID it contains the rank among lines of the SKU with the same place and material. */
function keyOf(organization: string, { lines }: TestStyle, line: TestLine, row: TestRow): string {
  const key = `${idOf(organization, 'sku', row.sku)}.${lineKeyOf(organization, line)}`
  if (line.ref !== null) return key
  const alike = (other: TestLine) =>
    other.section === line.section &&
    other.placement === line.placement &&
    other.material.record === line.material.record
  const before = lines.filter(
    (other) => alike(other) && other.lineNumber < line.lineNumber && other.rows.some(({ sku }) => sku === row.sku),
  )
  return `${key}.${before.length}`
}

const bytes = (text: string) => Buffer.from(text)

/** All expected yields of a snapshot in their order. */
export function expectedYields(organization: string, bom: TestBom, snapshotId: string): BomYield[] {
  const rows = oracleRows(organization, bom).map(({ shown }) => shown)
  const records = new Map(bom.map(({ record }) => [idOf(organization, 'style', record), record]))
  rows.sort(
    (a, b) =>
      Buffer.compare(bytes(a.style), bytes(b.style)) ||
      Buffer.compare(bytes(a.sku), bytes(b.sku)) ||
      a.lineNumber - b.lineNumber ||
      Buffer.compare(bytes(a.matchKey), bytes(b.matchKey)) ||
      Buffer.compare(bytes(a.styleId), bytes(b.styleId)),
  )
  const source = { system: 'plm', recordVersion: '7', extractedAt: '2027-03-01T00:00:00.000Z' }
  return rows.map((row) => ({
    snapshotId,
    ...row,
    sizeIndex: null,
    source: { ...source, recordId: records.get(row.styleId) ?? '' },
  }))
}

/** The expected comparison of two BOMs, with every row, in its order. */
export function expectedChanges(organization: string, from: TestBom, to: TestBom): BomYieldChange[] {
  const keyed = (bom: TestBom) =>
    new Map(
      oracleRows(organization, bom).map((row) => [
        `${row.shown.styleId} ${row.shown.skuId} ${row.shown.matchKey}`,
        row,
      ]),
    )
  const [before, after] = [keyed(from), keyed(to)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((key) => expectedChange(before.get(key), after.get(key)))
}

export function expectedChange(before: OracleRow | undefined, after: OracleRow | undefined): BomYieldChange {
  const newest = after ?? before
  if (!newest) throw new Error('There is no row')
  const { matchKey, style, sku, placement } = newest.shown
  const rest = { matchKey, style, sku, placement, before: before?.shown ?? null, after: after?.shown ?? null }
  if (!before || !after)
    return { changeType: before ? 'removed' : 'added', changedFields: [], yieldDirection: null, ...rest, delta: null }
  const isReentered = isEnteredAgain(before, after)
  const changedFields = comparedFields.filter((field) => {
    if (field !== 'netYield' && field !== 'grossYield') return before.shown[field] !== after.shown[field]
    const [a, b] = [before, after].map((row) => perGarment(row, ratioOf(row.shown[field]))) as [Ratio, Ratio]
    return !isReentered && compareRatios(a, b) !== 0
  })
  const changeType = changedFields.length > 0 ? 'changed' : 'unchanged'
  return { changeType, changedFields, ...numbersOf(before, after, isReentered), ...rest }
}

const perGarment = ({ as }: OracleRow, amount: Ratio) => times(amount, rational(1n, BigInt(as.line.perUnits)))
const inDimension = ({ as }: OracleRow, amount: Ratio) => times(amount, factors[as.line.uom].factor)

function numbersOf(a: OracleRow, b: OracleRow, isReentered: boolean): Pick<BomYieldChange, 'yieldDirection' | 'delta'> {
  const { base } = factors[a.as.line.uom]
  if (base !== factors[b.as.line.uom].base) return { yieldDirection: 'not_comparable', delta: null }
  const isSame = a.as.line.uom === b.as.line.uom
  const measure = (row: OracleRow, field: 'netYield' | 'grossYield') => {
    const amount = perGarment(row, ratioOf(row.shown[field]))
    return isSame ? amount : inDimension(row, amount)
  }
  const [before, after] = [measure(a, 'grossYield'), measure(b, 'grossYield')]
  const order = compareRatios(after, before)
  return {
    yieldDirection: isReentered || order === 0 ? 'equal' : order > 0 ? 'increased' : 'decreased',
    delta: {
      netYield: decimalOf(difference(measure(a, 'netYield'), measure(b, 'netYield'))),
      grossYield: decimalOf(difference(before, after)),
      uom: isSame ? a.as.line.uom : (base as Unit),
      grossPercent: percentText(before, after),
    },
  }
}

function isEnteredAgain(a: OracleRow, b: OracleRow): boolean {
  const [x, y] = [a.as.line, b.as.line]
  if (x.uom === y.uom && x.perUnits === y.perUnits) return false
  if (factors[x.uom].base !== factors[y.uom].base || x.basis !== y.basis) return false
  if (a.shown.wastagePercent !== b.shown.wastagePercent) return false
  const apart = difference(
    inDimension(a, perGarment(a, ratioOf(a.as.row.amount))),
    inDimension(b, perGarment(b, ratioOf(b.as.row.amount))),
  )
  const half = (row: OracleRow) => {
    const decimals = BigInt(Math.max(2, row.as.row.amount.split('.')[1]?.length ?? 0))
    return inDimension(row, perGarment(row, rational(1n, 2n * 10n ** decimals)))
  }
  const isWithin = (limit: Ratio) =>
    compareRatios({ ...apart, numerator: apart.numerator < 0n ? -apart.numerator : apart.numerator }, limit) <= 0
  return isWithin(half(a)) || isWithin(half(b))
}
