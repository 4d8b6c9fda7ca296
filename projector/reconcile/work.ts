import { readSubject, type Subject, subjectText } from '../connected/subjects.ts'

/** What is read page by page; see expand-pages.ts. */
export type Stage =
  | 'material-key'
  | 'factory-key'
  | 'material-ref'
  | 'factory-ref'
  | 'positions'
  | 'material-exceptions'
  | 'factory-exceptions'
  | 'exceptions'
  | 'records'
  | 'record-code'
  | 'style-requirements'
  | 'sku-requirements'
  | 'factory-requirements'
  | 'requirements'
  | 'styles'
  | 'changed-styles'
  | 'USES_MATERIAL'
  | 'PRODUCED_BY'
  | 'SUPPLIED_BY'

/**
 * What there is to do: subjects of marks, and what they are replaced by. A `slot` is a pair by its keys, with references
 * that led to it when it was last looked at; a `group` is a connected record; a `page` is the rest of a stage for a key,
 * after what was read last.
 */
export type Work =
  | Subject
  | ['slot', string, string, string, string]
  | ['group', 'material' | 'factory', string]
  | ['page', Stage, string, string]

/** Work, with the newest time of the events that led to it. */
export interface Due {
  work: Work
  time: string
}

/** What follows from events up to a time. */
export function dueSince(time: string, work: readonly Work[]): Due[] {
  return work.map((one) => ({ work: one, time }))
}

const own: readonly string[] = ['slot', 'group', 'page']

export function workText(work: Work): string {
  return own.includes(work[0]) ? JSON.stringify(work) : subjectText(work as Subject)
}

/** @throws ZodError when the text is neither of `workText` nor of a mark's subject */
export function readWork(text: string): Work {
  const [kind] = JSON.parse(text)
  return own.includes(kind) ? JSON.parse(text) : readSubject(text)
}

/** Narrow work is done last: until then wide work may still add to it, and what is added twice is done once. */
export function rankOfWork([kind]: Work): number {
  if (kind === 'pair' || kind === 'slot') return 4
  if (kind === 'requirement') return 3
  if (kind === 'record' || kind === 'group') return 2
  return kind === 'page' ? 1 : 0
}
