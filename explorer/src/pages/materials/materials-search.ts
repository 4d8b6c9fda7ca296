import type { ExceptionCode, Measure } from '@tenant-data/client'
import { oneOf, someOf, textOf } from '../../address.ts'

export const views = ['exceptions', 'positions', 'comparison'] as const
export type View = (typeof views)[number]

/** From the most to the least severe. */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export const statuses = ['open', 'resolved'] as const

const everyMeasure: Record<Measure, true> = {
  onHand: true,
  qualityHold: true,
  allocated: true,
  available: true,
  inTransit: true,
  onOrder: true,
  required: true,
  projected: true,
}
/** What systems are compared by, in the order of the matrix. */
export const measures = Object.keys(everyMeasure) as Measure[]

export const verdicts = ['mismatch', 'not_comparable', 'missing', 'within_tolerance', 'match'] as const
export type Verdict = (typeof verdicts)[number]

export interface MaterialsSearch {
  /** Exceptions unless given. */
  view?: View | undefined
  /** Any reference that the API takes: a code, an id, or a record of a source. All views keep both. */
  material?: string | undefined
  factory?: string | undefined
  /** Of positions a filter of the API; of exceptions one of what was read. */
  system?: string | undefined
  code?: ExceptionCode | undefined
  severity?: (typeof severities)[number] | undefined
  status?: (typeof statuses)[number] | undefined
  /** The exception that is open. */
  exception?: string | undefined
  /** The position that is open, and which of its amounts. */
  position?: string | undefined
  measure?: string | undefined
  systems?: string[] | undefined
  measures?: Measure[] | undefined
  verdict?: Verdict | undefined
  /** The tolerance: a share, and amounts of base units. */
  percent?: string | undefined
  MTR?: string | undefined
  KGM?: string | undefined
  MTK?: string | undefined
  EA?: string | undefined
}

/** The state of the page. A code that there is not is refused by the API, which names those that there are. */
export function materialsSearch(raw: Record<string, unknown>): MaterialsSearch {
  const texts = [...new Set([raw.systems].flat())].filter((one): one is string => typeof one === 'string' && one !== '')
  return {
    view: oneOf(raw, 'view', views),
    material: textOf(raw, 'material'),
    factory: textOf(raw, 'factory'),
    system: textOf(raw, 'system'),
    code: textOf(raw, 'code') as ExceptionCode | undefined,
    severity: oneOf(raw, 'severity', severities),
    status: oneOf(raw, 'status', statuses),
    exception: textOf(raw, 'exception'),
    position: textOf(raw, 'position'),
    measure: textOf(raw, 'measure'),
    systems: given(texts),
    measures: given(someOf(raw, 'measures', measures)),
    verdict: oneOf(raw, 'verdict', verdicts),
    percent: textOf(raw, 'percent'),
    MTR: textOf(raw, 'MTR'),
    KGM: textOf(raw, 'KGM'),
    MTK: textOf(raw, 'MTK'),
    EA: textOf(raw, 'EA'),
  }
}

const given = <Value>(values: Value[]) => (values.length === 0 ? undefined : values)
