import { listStyleVersions } from '../../../cypher/bom/read-snapshots.ts'
import { findRequirementsOfPairs, type RequirementOfPair } from '../../../cypher/exceptions/facts.ts'
import { inputOf } from '../../../domain/exceptions/inputs.ts'
import type { Need, NeededBy } from '../../../domain/exceptions/pair.ts'
import { add, multiply, quantity, ratio } from '../../../domain/quantities/quantity.ts'
import { baseUnitOf, convert } from '../../../domain/quantities/units.ts'
import { yieldSides } from '../../../domain/quantities/yield-sides.ts'
import { type StoredLine, type StoredStyle, storedLine, storedStyle } from '../../../schemas/stored/bom.ts'
import { useIdOf } from '../../publications/styles/uses-material.ts'
import { distinct, type ReconcileContext } from '../context.ts'
import { lineInput, requirementInput } from '../input-records.ts'
import type { Located } from './pair-facts.ts'

const STYLES_A_QUERY = 50
/** Up to this number of styles, one lookup for each costs less than reading all open production of a factory. */
const FEW_STYLES = 50

interface StyleBom {
  style: StoredStyle
  lines: StoredLine[]
}

/**
 * Returns the quantity that open production needs of the material, by the index of the pair, for each pair with a
 * requirement of an ERP. It is the sum of units multiplied by the gross yield in the newest snapshot, as an exact
 * decimal. A pair is missing if no production uses its material, or if units of measure have different dimensions.
 */
export async function needsOf(context: ReconcileContext, located: readonly Located[]): Promise<Map<number, Need>> {
  const { run, organization, seq } = context
  const rows = located.flatMap(({ material, factory, positions }, at) => {
    const isAsked = positions.some(({ system, required }) => system === 'erp' && required !== null)
    return isAsked && material.id !== null && factory.id !== null
      ? [{ id: String(at), materialId: material.id, factoryId: factory.id }]
      : []
  })
  if (rows.length === 0 || seq === 0) return new Map()
  const byMaterial = [...Map.groupBy(rows, ({ materialId }) => materialId)]
  const asked = byMaterial.map(([materialId, pairs]) => ({
    materialId,
    pairs: pairs.map(({ id, factoryId }) => ({ id, factoryId })),
  }))
  const requirements = await run(findRequirementsOfPairs, organization, { rows: asked, few: FEW_STYLES, seq })
  const boms = await bomsOf(context, distinct(requirements.map(({ styleId }) => styleId)))
  const byPair = Map.groupBy(requirements, ({ id }) => id)
  return new Map(
    rows.flatMap(({ id, materialId }) => {
      const erp = located[Number(id)]?.positions.find(({ system }) => system === 'erp')
      if (!erp) return []
      const parts = (byPair.get(id) ?? []).flatMap((requirement) => {
        const bom = boms.get(requirement.styleId)
        return bom ? needOf(organization, bom, materialId, requirement) : []
      })
      const need = sumOf(parts, erp.uom)
      return need ? [[Number(id), need]] : []
    }),
  )
}

async function bomsOf(
  { run, organization, seq }: ReconcileContext,
  styleIds: readonly string[],
): Promise<Map<string, StyleBom>> {
  const boms = new Map<string, StyleBom>()
  for (let at = 0; at < styleIds.length; at += STYLES_A_QUERY) {
    const ids = styleIds.slice(at, at + STYLES_A_QUERY)
    const params = { from: seq, to: seq, styleIds: ids, isUnchangedWanted: true }
    for (const { before, commonLines } of await run(listStyleVersions, organization, params)) {
      if (before === null) continue
      const style = storedStyle.read(before)
      boms.set(style.styleId, { style, lines: commonLines.map((line) => storedLine.read(line)) })
    }
  }
  return boms
}

/** One production's share of the need, before its amount is converted to the base unit of the pair. */
type Part = Omit<NeededBy, 'amount'>

/**
 * Returns the shares of one production order, line by line. The list is empty if its style does not use the material.
 */
function needOf(
  organization: string,
  { style, lines }: StyleBom,
  materialId: string,
  requirement: RequirementOfPair,
): Part[] {
  const { skuId, units } = requirement
  const own = requirementInput(requirement)
  const sku = style.skus.find(([id]) => id === skuId)
  return lines
    .filter((line) => line.materialId === materialId)
    .flatMap((line): Part[] => {
      const gross = grossOf(line, style, skuId)
      if (!gross) return []
      return [
        {
          requirement: own,
          units,
          product: sku?.[1] ?? style.style,
          line: lineInput(useIdOf(organization, style.styleId, line), line),
          placement: line.placement,
          gross,
          uom: line.uom,
          isMean: skuId === null,
        },
      ]
    })
}

/**
 * Returns the gross yield of a line for one piece of the SKU, or the mean over all SKUs of the style if there is no
 * SKU. Returns null if none of them uses the line.
 */
function grossOf({ yields, wastageBasis, yieldPerUnits }: StoredLine, { skus }: StoredStyle, skuId: string | null) {
  const amounts = yields.flatMap(([sent, percent, , , skuIds]) => {
    const rows = skuId === null ? skuIds.length : skuIds.filter((id) => id === skuId).length
    if (rows === 0) return []
    const share = ratio(BigInt(rows), BigInt(yieldPerUnits) * BigInt(skuId === null ? skus.length : 1))
    return [multiply(yieldSides(wastageBasis, quantity(sent), percent).gross, share)]
  })
  return amounts.length === 0 ? null : amounts.reduce(add)
}

/**
 * Returns the sum in the base unit of the ERP's quantity. Returns null if there are no parts, or if a part has another
 * dimension.
 */
function sumOf(parts: readonly Part[], uom: Part['uom']): Need | null {
  if (parts.length === 0) return null
  const baseUnit = baseUnitOf(uom)
  const needed = parts.flatMap((part): NeededBy[] => {
    const amount = convert(multiply(part.gross, ratio(BigInt(part.units))), part.uom, baseUnit)
    return amount ? [{ ...part, amount }] : []
  })
  if (needed.length < parts.length) return null
  return {
    baseUnit,
    amount: needed.reduce((sum, { amount }) => add(sum, amount), ratio(0n)),
    parts: needed,
    inputs: needed.flatMap(({ requirement, line }) => [
      inputOf(requirement, ['styleRef', 'skuRef', 'factoryRef', 'units']),
      inputOf(line, []),
    ]),
  }
}
