import {
  type ExceptionCode,
  exceptionSeverityValues,
  exceptionStatusValues,
  measureValues,
  type Verdict,
} from '@tenant-data/client'
import { oneOf, pageState, type ReadField, someOf, text, texts } from '../../address.ts'

export const views = ['exceptions', 'positions', 'comparison'] as const
export type View = (typeof views)[number]

/** From the most severe to the least severe. */
export const severities = exceptionSeverityValues.toReversed()

/** In the order in which they need attention. */
export const verdicts: readonly Verdict[] = ['mismatch', 'not_comparable', 'missing', 'within_tolerance', 'match']

export type MaterialsSearch = ReturnType<typeof materialsSearch>

/** The state of the page. The API rejects an unknown exception code, and names the known ones. */
export const materialsSearch = pageState({
  /** The exceptions if absent. */
  view: oneOf(views),
  /** A reference in any form that the API accepts: a code, an ID, or a source record. All views keep both. */
  material: text,
  factory: text,
  /** Filters positions and exceptions. */
  system: text,
  code: text as ReadField<ExceptionCode>,
  severity: oneOf(severities),
  status: oneOf(exceptionStatusValues),
  /** The nominated supplier of the material: a code, a label, or an ID. */
  supplier: text,
  steward: text,
  /** A date-time in the format of the API. */
  since: text,
  /** The open exception. */
  exception: text,
  /** The open position, and the quantity that was opened. */
  position: text,
  measure: text,
  systems: texts,
  measures: someOf(measureValues),
  verdict: oneOf(verdicts),
  /** The tolerance as a percentage, and as quantities of base units. */
  percent: text,
  MTR: text,
  KGM: text,
  MTK: text,
  EA: text,
})
