import type { CauseKind, ChangeCause } from '../../../schemas/bom/change-causes.ts'
import { type BomYieldChange, type BomYieldRow, comparedFields } from '../../../schemas/bom/yields.ts'
import { idOf, type TestBom, type Unit } from './bom-model.ts'
import { factors } from './bom-oracle.ts'
import { compareRatios, decimalOf, meanOf, plus, type Ratio, rational, ratioOf, times } from './bom-ratios.ts'
import { expectedEffects, type PricedComparison } from './cost-effect-oracle.ts'

type Group = { kind: CauseKind; changes: BomYieldChange[] }

const rowOf = ({ before, after }: BomYieldChange): BomYieldRow => (after ?? before) as BomYieldRow
const sideOf = (changes: readonly BomYieldChange[], side: 'before' | 'after') =>
  changes.flatMap((change) => change[side] ?? []).toSorted((a, b) => a.lineNumber - b.lineNumber)
/** The line of a row in all snapshots, and for lines without an ID also its number among equal ones. */
const lineOf = ({ matchKey, skuId }: BomYieldRow) => matchKey.slice(skuId.length + 1).replace(/^(P[^.]*)\.\d+$/, '$1')
const ofLines = ['changed', 'replaced', 'added', 'removed']

/** The IDs of the styles of a BOM, and of its garments. */
function idsIn(organization: string, bom: TestBom) {
  const styles = bom.map(({ record }) => idOf(organization, 'style', record))
  const garments = bom.flatMap(({ record, skus }) =>
    skus.map((sku) => `${idOf(organization, 'style', record)} ${idOf(organization, 'sku', sku.record)}`),
  )
  return { styles: new Set(styles), garments: new Set(garments) }
}

function kindOf(change: BomYieldChange, both: ReturnType<typeof idsIn>): CauseKind {
  const { changeType, changedFields } = change
  const { styleId, skuId } = rowOf(change)
  if (changeType === 'changed' && changedFields.includes('material')) return 'replaced'
  if (changeType === 'changed')
    return changedFields.filter((field) => !['style', 'sku'].includes(field)).length > 0 ? 'changed' : 'renamed'
  if (!both.styles.has(styleId)) return `style_${changeType}` as CauseKind
  if (!both.garments.has(`${styleId} ${skuId}`)) return `skus_${changeType}` as CauseKind
  return changeType as CauseKind
}

/** Pairs of a removed and an added line of one place, the first with the first, and the causes that have no pair. */
function pairedGroups(groups: readonly Group[]): Group[] {
  const spotOf = ({ changes }: Group) => {
    const { styleId, section, placement } = rowOf(changes[0] as BomYieldChange)
    return placement === null ? null : JSON.stringify([styleId, section, placement])
  }
  const inOrder = [...groups].sort(byLine)
  const taken = new Set<Group>()
  const pairs = inOrder.flatMap((removed) => {
    const spot = removed.kind === 'removed' ? spotOf(removed) : null
    const added = inOrder.find(
      (one) => spot !== null && one.kind === 'added' && spotOf(one) === spot && !taken.has(one),
    )
    if (!added) return []
    taken.add(added).add(removed)
    return [{ kind: 'replaced' as const, changes: [...removed.changes, ...added.changes] }]
  })
  return [...groups.filter((group) => !taken.has(group)), ...pairs]
}

/** The line after the change, or before it if there is none; nothing if the cause is not about one line. */
function lineBy({ kind, changes }: Group): BomYieldRow | undefined {
  if (!ofLines.includes(kind)) return undefined
  return sideOf(changes, 'after')[0] ?? sideOf(changes, 'before')[0]
}

function byLine(a: Group, b: Group): number {
  const [x, y] = [lineBy(a), lineBy(b)]
  const [one, other] = [x ? lineOf(x) : '', y ? lineOf(y) : '']
  return (x?.lineNumber ?? 0) - (y?.lineNumber ?? 0) || bytes(one, other) || bytes(a.kind, b.kind)
}

const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

function grossOf(rows: readonly BomYieldRow[]) {
  const amounts = rows.map(({ grossYield, yieldPerUnits, uom, baseUom }): Ratio | null => {
    if (baseUom === null || factors[baseUom as Unit].base !== factors[uom as Unit].base) return null
    const { numerator, denominator } = factors[baseUom as Unit].factor
    const perGarment = times(ratioOf(grossYield), rational(1n, BigInt(yieldPerUnits)))
    return times(times(perGarment, factors[uom as Unit].factor), rational(denominator, numerator))
  })
  const known = amounts.filter((amount) => amount !== null).sort(compareRatios)
  const [least, most, uom] = [known[0], known.at(-1), rows[0]?.baseUom ?? null]
  if (!least || !most || uom === null || known.length < rows.length) return null
  const total = known.reduce(plus, rational(0n))
  const mean = meanOf(times(total, rational(1n, BigInt(known.length))))
  return { uom, min: decimalOf(least), mean, max: decimalOf(most), total: decimalOf(total) }
}

function shownSide(rows: readonly BomYieldRow[]): ChangeCause['before'] {
  const [first] = rows
  if (!first) return null
  const { materialId, material, materialName, supplierId, supplierCode, supplier } = first
  return {
    materialId,
    material,
    materialLabel: materialName === null ? material : `${material} ${materialName}`,
    supplier: supplierId === null ? null : supplier === null ? supplierCode : `${supplier} (${supplierCode})`,
    gross: grossOf(rows),
  }
}

const percentsOf = ({ changes }: Group) => {
  const texts = changes.flatMap(({ delta }) => delta?.grossPercent ?? [])
  return texts.toSorted((a, b) => compareRatios(ratioOf(a), ratioOf(b)))
}

/** The largest absolute percentage of a cause; null if it has none. */
function sizeOf(group: Group): Ratio | null {
  const sizes = percentsOf(group).map((text) => ratioOf(text.replace('-', '')))
  return sizes.toSorted(compareRatios).at(-1) ?? null
}

/** The expected causes of changes, the first `top`, and the number of all, by brute force. */
export function expectedCauses(
  changes: readonly BomYieldChange[],
  organization: string,
  top: number,
  priced: PricedComparison,
) {
  const [before, after] = [idsIn(organization, priced.from), idsIn(organization, priced.to)]
  const both = {
    styles: before.styles.intersection(after.styles),
    garments: before.garments.intersection(after.garments),
  }
  const keyOf = (change: BomYieldChange) => {
    const kind = kindOf(change, both)
    const row = rowOf(change)
    return JSON.stringify([row.styleId, kind, ofLines.includes(kind) ? lineOf(row) : null])
  }
  const counted = changes.filter(({ changeType }) => changeType !== 'unchanged')
  const groups = pairedGroups(
    [...Map.groupBy(counted, keyOf).values()].map((own) => ({
      kind: kindOf(own[0] as BomYieldChange, both),
      changes: own,
    })),
  )
  const styleOf = ({ changes: own }: Group) => {
    const { style, styleId } = sideOf(own, 'after')[0] ?? rowOf(own[0] as BomYieldChange)
    return { style, styleId }
  }
  const inOrder = groups.sort((a, b) => {
    const [x, y] = [sizeOf(a), sizeOf(b)]
    const bySize = x && y ? compareRatios(y, x) : Number(x === null) - Number(y === null)
    const [one, other] = [styleOf(a), styleOf(b)]
    return (
      bySize ||
      b.changes.length - a.changes.length ||
      bytes(one.style, other.style) ||
      bytes(one.styleId, other.styleId) ||
      byLine(a, b)
    )
  })
  const effects = expectedEffects(changes, priced)
  const byCause = inOrder.slice(0, top).map((group): ChangeCause => {
    const { kind, changes: own } = group
    const [percents, isOfLine, line] = [percentsOf(group), ofLines.includes(kind), lineBy(group)]
    return {
      cause: kind,
      ...styleOf(group),
      section: line?.section ?? null,
      placement: line?.placement ?? null,
      changedFields: comparedFields.filter((field) => own.some(({ changedFields }) => changedFields.includes(field))),
      skus: new Set(own.map((change) => rowOf(change).skuId)).size,
      rows: own.length,
      grossPercent: percents.length === 0 ? null : { min: percents[0] as string, max: percents.at(-1) as string },
      before: isOfLine ? shownSide(sideOf(own, 'before')) : null,
      after: isOfLine ? shownSide(sideOf(own, 'after')) : null,
      ...effects.ofRows(own),
    }
  })
  return { byCause, causeCount: groups.length }
}
