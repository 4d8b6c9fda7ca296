import type { Edit } from '../edits/edits.ts'
import type { BomLine } from '../lines/bom-line.ts'
import type { Touch } from '../style-bom.ts'

/** What stands for the id of a line that has none. */
const keyOf = ({ section, placement, material }: BomLine) => `${section}/${placement}/${material}`

/**
 * Whether a line may go without another taking its place: the ordinals of lines with equal keys follow the line number,
 * so that of these only the last one can. Always where lines have ids.
 */
export function isLastOfKey(line: BomLine, { before, manner }: Touch): boolean {
  if (manner.hasLineRefs) return true
  return !before.some((other) => other.lineNumber > line.lineNumber && keyOf(other) === keyOf(line))
}

/** Whether no line, before the publication or in it, has the key of a new one. Always where lines have ids. */
export function hasFreshKey(line: BomLine, { before, manner }: Touch, earlier: readonly Edit[]): boolean {
  if (manner.hasLineRefs) return true
  const lines = [...before, ...earlier.flatMap(({ after }) => after ?? [])]
  return !lines.some((other) => keyOf(other) === keyOf(line))
}
