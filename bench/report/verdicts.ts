import { PACE } from '../load/measure-load.ts'
import {
  answerSummary,
  denseSummary,
  exportsSummary,
  graphqlSummary,
  neighborsSummary,
  peersSummary,
  projectorSummary,
  type Results,
  readSummary,
} from './summary.ts'

export interface Verdict {
  target: string
  subject: string
  ratio: number
  limit: string
  met: boolean
}

const MOST_P50 = 1.5
const MOST_OVER_PLAIN = 1.15
const LEAST_RATE = 0.7
const MOST_DEVIATION = 0.02
const MOST_GROWTH = 1.5
const LEAST_GAIN = 6
const LEAST_GAIN_AT_MOST_ROWS = 80
const LEAST_PACE = 0.5
const MOST_OF_A_COPY = 0.01
const MOST_MEGABYTES = 150
const LEAST_OVER_COMPARABLE = 1.5
const LEAST_OVER_MINIMAL = 0.8
const MOST_OF_SINGLE = 1.1
const LEAST_OVER_GRAPHQL = 3
const MOST_DELAY = 2
const MOST_BESIDE = 3
const MOST_MS_OF_AN_ORDER = 300

/** One verdict for each target and each measured case. */
export function verdictsOf({
  reads,
  projector,
  dense,
  history,
  neighbors,
  exports,
  peers,
  graphql,
  answers,
  load,
}: Results): Verdict[] {
  return [
    ...reads.map(readSummary).flatMap(readVerdicts),
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
    ...growthVerdicts(history),
    ...publicationVerdicts(history),
    ...summaryVerdicts(history),
    ...joinVerdicts(history),
    ...(neighbors ? neighborVerdicts(neighborsSummary(neighbors)) : []),
    ...exports.map(exportsSummary).flatMap(exportVerdicts),
    ...(peers ? peerVerdicts(peers) : []),
    ...graphql.map(graphqlSummary).map(({ name, connections, ratio }) => ({
      target: 'rows/s of the API over @neo4j/graphql',
      subject: `${name}, ${connections} connections`,
      ratio,
      limit: `>= ${LEAST_OVER_GRAPHQL}`,
      met: ratio >= LEAST_OVER_GRAPHQL,
    })),
    ...answerVerdicts(answers.map(answerSummary)),
    ...load.flatMap(loadVerdicts),
  ]
}

function readVerdicts(read: ReturnType<typeof readSummary>): Verdict[] {
  const { name, size, isPage, connections, p50Ratio: ratio, overPlain } = read
  if (!isPage) return []
  const overBare = {
    target: 'p50 of the API over the bare driver',
    subject: `${name}, ${size}`,
    ratio,
    limit: `<= ${MOST_P50}`,
    met: ratio <= MOST_P50,
  }
  return [...(connections === 1 ? [overBare] : []), ...(overPlain ? plainVerdicts(read, overPlain) : [])]
}

function plainVerdicts(
  { name, size, connections }: ReturnType<typeof readSummary>,
  overPlain: Record<'p50' | 'p99', number>,
): Verdict[] {
  return (['p50', 'p99'] as const).map((percentile) => ({
    target: `${percentile} of the API over a plain server`,
    subject: `${name}, ${size}, ${connections} connections`,
    ratio: overPlain[percentile],
    limit: `<= ${MOST_OVER_PLAIN}`,
    met: overPlain[percentile] <= MOST_OVER_PLAIN,
  }))
}

function peerVerdicts(peers: NonNullable<Results['peers']>): Verdict[] {
  const { through, loads, single } = peersSummary(peers)
  const least = { comparable: LEAST_OVER_COMPARABLE, minimal: LEAST_OVER_MINIMAL }
  const rates = (['comparable', 'minimal'] as const).flatMap((side) =>
    loads.map(({ phase, size, times }) => ({
      target: `records/s of the projector over a ${side} ${through}`,
      subject: `${phase}, ${size}`,
      ratio: times[side],
      limit: `>= ${least[side]}`,
      met: times[side] >= least[side],
    })),
  )
  const ratio = single.ours / single.comparable
  const limit = `<= ${MOST_OF_SINGLE}`
  const target = `p50 of a single event over a comparable ${through}`
  return [...rates, { target, subject: 'a new supplier', ratio, limit, met: ratio <= MOST_OF_SINGLE }]
}

/** Verdicts that the cost of the same number of changes does not grow with the number of unchanged rows. */
function growthVerdicts(history: Results['history']): Verdict[] {
  return grown(history).flatMap(([small, large]) =>
    large.walks.slice(1).flatMap((walk) => {
      const other = small.walks.find(({ name }) => name === walk.name)
      if (!other) return []
      const ratio = walk.seconds / walk.changes / (other.seconds / other.changes)
      const subject = `${walk.name}, ${large.rows} over ${small.rows} rows`
      return [{ target: 'time of a change', subject, ratio, limit: `<= ${MOST_GROWTH}`, met: ratio <= MOST_GROWTH }]
    }),
  )
}

/** Pairs of each size and the next larger one. */
function grown<T>(sizes: readonly T[]): [T, T][] {
  return sizes.slice(1).map((large, index) => [sizes[index] as T, large])
}

/**
 * Verdicts on a first publication compared with writing its lines, and on the disk space of an edit compared with a
 * copy.
 */
function publicationVerdicts(history: Results['history']): Verdict[] {
  const paces = history.map(({ rows, full }) => ({
    target: 'pace of a first publication over the bare driver with its lines',
    subject: `${rows} rows`,
    ratio: full.bareSeconds / full.seconds,
    limit: `>= ${LEAST_PACE}`,
    met: full.bareSeconds / full.seconds >= LEAST_PACE,
  }))
  const largest = history.at(-1)
  if (!largest) return []
  const { rows, full, edit } = largest
  const ratio = edit.bytesAgain / full.bytes
  const target = 'storage of one more edit of 0.5 % over a full copy'
  return [
    ...paces,
    { target, subject: `${rows} rows`, ratio, limit: `<= ${MOST_OF_A_COPY}`, met: ratio <= MOST_OF_A_COPY },
  ]
}

/** Verdicts that a summary of changes is as fast as the bare driver that reads them, also among more rows. */
function summaryVerdicts(history: Results['history']): Verdict[] {
  const overBare = history.map(({ rows, summary }) => ({
    target: 'p50 of the summary over walking with the bare driver',
    subject: `${summary.changes} changes, ${rows} rows`,
    ratio: summary.ours / summary.bare,
  }))
  const growth = grown(history).map(([small, large]) => ({
    target: 'p50 of the summary of as many changes',
    subject: `${large.summary.changes} changes, ${large.rows} over ${small.rows} rows`,
    ratio: large.summary.ours / small.summary.ours,
  }))
  return [...overBare, ...growth].map((verdict) => ({
    ...verdict,
    limit: `<= ${MOST_GROWTH}`,
    met: verdict.ratio <= MOST_GROWTH,
  }))
}

function joinVerdicts(history: Results['history']): Verdict[] {
  return history.flatMap(({ rows, walks: [neighbours], join }) => {
    if (!join || !neighbours) return []
    const ratio = join.seconds / neighbours.seconds
    const subject = `${neighbours.name}, ${rows} rows`
    const least = rows > 8_000_000 ? LEAST_GAIN_AT_MOST_ROWS : rows > 900_000 ? LEAST_GAIN : 0
    const limit = least > 0 ? `>= ${least}` : 'less than at more rows'
    return {
      target: 'full outer join over all changes through HTTP',
      subject,
      ratio,
      limit,
      met: ratio >= least,
    }
  })
}

function neighborVerdicts({ beside: { p99Ratio, failed, count } }: ReturnType<typeof neighborsSummary>): Verdict[] {
  const subject = 'pages beside a noisy organization'
  const share = failed / (failed + count)
  return [
    { target: 'p99 over alone', subject, ratio: p99Ratio, limit: `<= ${MOST_BESIDE}`, met: p99Ratio <= MOST_BESIDE },
    { target: 'share that failed', subject, ratio: share, limit: '0', met: failed === 0 },
  ]
}

function exportVerdicts({ rows, ratio, growth }: ReturnType<typeof exportsSummary>): Verdict[] {
  const subject = `${rows} rows`
  return [
    {
      target: 'rows/s of an export over records of the bare driver',
      subject,
      ratio,
      limit: `>= ${LEAST_RATE}`,
      met: ratio >= LEAST_RATE,
    },
    {
      target: 'growth of the process, MB',
      subject,
      ratio: growth / 1e6,
      limit: `< ${MOST_MEGABYTES}`,
      met: growth < MOST_MEGABYTES * 1e6,
    },
  ]
}

/** Verdicts that a summary costs as much as reading its lines, that the cost per line is constant, and on orders. */
function answerVerdicts(answers: ReturnType<typeof answerSummary>[]): Verdict[] {
  const summaries = answers.filter(({ kind }) => kind === 'summary')
  const overBare = summaries.map(({ name, snapshotRows, ratio }) => ({
    target: 'p50 of the API over walking with the bare driver',
    subject: `${name}, ${snapshotRows} rows`,
    ratio,
    limit: `<= ${MOST_P50}`,
    met: ratio <= MOST_P50,
  }))
  const growth = summaries.flatMap((small) => {
    const large = summaries.find(({ name, snapshotRows }) => name === small.name && snapshotRows > small.snapshotRows)
    if (!large?.lines || !small.lines) return []
    const ratio = large.ours.p50 / large.lines / (small.ours.p50 / small.lines)
    const subject = `${small.name}, ${large.snapshotRows} over ${small.snapshotRows} rows`
    return [{ target: 'time of a line', subject, ratio, limit: `<= ${MOST_GROWTH}`, met: ratio <= MOST_GROWTH }]
  })
  const orders = answers
    .filter(({ kind }) => kind === 'requirements')
    .map(({ name, snapshotRows, ours }) => ({
      target: 'p50 of the API, ms',
      subject: `${name}, ${snapshotRows} rows`,
      ratio: ours.p50,
      limit: `<= ${MOST_MS_OF_AN_ORDER}`,
      met: ours.p50 <= MOST_MS_OF_AN_ORDER,
    }))
  return [...overBare, ...growth, ...orders]
}

function loadVerdicts({ styles, loadSeconds, rebuildSeconds, single }: Results['load'][number]): Verdict[] {
  const subject = `${styles} styles`
  const delays = [
    ['during a first load', single.during / single.idle],
    [`during one at ${PACE} records/s`, single.atPace / single.idle],
  ] as const
  const rebuild = rebuildSeconds / loadSeconds
  return [
    ...delays.map(([when, ratio]) => ({
      target: `p50 of another organization's single event, ${when} over before`,
      subject,
      ratio,
      limit: `<= ${MOST_DELAY}`,
      met: ratio <= MOST_DELAY,
    })),
    {
      target: 'a rebuild over the first load',
      subject,
      ratio: rebuild,
      limit: `<= ${MOST_GROWTH}`,
      met: rebuild <= MOST_GROWTH,
    },
  ]
}

/** The filters as query parameters. */
export function filterText(filters: object): string {
  const set = Object.entries(filters).map(([name, value]) => `${name}=${value}`)
  return set.length === 0 ? 'no filter' : set.join(' ')
}
