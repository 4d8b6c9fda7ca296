import type { StoredLine, StoredStyle } from '../../../../schemas/stored/bom.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'

export interface StyleWithLines {
  style: StoredStyle
  lines: readonly TextOf<StoredLine>[]
}

export type StylesOfNumber = [StyleWithLines, ...StyleWithLines[]]

/** Where a read begins: at the number of a style, else at the first number from `start` on. */
export interface Location {
  styleId: string | null
  start: string
}

/** Reads some next styles, together where they have one number; at least those of one number, and those of each completely. */
export type ReadNumbers = (from: Location & { limit: number }) => Promise<{ numbers: StylesOfNumber[]; isEnd: boolean }>

/** Styles in the order of their numbers, those of one number together. */
export function togetherByNumber(styles: readonly StyleWithLines[]): StylesOfNumber[] {
  const numbers: StylesOfNumber[] = []
  for (const style of styles) {
    const last = numbers.at(-1)
    if (last?.[0].style.style === style.style.style) last.push(style)
    else numbers.push([style])
  }
  return numbers
}
