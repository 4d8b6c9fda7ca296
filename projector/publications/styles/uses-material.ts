import { hash } from 'node:crypto'
import type { UseRow } from '../../../cypher/bom/write-publications.ts'
import { canonicalIdOf } from '../../../domain/identity/identity.ts'
import type { StyleContent } from '../../../domain/publications/style-content.ts'
import { compare, exactDecimal, type Quantity, quantity } from '../../../domain/quantities/quantity.ts'
import { yieldSides } from '../../../domain/quantities/yield-sides.ts'
import type { StoredLine } from '../../../schemas/stored/bom.ts'
import { storedLink } from '../../../schemas/stored/link.ts'
import { withoutTrailingZeros } from '../../../schemas/values/as-sent.ts'

/** The USES_MATERIAL link of a BOM line. `state` is the hash of its content, without the time when it was sent. */
export type Use = Omit<UseRow, 'id'> & { linkId: string }

/** One link for each line and material of a style. */
export function usesOf(organization: string, { styleId, skus, lines }: StyleContent): Use[] {
  const byLine = Map.groupBy(lines, ({ line }) => useIdOf(organization, styleId, line))
  const skuOf = new Map(skus.map(([id, , colorway, size]) => [id, { colorway, size }]))
  return [...byLine].map(([linkId, versions]) => {
    const parts = versions.map(({ line }) => line)
    const [first] = parts
    if (!first) throw new Error('A group has at least one line')
    const properties = propertiesOf(first, parts, skuOf)
    const { system, recordId, extractedAt } = first.source
    const source = { system, recordId, extractedAt }
    const content = JSON.stringify([properties, first.materialId, system, recordId])
    return {
      linkId,
      fromId: styleId,
      toId: first.materialId,
      sortKey: `USES_MATERIAL/${linkId}`,
      doc: storedLink.write({ id: linkId, type: 'USES_MATERIAL', properties, source }),
      state: hash('sha256', content, 'base64url').slice(0, 22),
    }
  })
}

/** Returns the ID of the link that a line makes. Lines with the same number and material share a link. */
export function useIdOf(
  organization: string,
  styleId: string,
  { bomLineRef, lineNumber, materialId }: Pick<StoredLine, 'bomLineRef' | 'lineNumber' | 'materialId'>,
): string {
  const key = JSON.stringify([bomLineRef ?? lineNumber, materialId])
  return canonicalIdOf([organization, 'USES_MATERIAL', styleId, key])
}

type Sku = { colorway: string | null; size: string | null }

function propertiesOf(first: StoredLine, parts: readonly StoredLine[], skuOf: ReadonlyMap<string, Sku>) {
  const yields = parts.flatMap((part) => part.yields)
  const skus = yields.flatMap(([, , , , ids]) => ids.flatMap((id) => skuOf.get(id) ?? []))
  const sides = yields.map(([amount, percent]) => ({
    percent,
    ...yieldSides(first.wastageBasis, quantity(amount), percent),
  }))
  const gross = sides.map((side) => side.gross).sort(compare)
  const [least, most] = [gross[0], gross.at(-1)]
  const agree = least !== undefined && most !== undefined && compare(least, most) === 0
  const colors = new Set(yields.map(([, , color]) => color))
  return {
    bomLineRef: first.bomLineRef,
    lineNumber: first.lineNumber,
    section: first.section,
    placement: first.placement,
    materialColorCode: colors.size === 1 ? ([...colors][0] ?? null) : null,
    uom: first.uom,
    wastageBasis: first.wastageBasis,
    isPrimary: first.isPrimary,
    colorways: distinct(skus.map(({ colorway }) => colorway)),
    sizes: distinct(skus.map(({ size }) => size)),
    mpn: first.mpn,
    supplierId: first.supplierId,
    netYield: common(sides.map(({ net }) => net)),
    wastagePercent: single(sides.map(({ percent }) => withoutTrailingZeros(percent))),
    grossYield: agree ? exactDecimal(least) : null,
    grossYieldMin: agree || !least ? null : exactDecimal(least),
    grossYieldMax: agree || !most ? null : exactDecimal(most),
  }
}

function common(values: readonly Quantity[]): string | null {
  const [first] = values
  return first && values.every((value) => compare(value, first) === 0) ? exactDecimal(first) : null
}

function single(values: readonly string[]): string | null {
  return new Set(values).size === 1 ? (values[0] ?? null) : null
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values)].filter((value) => value !== null).sort()
}
