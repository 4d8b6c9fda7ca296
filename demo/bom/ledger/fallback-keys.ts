import type { Edit } from '../edits/edits.ts'
import type { BomLine } from '../lines/bom-line.ts'
import type { Touch } from '../style-bom.ts'

/** The match key of a line that has no ID. */
const keyOf = ({ section, placement, material }: BomLine) => `${section}/${placement}/${material}`

/**
 * Whether a line can be removed without another line getting its match key. Lines with equal keys are numbered in the
 * order of their line numbers, so only the last of them can. Always true if lines have IDs.
 */
export function isLastOfKey(line: BomLine, { before, manner }: Touch): boolean {
  if (manner.hasLineRefs) return true
  return !before.some((other) => other.lineNumber > line.lineNumber && keyOf(other) === keyOf(line))
}

/** Whether a new line has a match key that no earlier line has. Always true if lines have IDs. */
export function hasFreshKey(line: BomLine, { before, manner }: Touch, earlier: readonly Edit[]): boolean {
  if (manner.hasLineRefs) return true
  const lines = [...before, ...earlier.flatMap(({ after }) => after ?? [])]
  return !lines.some((other) => keyOf(other) === keyOf(line))
}
