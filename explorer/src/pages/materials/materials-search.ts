import {
  type ExceptionCode,
  exceptionSeverityValues,
  exceptionStatusValues,
  measureValues,
  type Verdict,
} from '@tenant-data/client'
import { oneOf, pageState, type ReadField, someOf, text } from '../../address.ts'

export const views = ['exceptions', 'positions', 'comparison'] as const
export type View = (typeof views)[number]

/** From the most to the least severe. */
export const severities = exceptionSeverityValues.toReversed()

/** What needs attention first. */
export const verdicts: readonly Verdict[] = ['mismatch', 'not_comparable', 'missing', 'within_tolerance', 'match']

const texts: ReadField<string[]> = (given) => {
  const present = [...new Set([given].flat())].flatMap((one) => text(one) ?? [])
  return present.length === 0 ? undefined : present
}

export type MaterialsSearch = ReturnType<typeof materialsSearch>

/** The state of the page. A code that there is not is refused by the API, which names those that there are. */
export const materialsSearch = pageState({
  /** Exceptions unless given. */
  view: oneOf(views),
  /** Any reference that the API takes: a code, an id, or a record of a source. All views keep both. */
  material: text,
  factory: text,
  /** Of positions a filter of the API; of exceptions one of what was read. */
  system: text,
  code: text as ReadField<ExceptionCode>,
  severity: oneOf(severities),
  status: oneOf(exceptionStatusValues),
  /** The exception that is open. */
  exception: text,
  /** The position that is open, and which of its amounts. */
  position: text,
  measure: text,
  systems: texts,
  measures: someOf(measureValues),
  verdict: oneOf(verdicts),
  /** The tolerance: a share, and amounts of base units. */
  percent: text,
  MTR: text,
  KGM: text,
  MTK: text,
  EA: text,
})
