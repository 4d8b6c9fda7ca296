import type { AnswerResult } from '../answers/measure-answers.ts'
import { addCpu, type CpuSeconds } from '../cpu.ts'
import type { ExportsResult } from '../exports/measure-exports.ts'
import type { GraphqlResult } from '../graphql/measure-graphql.ts'
import type { HistoryResult } from '../history/measure-history.ts'
import type { IdleResult } from '../idle/measure-idle.ts'
import type { LoadResult } from '../load/measure-load.ts'
import type { McpResult } from '../mcp/mcp.ts'
import type { Sample } from '../measure-side.ts'
import type { NeighborsResult, Pages } from '../neighbors/measure-neighbors.ts'
import type { PeerRound, PeerSide, PeersResult } from '../peers/measure-peers.ts'
import type { ProjectorResult } from '../projector/projector.ts'
import type { DenseResult } from '../reads/dense.ts'
import type { ReadResult } from '../reads/reads.ts'
import { median, sum } from './stats.ts'

/** Everything that one run measured. */
export interface Results {
  reads: ReadResult[]
  projector: ProjectorResult[]
  dense: DenseResult[]
  history: HistoryResult[]
  mcp: McpResult[]
  neighbors: NeighborsResult | null
  exports: ExportsResult[]
  peers: PeersResult | null
  graphql: GraphqlResult[]
  idle: IdleResult[]
  answers: AnswerResult[]
  load: LoadResult[]
}

/** Medians over the rounds: milliseconds, responses per second, and milliseconds of CPU per response by process. */
export function sideOf(samples: readonly Sample[]) {
  const count = sum(samples.map((sample) => sample.count))
  return {
    p10: median(samples.map(({ p10 }) => p10)),
    p50: median(samples.map(({ p50 }) => p50)),
    p99: median(samples.map(({ p99 }) => p99)),
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    cpu: cpuEach(
      samples.map(({ cpu }) => cpu),
      count,
    ),
  }
}

/** Milliseconds of CPU by process, divided by the number of operations. */
function cpuEach(used: readonly CpuSeconds[], count: number): CpuSeconds {
  const entries = Object.entries(addCpu(used))
  return Object.fromEntries(
    entries.map(([name, seconds]) => [name, seconds === null ? null : (1000 * seconds) / count]),
  )
}

/** The ratio is the median of the rounds' ratios, because both sides of a round ran right after each other. */
export function readSummary({ rounds, ...pair }: ReadResult) {
  return {
    ...pair,
    rounds: rounds.length,
    ours: sideOf(rounds.map(({ ours }) => ours)),
    bare: sideOf(rounds.map(({ bare }) => bare)),
    p10Ratio: median(rounds.map(({ ours, bare }) => ours.p10 / bare.p10)),
    p50Ratio: median(rounds.map(({ ours, bare }) => ours.p50 / bare.p50)),
    ...plainSummary(rounds),
  }
}

/** The minimum time of a hop over HTTP, and the ratio of our time to it. Null if nothing is read. */
function plainSummary(rounds: ReadResult['rounds']) {
  const both = rounds.flatMap(({ ours, plain }) => (plain ? [{ ours, plain }] : []))
  if (both.length === 0) return { plain: null, overPlain: null }
  const over = (percentile: 'p50' | 'p99') =>
    median(both.map(({ ours, plain }) => ours[percentile] / plain[percentile]))
  return { plain: sideOf(both.map(({ plain }) => plain)), overPlain: { p50: over('p50'), p99: over('p99') } }
}

export function projectorSummary({ rounds, records, ...rest }: ProjectorResult) {
  const side = (name: 'ours' | 'bare') => {
    const passes = rounds.map((round) => round[name])
    const perSecond = median(passes.map(({ seconds }) => records / seconds))
    const cpu = cpuEach(
      passes.map(({ cpu: used }) => used),
      (records * passes.length) / 1000,
    )
    return { perSecond, cpuPerThousand: cpu }
  }
  const ratio = median(rounds.map(({ ours, bare }) => bare.seconds / ours.seconds))
  return { ...rest, records, rounds: rounds.length, ours: side('ours'), bare: side('bare'), ratio }
}

/** Records per second of each side, and the ratio of ours to theirs, as medians over the rounds. */
export function peersSummary({ through, loads, single }: PeersResult) {
  const each = <T>(figureOf: (side: PeerSide) => T) => ({
    ours: figureOf('ours'),
    comparable: figureOf('comparable'),
    minimal: figureOf('minimal'),
  })
  const ratioOf = (rounds: readonly PeerRound[], side: PeerSide) =>
    median(rounds.map((round) => round[side] / round.ours))
  return {
    through,
    loads: loads.map(({ rounds, ...load }) => ({
      ...load,
      rounds: rounds.length,
      perSecond: each((side) => load.records / median(rounds.map((round) => round[side]))),
      times: each((side) => ratioOf(rounds, side)),
    })),
    single: each((side) => median(single.map((round) => round[side]))),
  }
}

/** Medians, and the ratio of rows per second of the API to those of GraphQL. */
export function graphqlSummary({ rounds, rows, ...one }: GraphqlResult) {
  const rate = ({ ours, graphql }: GraphqlResult['rounds'][number]) =>
    (ours.perSecond * rows.ours) / (graphql.perSecond * rows.graphql)
  return {
    ...one,
    rows,
    rounds: rounds.length,
    ours: sideOf(rounds.map(({ ours }) => ours)),
    graphql: sideOf(rounds.map(({ graphql }) => graphql)),
    ratio: median(rounds.map(rate)),
  }
}

/** Seconds of CPU per hour by process. */
export function idleSummary({ organizations, seconds, cpu }: IdleResult) {
  const hourly = Object.entries(cpu).map(([name, used]) => [name, used === null ? null : (3600 * used) / seconds])
  return { organizations, cpuPerHour: Object.fromEntries(hourly) as CpuSeconds }
}

export function denseSummary({ sparse, dense, filters, limit }: DenseResult) {
  const hitsPerRow = { sparse: sparse.dbHits / sparse.rows, dense: dense.dbHits / dense.rows }
  return { filters, limit, sparse, dense, hitsPerRow, ratio: hitsPerRow.dense / hitsPerRow.sparse }
}

/** Ratios of the CPU time per response, which is what MCP adds. Null if there is no such REST call. */
export function mcpSummary({ rounds, ...one }: McpResult) {
  const ratios = (other: 'rest' | 'express') =>
    rounds.flatMap((round) => {
      const side = round[other]
      return side ? [serverCpuEach(round.mcp) / serverCpuEach(side)] : []
    })
  const side = (name: 'mcp' | 'rest' | 'express') => {
    const samples = rounds.flatMap((round) => round[name] ?? [])
    return samples.length > 0
      ? { p50: median(samples.map(({ p50 }) => p50)), cpu: median(samples.map(serverCpuEach)) }
      : null
  }
  const overRest = ratios('rest')
  return {
    ...one,
    rounds: rounds.length,
    mcp: side('mcp'),
    rest: side('rest'),
    express: side('express'),
    overRest: overRest.length > 0 ? median(overRest) : null,
    overExpress: median(ratios('express')),
  }
}

/** Milliseconds of CPU per response of the one process that serves it. */
function serverCpuEach({ cpu, count }: Sample): number {
  return (1000 * (cpu.server ?? Number.NaN)) / count
}

/** The ratio is computed within each round, whose sides ran right after each other. */
export function answerSummary({ rounds, ...question }: AnswerResult) {
  return {
    ...question,
    rounds: rounds.length,
    ours: sideOf(rounds.map(({ ours }) => ours)),
    bare: sideOf(rounds.map(({ bare }) => bare)),
    ratio: median(rounds.map(({ ours, bare }) => ours.p50 / bare.p50)),
  }
}

/** Medians of the rates. The growth is the maximum of all rounds, because memory is not given back. */
export function exportsSummary({ rows, byteSize, rounds }: ExportsResult) {
  const rate = (name: 'exported' | 'bare' | 'documents') => median(rounds.map((round) => round[name]))
  return {
    rows,
    byteSize,
    rounds: rounds.length,
    exported: rate('exported'),
    bare: rate('bare'),
    documents: rate('documents'),
    ratio: median(rounds.map(({ exported, bare }) => exported / bare)),
    growth: Math.max(...rounds.map(({ growth }) => growth)),
  }
}

/** Medians over the rounds. Failures are counted over all rounds. The ratio is computed within each round. */
export function neighborsSummary({ records, rounds }: NeighborsResult) {
  const pages = (measured: readonly Pages[]) => ({
    count: sum(measured.map(({ count }) => count)),
    failed: sum(measured.map(({ failed }) => failed)),
    p50: median(measured.map(({ p50 }) => p50)),
    p99: median(measured.map(({ p99 }) => p99)),
  })
  const noisyOf = (phase: 'beside' | 'unbounded') => {
    const failures = new Map<string, number>()
    for (const round of rounds) {
      for (const [name, count] of Object.entries(round[phase].noisy.failures))
        failures.set(name, (failures.get(name) ?? 0) + count)
    }
    const noisyRounds = rounds.map((round) => round[phase].noisy)
    return {
      answered: sum(noisyRounds.map(({ answered }) => answered)),
      p50: median(noisyRounds.map(({ p50 }) => p50)),
      failures: Object.fromEntries(failures),
    }
  }
  const side = (phase: 'beside' | 'unbounded') => ({
    ...pages(rounds.map((round) => round[phase])),
    p99Ratio: median(rounds.map((round) => round[phase].p99 / round.alone.p99)),
    noisy: noisyOf(phase),
  })
  return {
    records,
    rounds: rounds.length,
    alone: pages(rounds.map(({ alone }) => alone)),
    beside: side('beside'),
    unbounded: side('unbounded'),
  }
}
