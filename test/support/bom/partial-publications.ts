import { createHash } from 'node:crypto'
import type { Envelope } from '../../../schemas/records/record-events.ts'
import { type PublicationOptions, publication, styleData, type TestBom, type TestLine } from './bom-events.ts'
import { type Chance, createChance } from './bom-model.ts'

/** The events of a partial publication that contains styles and removes others. */
export function partial(
  organization: string,
  sent: TestBom,
  { removed = [], start = {}, ...options }: PublicationOptions & { removed?: readonly string[] } = {},
): Envelope[] {
  const removedStyles = removed.map((style) => ({ recordId: `S-${style}` }))
  return publication(organization, sent, {
    ...options,
    start: { mode: 'partial', ...start },
    claim: { removedStyles, ...options.claim },
  })
}

/** One publication of a random history: how it is sent, and the whole BOM that it leaves. */
export interface RandomStep {
  bom: TestBom
  /** What a partial publication sends and removes, or null for a full replacement. */
  partial: { sent: TestBom; removed: string[] } | null
}

const STYLES = 7

/**
 * A random history of publications, some full and some partial. Partial ones also send styles again unchanged, and
 * remove styles that do not exist.
 */
export function randomSteps(seed: number, count = 5): RandomStep[] {
  const chance = createChance(seed)
  const steps: RandomStep[] = []
  let bom: TestBom = {}
  for (let number = 0; number < count; number++) {
    const next: TestBom = {}
    for (let at = 0; at < STYLES; at++) {
      const before = bom[`QM-${at}`]
      const lines = [
        () => before,
        () => before,
        () => undefined,
        () => randomLines(chance, at),
        () => edited(chance, before),
      ]
      const now = lines[chance.below(lines.length)]?.()
      if (now) next[`QM-${at}`] = now
    }
    steps.push({ bom: next, partial: chance.below(3) === 0 ? null : stepBetween(chance, bom, next) })
    bom = next
  }
  return steps
}

function stepBetween(chance: Chance, before: TestBom, after: TestBom): RandomStep['partial'] {
  const isSent = ([style, lines]: [string, TestLine[]]) => before[style] !== lines || chance.below(3) === 0
  const removed = Object.keys(before).filter((style) => !(style in after))
  if (chance.below(3) === 0) removed.push('QM-never')
  return { sent: Object.fromEntries(Object.entries(after).filter(isSent)), removed }
}

/** Lines of a style, some without rows. */
function randomLines(chance: Chance, style: number): TestLine[] {
  return Array.from({ length: chance.below(4) }, (_, line) => ({
    ref: `L-${line}`,
    material: `MT-${chance.below(4)}`,
    ...(chance.below(2) ? { supplier: `SUP-${chance.below(3)}` } : {}),
    yields: Object.fromEntries(
      Array.from({ length: chance.below(4) }, (_, sku) => [`QM-${style}-${sku}`, `1.${10 + chance.below(9)}`]),
    ),
  }))
}

/** The lines with another quantity, or with one more line without rows, which changes nothing but a count. */
function edited(chance: Chance, lines: TestLine[] | undefined): TestLine[] | undefined {
  if (!lines) return undefined
  if (chance.below(3) === 0) return [...lines, { ref: `L-empty-${lines.length}`, yields: {} }]
  return lines.map((line) => ({
    ...line,
    yields: Object.fromEntries(Object.entries(line.yields).map(([sku, net]) => [sku, chance.below(2) ? '2.5' : net])),
  }))
}

/** What a BOM contains, counted and hashed without the code under test. */
export function totalsOf(bom: TestBom) {
  const styles = Object.entries(bom).map(([style, lines]) => styleData(style, lines))
  const lines = styles.flatMap((style) => style.lines.map((line) => ({ style: style.style.styleNumber, line })))
  const rows = lines.flatMap(({ style, line }) => line.yields.map((row) => rowText(style, line, row)))
  const sum = rows.reduce((total, row) => total + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`), 0n)
  return {
    styleCount: styles.length,
    skuCount: styles.reduce((count, { skus }) => count + skus.length, 0),
    lineCount: lines.length,
    rowCount: rows.length,
    contentHash: `sha256sum:${(sum % 2n ** 256n).toString(16).padStart(64, '0')}`,
  }
}

type SentLine = ReturnType<typeof styleData>['lines'][number]

/** The JSON of a row that is hashed. Its names are sorted. */
function rowText(style: string, line: SentLine, { sku, netYield, wastagePercent }: SentLine['yields'][number]): string {
  const { bomLineRef, isPrimary, lineNumber, mpn, placement, section, uom, wastageBasis, yieldPerUnits } = line
  return JSON.stringify({
    ...{ bomLineRef, grossYield: null, isPrimary, lineNumber, material: line.material.materialNumber },
    ...{ materialColorCode: null, mpn, netYield: netYield.replace(/\.?0+$/, ''), placement, section, sku, style },
    ...{ supplier: line.supplier?.supplierCode ?? null, uom, wastageBasis, wastagePercent, yieldPerUnits },
    yieldStage: line.yieldStage,
  })
}
