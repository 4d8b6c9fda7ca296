import type { ReactNode } from 'react'

const marks = {
  added: ['+', 'added', 'good'],
  removed: ['\u2212', 'removed', 'bad'],
  changed: ['\u2260', 'changed', 'plain'],
  unchanged: ['=', 'unchanged', 'quiet'],
  increased: ['\u25b2', 'increased', 'bad'],
  decreased: ['\u25bc', 'decreased', 'good'],
  equal: ['=', 'equal', 'quiet'],
  not_comparable: ['?', 'not comparable', 'warn'],
} as const

export type Change = keyof typeof marks

/** What became of something, by sign and word, and by colour for those who see it. */
export function ChangeMark({ change, count }: { change: Change; count?: number }): ReactNode {
  const [sign, word, tone] = marks[change]
  return (
    <span className={`mark ${tone}`}>
      <span aria-hidden="true">{sign}</span> {count !== undefined && `${count.toLocaleString('en-GB')} `}
      {word}
    </span>
  )
}
