const NARROW = /[ijltfrI.,:;'|!()[\]\s]/
const WIDE = /[mwMW@%]|[\u1100-\u115f\u2e80-\uffef]|[^\0-\uffff]/u
const UPPER = /[A-Z0-9&]/

/** About how wide a character is, in parts of the size of its font. */
function widthOf(character: string): number {
  if (NARROW.test(character)) return 0.38
  if (WIDE.test(character)) return 1
  return UPPER.test(character) ? 0.72 : 0.62
}

/** A text that fits into a width, given in parts of the size of its font; what is longer ends in an ellipsis. */
export function cutText(text: string, width: number): string {
  let used = 0
  let fitting = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += Math.max(...[...segment].map(widthOf))
    if (used <= width - 1) fitting += segment
    else if (used > width) return `${fitting.trimEnd()}…`
  }
  return text
}
