import { listStyleVersions } from '../../../cypher/bom/read-snapshots.ts'
import { findRequirementsOfPairs, type RequirementOfPair } from '../../../cypher/exceptions/facts.ts'
import { type Input, inputOf } from '../../../domain/exceptions/inputs.ts'
import type { Need } from '../../../domain/exceptions/pair.ts'
import { add, multiply, type Quantity, quantity, ratio } from '../../../domain/quantities/quantity.ts'
import { baseUnitOf, convert } from '../../../domain/quantities/units.ts'
import { yieldSides } from '../../../domain/quantities/yield-sides.ts'
import { type StoredLine, type StoredStyle, storedLine, storedStyle } from '../../../schemas/stored/bom.ts'
import { useIdOf } from '../../publications/styles/uses-material.ts'
import { distinct, type ReconcileContext } from '../context.ts'
import { lineInput, requirementInput } from '../input-records.ts'
import type { Located } from './pair-facts.ts'

const STYLES_A_QUERY = 50
/** This number of lookups costs about as much as reading the open production of a factory. */
const FEW_STYLES = 50

interface StyleBom {
  style: StoredStyle
  lines: StoredLine[]
}

/**
 * What open production needs of the material of each pair that an ERP says a requirement of, by the position of the pair:
 * units times the gross yield of the newest snapshot. Exact; nothing across dimensions, and nothing where no production
 * uses the material.
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
      const parts = (byPair.get(id) ?? []).map((requirement) => {
        const bom = boms.get(requirement.styleId)
        return bom ? needOf(organization, bom, materialId, requirement) : null
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

type Part = { amount: Quantity; uom: StoredLine['uom']; inputs: Input[] }

/** What a requirement needs, line by line; null where it does not use the material. */
function needOf(
  organization: string,
  { style, lines }: StyleBom,
  materialId: string,
  requirement: RequirementOfPair,
): Part[] | null {
  const { skuId, units } = requirement
  const wanted = inputOf(requirementInput(requirement), ['styleRef', 'skuRef', 'factoryRef', 'units'])
  const parts = lines
    .filter((line) => line.materialId === materialId)
    .flatMap((line) => {
      const { yields, wastageBasis, yieldPerUnits, uom } = line
      const inputs = [wanted, inputOf(lineInput(useIdOf(organization, style.styleId, line), line), [])]
      return yields.flatMap(([sent, percent, , , skuIds]) => {
        const rows = skuId === null ? skuIds.length : skuIds.filter((id) => id === skuId).length
        if (rows === 0) return []
        const { gross } = yieldSides(wastageBasis, quantity(sent), percent)
        const share = ratio(
          BigInt(units) * BigInt(rows),
          BigInt(yieldPerUnits) * BigInt(skuId === null ? style.skus.length : 1),
        )
        return [{ amount: multiply(gross, share), uom, inputs }]
      })
    })
  return parts.length > 0 ? parts : null
}

/** In the base unit of the ERP's own; null where nothing is needed, or something is in another dimension. */
function sumOf(needs: readonly (Part[] | null)[], uom: Part['uom']): Need | null {
  const parts = needs.flatMap((need) => need ?? [])
  if (parts.length === 0) return null
  const baseUnit = baseUnitOf(uom)
  const amounts = parts.map(({ amount, uom: unit }) => convert(amount, unit, baseUnit))
  let sum = ratio(0n)
  for (const amount of amounts) {
    if (!amount) return null
    sum = add(sum, amount)
  }
  return { amount: sum, baseUnit, inputs: parts.flatMap(({ inputs }) => inputs) }
}
