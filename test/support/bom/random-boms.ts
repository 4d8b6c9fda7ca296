import {
  type Chance,
  createChance,
  type TestBom,
  type TestLine,
  type TestRow,
  type TestStyle,
  type Unit,
} from './bom-model.ts'

/** A random history of small BOMs; each is the previous one with some random edits. */
export function randomBoms(seed: number, { styles = 8, publications = 4, edits = 6 } = {}): TestBom[] {
  const chance = createChance(seed)
  const boms: TestBom[] = [Array.from({ length: styles }, (_, at) => randomStyle(chance, at))]
  while (boms.length < publications) {
    const bom = structuredClone(boms.at(-1) ?? []) as TestStyle[]
    for (let edit = 0; edit < edits; edit++) editBom(chance, bom, boms.length)
    boms.push(bom)
  }
  return boms
}

// Some numbers are equal, and some contain characters whose order differs between UTF-16 and UTF-8.
const numbers = ['QM-10', 'QM-1', 'QM-1', 'qm-1', 'Été "7"', '\u{1F600}-3', '\uFF21-4', 'QM-2'] as const
const sizes = ['S', 'M', '\uFF2C', '\u{1F455}'] as const

function randomStyle(chance: Chance, at: number): TestStyle {
  const number = numbers[at % numbers.length] ?? ''
  const skus = Array.from({ length: 1 + chance.below(4) }, (_, index) => ({
    // Styles with the same number have the same SKUs.
    record: `K-${number}-${index}`,
    code: `${number}-${sizes[index]}`,
    colorway: chance.pick(['NVY', null]),
    size: sizes[index] ?? null,
  }))
  const hasRefs = at % 3 > 0
  const lines = Array.from({ length: chance.below(5) }, (_, index) =>
    randomLine(
      chance,
      hasRefs ? `L-${index}` : null,
      10 * index,
      skus.map(({ record }) => record),
    ),
  )
  return { record: `S-${at}`, number, skus, lines }
}

const units = ['MTR', 'YRD', 'CMT', 'KGM', 'EA', 'DZN', 'PR'] as const
const materials = ['M-1', 'M-2', 'M-3'] as const
const suppliers = ['SUP-1', 'SUP-2', 'SUP-3'] as const

function randomLine(chance: Chance, ref: string | null, lineNumber: number, skus: readonly string[]): TestLine {
  const rows = skus.filter(() => chance.below(5) > 0).map((sku) => randomRow(chance, sku))
  return {
    ref,
    lineNumber,
    rows,
    section: chance.pick(['fabric', null]),
    placement: chance.pick(['front "body"', 'cuff', null]),
    material: material(chance),
    supplier: supplier(chance),
    mpn: chance.pick(['HV-1', 'HV-2', null]),
    uom: chance.pick(units),
    basis: chance.pick(['on_net', 'on_gross']),
    perUnits: chance.pick([1, 1, 12]),
    stage: chance.pick(['costing', 'bulk']),
    isPrimary: chance.below(2) === 0,
  }
}

const material = (chance: Chance) => {
  const number = chance.pick(materials)
  return {
    record: number,
    number,
    name: chance.pick(['Poplin', 'Größe', null]),
    baseUom: chance.pick([...units, null]),
  }
}
const supplier = (chance: Chance) => {
  const code = chance.pick(suppliers)
  return chance.below(4) === 0 ? null : { code, name: chance.pick([`${code} mills`, 'SUP-1', null]) }
}

function randomRow(chance: Chance, sku: string): TestRow {
  const amount = chance.pick(['0', '1', '1.25', '1.250', '0.5', '12.4', '125', '1.3671', '15.5', '0.0001'])
  return { sku, amount, wastage: chance.pick(['0', '5', '5.00', '7.5']), color: chance.pick(['NVY', 'RED', null]) }
}

function editBom(chance: Chance, bom: TestStyle[], round: number): void {
  const style = bom[chance.below(bom.length)]
  if (!style) return
  const kind = chance.below(24)
  if (kind === 0) bom.splice(bom.indexOf(style), 1)
  else if (kind === 1) bom.push(randomStyle(chance, 100 * round + chance.below(8)))
  else if (kind === 2) style.number = chance.pick(numbers)
  else if (kind === 3) editSkus(chance, style)
  else if (kind === 4) addLine(chance, style)
  else editLine(chance, style)
  const records = bom.map(({ record }) => record)
  for (const twice of bom.filter(({ record }, at) => records.indexOf(record) !== at)) bom.splice(bom.indexOf(twice), 1)
}

function editSkus(chance: Chance, { skus, lines }: TestStyle): void {
  const sku = skus[chance.below(skus.length)]
  if (!sku) return
  if (chance.below(2) === 0) {
    sku.code = `${sku.code}-B`
    return
  }
  skus.splice(skus.indexOf(sku), 1)
  for (const line of lines) line.rows = line.rows.filter((row) => row.sku !== sku.record)
}

function addLine(chance: Chance, { skus, lines }: TestStyle): void {
  const lineNumber = 10 * lines.length + 7
  const ref = lines.some((line) => line.ref === null) ? null : `L-${lineNumber}`
  if (lines.some((line) => line.lineNumber === lineNumber || (ref !== null && line.ref === ref))) return
  lines.push(
    randomLine(
      chance,
      ref,
      lineNumber,
      skus.map(({ record }) => record),
    ),
  )
}

function editLine(chance: Chance, { lines }: TestStyle): void {
  const line = lines[chance.below(lines.length)]
  if (!line) return
  const edits: readonly [() => void, ...(() => void)[]] = [
    () => lines.splice(lines.indexOf(line), 1),
    () => Object.assign(line, { supplier: supplier(chance), mpn: chance.pick(['HV-1', 'HV-3', null]) }),
    () => Object.assign(line, { material: material(chance) }),
    () =>
      Object.assign(line, {
        placement: chance.pick(['front "body"', 'cuff', null]),
        section: chance.pick(['trim', null]),
      }),
    () => Object.assign(line, { stage: chance.pick(['costing', 'actual']), isPrimary: !line.isPrimary }),
    () => Object.assign(line, { lineNumber: chance.pick([0, 10, 20, 1000]) }),
    () => Object.assign(line, { basis: chance.pick(['on_net', 'on_gross']) }),
    () => enterAgain(chance, line),
    () => enterAgain(chance, line),
    () => Object.assign(line, { rows: line.rows.map((row) => (chance.below(2) ? randomRow(chance, row.sku) : row)) }),
    () => Object.assign(line, { rows: line.rows.filter(() => chance.below(3) > 0) }),
  ]
  chance.pick(edits)()
  // Lines without an ID are identified by their numbers, which must differ.
  const others = lines.filter((other) => other !== line).map(({ lineNumber }) => lineNumber)
  while (line.ref === null && others.includes(line.lineNumber)) line.lineNumber += 1
}

/** Enters the quantity again in another unit or for another number of garments, rounded, sometimes slightly wrong. */
function enterAgain(chance: Chance, line: TestLine): void {
  const { uom, perUnits } = line
  const change = chance.pick<{ uom: Unit; perUnits: 1 | 12; factor: number }>([
    uom === 'MTR' ? { uom: 'YRD', perUnits, factor: 1 / 0.9144 } : { uom: 'MTR', perUnits, factor: 0.9144 },
    uom === 'MTR' ? { uom: 'CMT', perUnits, factor: 100 } : { uom: 'MTR', perUnits, factor: 0.01 },
    perUnits === 1 ? { uom, perUnits: 12, factor: 12 } : { uom, perUnits: 1, factor: 1 / 12 },
  ])
  const decimals = chance.below(5)
  const nudge = chance.pick([0, 0, 0.004])
  Object.assign(line, { uom: change.uom, perUnits: change.perUnits })
  line.rows = line.rows.map((row) => ({
    ...row,
    amount: (Number(row.amount) * change.factor + nudge).toFixed(decimals),
  }))
}
