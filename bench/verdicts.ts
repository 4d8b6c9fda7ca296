import { denseSummary, projectorSummary, type Results, readSummary } from './summary.ts'

export interface Verdict {
  target: string
  subject: string
  ratio: number
  limit: string
  met: boolean
}

const MOST_P50 = 1.5
const LEAST_RATE = 0.7
const MOST_DEVIATION = 0.02

/** One verdict for each target and each thing that it is about. */
export function verdictsOf({ reads, projector, dense }: Results): Verdict[] {
  const pages = reads.map(readSummary).filter(({ isPage, connections }) => isPage && connections === 1)
  return [
    ...pages.map(({ name, size, p50Ratio: ratio }) => ({
      target: 'p50 of the API over the bare driver',
      subject: `${name}, ${size}`,
      ratio,
      limit: `<= ${MOST_P50}`,
      met: ratio <= MOST_P50,
    })),
    ...projector.map(projectorSummary).map(({ size, phase, ratio }) => ({
      target: 'records/s of the projector over the bare writer',
      subject: `${phase}, ${size}`,
      ratio,
      limit: `>= ${LEAST_RATE}`,
      met: ratio >= LEAST_RATE,
    })),
    ...dense.map(denseSummary).map(({ filters, limit, ratio }) => ({
      target: 'db hits a row, dense over sparse node',
      subject: `page of ${limit}, ${filterText(filters)}`,
      ratio,
      limit: `1 +- ${MOST_DEVIATION}`,
      met: Math.abs(ratio - 1) <= MOST_DEVIATION,
    })),
  ]
}

/** The filters as a caller writes them. */
export function filterText(filters: object): string {
  const set = Object.entries(filters).map(([name, value]) => `${name}=${value}`)
  return set.length === 0 ? 'no filter' : set.join(' ')
}
