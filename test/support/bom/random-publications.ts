import type { Envelope } from '../../../schemas/records/record-events.ts'
import { publication, type TestBom, type TestLine } from './bom-events.ts'

/** A pseudorandom number from 0 to below `limit`, computed from the arguments. */
function draw(limit: number, ...from: number[]): number {
  let state = 2166136261
  for (const value of from) state = Math.imul(state ^ value, 16777619) ^ (state >>> 13)
  return (state >>> 0) % limit
}

const STYLES = 60

/** The events of consecutive publications of a BOM; each changes, removes, and adds some styles. */
export function randomPublications(organization: string, count: number): Envelope[] {
  return publicationsApart(organization, count).flat()
}

/** The events of consecutive publications, grouped by publication. */
export function publicationsApart(organization: string, count: number): Envelope[][] {
  return Array.from({ length: count }, (_, number) =>
    publication(organization, bomAt(number), { time: new Date(Date.UTC(2026, 0, 1 + number, 2)).toISOString() }),
  )
}

function bomAt(number: number): TestBom {
  const styles = Array.from({ length: STYLES }, (_, style) => style).filter((style) => draw(12, style, number) > 0)
  return Object.fromEntries(styles.map((style) => [`QM-${style}`, linesOf(style, number)]))
}

/** The lines of a style, which change only in some publications. */
function linesOf(style: number, number: number): TestLine[] {
  return Array.from({ length: 3 + draw(6, style) }, (_, line) => {
    const edition = Math.floor((number + draw(9, style, line)) / 9)
    const skus = Array.from({ length: 2 + draw(8, style, 7) }, (_, sku) => `QM-${style}-${sku}`)
    return {
      ref: `L-${line}`,
      material: `MT-${draw(40, style, line)}`,
      supplier: `SUP-${draw(5, style, line, edition)}`,
      mpn: `HV-${draw(50, style, line, edition)}`,
      yields: Object.fromEntries(skus.map((sku, at) => [sku, `1.${10 + draw(80, style, line, edition, at)}`])),
    }
  })
}
