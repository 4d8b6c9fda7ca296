import { materialAt, materialState } from '../../../demo/graph/materials/material.ts'
import { skuAt, skuCount } from '../../../demo/graph/styles/sku.ts'
import { predecessorOf, type Style, styleAt } from '../../../demo/graph/styles/style.ts'
import { oracleRows } from '../bom/bom-oracle.ts'
import { expectedSummary, type SummaryAsked } from '../bom/yield-summary-oracle.ts'
import { entityIdOf, materialNumber } from '../docs/demo-questions.ts'
import { linksOfType, supplierLabel } from './expected-supply.ts'
import type { JourneyWorld } from './journey.ts'

/** All styles of the generator. */
export const stylesOf = ({ brand }: JourneyWorld): Style[] =>
  Array.from({ length: brand.profile.styles }, (_, index) => styleAt(brand, index))

/** A SKU in the middle of the newest style: its code, its GTIN, and its style number. */
export function skuWithGtin({ brand }: JourneyWorld): { skuCode: string; gtin: string; styleNumber: string } {
  const style = styleAt(brand, brand.profile.styles - 1)
  const { skuCode, gtin } = skuAt(brand, style, Math.trunc(skuCount(style) / 2)).data
  return { skuCode, gtin: gtin ?? '', styleNumber: style.styleNumber }
}

/** The number of a carried-over style, and that of the style of the season before. */
export function carriedOver({ brand }: JourneyWorld): { style: string; earlier: string; season: string } {
  for (let index = 0; index < brand.profile.styles; index += 1) {
    const predecessor = predecessorOf(brand, index)
    if (predecessor === null) continue
    const { styleNumber, season } = styleAt(brand, predecessor)
    return { style: styleAt(brand, index).styleNumber, earlier: styleNumber, season: season.code }
  }
  throw new Error('There is a carried-over style')
}

/**
 * The factory that makes most styles, by the code of its supplier, and each style with its season, share, and state.
 */
export function busiestFactory(world: JourneyWorld): { code: string; made: unknown[][] } {
  const factories = Map.groupBy(linksOfType(world, 'PRODUCED_BY'), ({ to }) => to.recordId)
  const [busiest] = [...factories].sort(([, one], [, other]) => other.length - one.length)
  const [record = '', links = []] = busiest ?? []
  const made = links.map(({ from, properties }) => {
    const { season, allocationPercent, state } = properties as Record<string, unknown>
    return [styleAt(world.brand, Number(from.recordId.slice(2)) - 1).styleNumber, season, allocationPercent, state]
  })
  return { code: `SUP-${record.slice(2)}`, made }
}

/** Each material of a style with each of its suppliers, by number and by label. */
export function sourcesOfStyle(world: JourneyWorld, style: string): string[][] {
  const lines = world.boms.at(-1)?.find(({ number }) => number === style)?.lines ?? []
  const materials = new Map(lines.map(({ material }) => [material.record, material.number]))
  return linksOfType(world, 'SUPPLIED_BY').flatMap(({ from, to }) => {
    const number = materials.get(from.recordId)
    return number === undefined ? [] : [[number, supplierLabel(world, to.recordId)]]
  })
}

/** The summary of the newest BOM, with what the generator knows of seasons and states. */
export function summaryOf(world: JourneyWorld, asked: Partial<SummaryAsked>) {
  const rows = oracleRows(world.organization, world.boms.at(-1) ?? [])
  const seasons = stylesOf(world).map(({ index, season }): [string, string] => {
    return [entityIdOf(world, `S-${index + 1}`, 'style'), season.code]
  })
  const states = materialsOf(world).map(({ index, state }): [string, string] => {
    return [entityIdOf(world, `M-${index + 1}`, 'material'), state]
  })
  const certifications = materialsOf(world).map((one): [string, string[]] => {
    return [entityIdOf(world, `M-${one.index + 1}`, 'material'), one.certifications]
  })
  const known = { seasons: new Map(seasons), states: new Map(states), certifications: new Map(certifications) }
  return expectedSummary(rows, { groupBy: ['material'], order: 'rows', top: 10, filters: {}, ...asked }, known)
}

/** All materials of the generator: index, number, state, type, label, and certifications. */
export function materialsOf({ brand }: JourneyWorld) {
  return Array.from({ length: brand.profile.materials }, (_, index) => {
    const { name, materialType, certifications = [] } = materialAt(brand, index).data
    const number = materialNumber(index)
    const label = `${number} ${name}`
    return { index, number, label, materialType, certifications, state: materialState(brand, index) }
  })
}

/** The material that most lines of the newest BOM use. */
export function mostUsedMaterial(world: JourneyWorld): { number: string; label: string } {
  const lines = (world.boms.at(-1) ?? []).flatMap((style) => style.lines)
  const [most] = [...Map.groupBy(lines, ({ material }) => material.number).values()].sort((a, b) => b.length - a.length)
  const { number = '', name } = most?.[0]?.material ?? {}
  return { number, label: `${number} ${name}` }
}
