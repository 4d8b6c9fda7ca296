import type { StoredLine, StoredStyle } from '../../../../schemas/stored/bom.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'

export interface StyleWithLines {
  style: StoredStyle
  lines: readonly TextOf<StoredLine>[]
}

export type StylesOfNumber = [StyleWithLines, ...StyleWithLines[]]

/** Where a read starts: at the number of a style, or at the first number from `start` on. */
export interface Location {
  styleId: string | null
  start: string
}

/** Reads the next styles, grouped by number. It returns at least one number, and all styles of each returned number. */
export type ReadNumbers = (from: Location & { limit: number }) => Promise<{ numbers: StylesOfNumber[]; isEnd: boolean }>

/** Groups styles, which are sorted by number, by their number. */
export function togetherByNumber(styles: readonly StyleWithLines[]): StylesOfNumber[] {
  const numbers: StylesOfNumber[] = []
  for (const style of styles) {
    const last = numbers.at(-1)
    if (last?.[0].style.style === style.style.style) last.push(style)
    else numbers.push([style])
  }
  return numbers
}
