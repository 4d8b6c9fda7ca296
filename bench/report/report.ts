import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PACE } from '../load/measure-load.ts'
import type { Machine } from '../machine.ts'
import type { NeighborsResult } from '../neighbors/measure-neighbors.ts'
import type { Options } from '../options.ts'
import type { PeersResult } from '../peers/measure-peers.ts'
import type { Size } from './sizes.ts'
import {
  answerSummary,
  denseSummary,
  exportsSummary,
  graphqlSummary,
  idleSummary,
  mcpSummary,
  neighborsSummary,
  peersSummary,
  projectorSummary,
  type Results,
  readSummary,
} from './summary.ts'
import { failureText, round, table } from './table.ts'
import { filterText, verdictsOf } from './verdicts.ts'

/** The conditions under which the figures were measured. */
export interface Circumstances {
  machine: Machine
  options: Options
  sizes: readonly Size[]
}

/** The tables of a run, and one line per target. */
export function reportText({ machine, options, sizes }: Circumstances, results: Results): string {
  const { cores, processor, memoryGiB, node, neo4j, kafka, loadBefore } = machine
  const sections = [
    `${cores} x ${processor}, ${memoryGiB} GiB; Node ${node}, Neo4j ${neo4j}, Kafka ${kafka}; load before: ${loadBefore}`,
    `Sizes: ${sizes.map(({ name, records }) => `${name} ${records} records`).join(', ')}; rounds wanted: ${options.rounds}`,
  ]
  if (results.reads.length > 0) sections.push('', 'Reads, medians over the rounds', readTable(results))
  if (results.projector.length > 0) sections.push('', 'Projector, medians over the rounds', projectorTable(results))
  if (results.dense.length > 0) sections.push('', 'Pages of a dense and of a sparse node', denseTable(results))
  if (results.history.length > 0) sections.push('', 'BOM history', historyTable(results))
  if (results.mcp.length > 0) sections.push('', 'MCP, medians over the rounds', mcpTable(results))
  if (results.neighbors)
    sections.push('', 'Pages of an organization and a noisy neighbor', neighborsTable(results.neighbors))
  if (results.exports.length > 0) sections.push('', 'Exports of BOM yields', exportsTable(results))
  if (results.peers) sections.push('', 'Projector and peers, medians over the rounds', peersTable(results.peers))
  if (results.graphql.length > 0)
    sections.push('', 'The API and @neo4j/graphql, medians over the rounds', graphqlTable(results))
  if (results.idle.length > 0) sections.push('', 'Organizations in which nothing happens', idleTable(results))
  if (results.answers.length > 0)
    sections.push('', 'Answers about a BOM snapshot, medians over the rounds', answersTable(results))
  if (results.load.length > 0)
    sections.push('', 'First loads, rebuilds, and another organization at the same time', loadTable(results))
  return [...sections, '', 'Targets', verdictTable(results)].join('\n')
}

function readTable({ reads }: Results): string {
  const header = ['read', 'size', 'rows', 'conns', 'rounds']
  const sides = ['p50 ms', 'p99 ms', 'req/s', 'CPU ms/req']
  const rows = reads
    .map(readSummary)
    .map(({ ours, bare, plain, overPlain, ...pair }) => [
      ...[pair.name, pair.size, round(pair.rowsPerResponse), pair.connections, pair.rounds],
      ...[round(ours.p50), round(ours.p99), round(ours.perSecond), cpuText(ours.cpu)],
      ...[round(bare.p50), round(bare.p99), round(bare.perSecond), cpuText(bare.cpu)],
      ...(plain ? [round(plain.p50), round(plain.p99), round(plain.perSecond), cpuText(plain.cpu)] : ['', '', '', '']),
      round(pair.p10Ratio),
      round(pair.p50Ratio),
      ...(overPlain ? [round(overPlain.p50), round(overPlain.p99)] : ['', '']),
    ])
  return table(
    [
      ...header,
      ...sides.map((side) => `API ${side}`),
      ...sides.map((side) => `bare ${side}`),
      ...sides.map((side) => `plain server ${side}`),
      'p10 over bare',
      'p50 over bare',
      'p50 over plain',
      'p99 over plain',
    ],
    rows,
  )
}

function projectorTable({ projector }: Results): string {
  const header = ['phase', 'size', 'records', 'rounds', 'projector records/s', 'projector CPU ms/1,000']
  const rows = projector
    .map(projectorSummary)
    .map(({ ours, bare, ...result }) => [
      ...[result.phase, result.size, result.records, result.rounds],
      ...[round(ours.perSecond), cpuText(ours.cpuPerThousand)],
      ...[round(bare.perSecond), cpuText(bare.cpuPerThousand), round(result.ratio)],
    ])
  return table([...header, 'bare records/s', 'bare CPU ms/1,000', 'ratio'], rows)
}

function denseTable({ dense: results }: Results): string {
  const sides = ['links', 'rows read', 'db hits', 'hits/row', 'p50 ms']
  const rows = results
    .map(denseSummary)
    .map(({ filters, limit, sparse, dense, hitsPerRow, ratio }) => [
      ...[filterText(filters), limit],
      ...[sparse.links, sparse.rows, sparse.dbHits, round(hitsPerRow.sparse), round(sparse.p50)],
      ...[dense.links, dense.rows, dense.dbHits, round(hitsPerRow.dense), round(dense.p50)],
      Number(ratio.toFixed(3)),
    ])
  return table(['filter', 'page', ...sides, ...sides, 'hits/row ratio'], rows)
}

function historyTable({ history }: Results): string {
  const rows = history.flatMap((size) => [
    [
      size.rows,
      'full publication, rows/s',
      round(size.rows / size.full.seconds),
      `${round(size.full.bytes / 2 ** 20)} MiB`,
    ],
    [
      size.rows,
      'full publication, s',
      round(size.full.seconds),
      `bare driver ${round(size.full.bareSeconds)} for its ${size.full.lines} line versions`,
    ],
    [
      size.rows,
      'publication with 0.5 % edited, s',
      round(size.edit.seconds),
      `${round(size.edit.bytes / 2 ** 20)} MiB, one more like it ${round(size.edit.bytesAgain / 2 ** 20)} MiB`,
    ],
    ...size.walks.map((walk) => [
      size.rows,
      `changes: ${walk.name}, ms`,
      round(1000 * walk.seconds),
      `${walk.changes} changes`,
    ]),
    [
      size.rows,
      `summary of ${size.summary.changes} changes, p50 ms`,
      round(size.summary.ours),
      `bare driver ${round(size.summary.bare)}`,
    ],
    [size.rows, 'page of 100 yields, p50 ms', round(size.yields.ours), `bare driver ${round(size.yields.bare)}`],
    ...(size.join
      ? [[size.rows, 'PostgreSQL full outer join, ms', round(1000 * size.join.seconds), `${size.join.rows} rows`]]
      : []),
  ])
  return table(['rows', 'what', 'figure', 'beside'], rows)
}

function mcpTable({ mcp }: Results): string {
  const sideCells = (side: { p50: number; cpu: number } | null) =>
    side ? [round(side.p50), round(side.cpu)] : ['', '']
  const rows = mcp
    .map(mcpSummary)
    .map((one): (string | number)[] => [
      ...[one.name, one.protocol, one.connections, one.rounds, one.bytes],
      ...[...sideCells(one.mcp), ...sideCells(one.rest), ...sideCells(one.express)],
      one.overRest === null ? '' : round(one.overRest),
      round(one.overExpress),
    ])
  const sides = ['MCP', 'REST', 'Express'].flatMap((side) => [`${side} p50 ms`, `${side} CPU ms`])
  return table(['call', 'protocol', 'conns', 'rounds', 'bytes', ...sides, 'CPU / REST', 'CPU / Express'], rows)
}

function neighborsTable(neighbors: NeighborsResult): string {
  const { records, rounds, alone, beside, unbounded } = neighborsSummary(neighbors)
  const cells = (name: string, pages: typeof alone): (string | number)[] => [
    ...[name, records.quiet, rounds, pages.count, pages.failed, round(pages.p50), round(pages.p99)],
  ]
  const noisy = ({ p99Ratio, noisy: { answered, p50, failures } }: typeof beside): (string | number)[] => [
    ...[round(p99Ratio), answered, round(p50)],
    failureText(failures),
  ]
  return table(
    [
      ...['pages', 'records', 'rounds', 'answers', 'failed', 'p50 ms', 'p99 ms', 'p99 over alone'],
      ...['noisy answers', 'noisy p50 ms', 'noisy failures'],
    ],
    [
      [...cells('alone', alone), '', '', '', ''],
      [...cells('beside a noisy one', beside), ...noisy(beside)],
      [...cells('the same, unbounded', unbounded), ...noisy(unbounded)],
    ],
  )
}

function exportsTable({ exports }: Results): string {
  const rows = exports
    .map(exportsSummary)
    .map(({ rows, byteSize, rounds, exported, bare, documents, ratio, growth }) => [
      ...[rows, `${round(byteSize / 2 ** 20)} MiB`, rounds, round(exported), round(bare), round(documents)],
      ...[round(ratio), `${round(growth / 1e6)} MB`],
    ])
  const header = ['rows', 'file', 'rounds', 'export rows/s', 'bare records rows/s', 'bare documents rows/s']
  return table([...header, 'ratio to records', 'growth'], rows)
}

function peersTable(peers: PeersResult): string {
  const { loads, single } = peersSummary(peers)
  const rows = loads.map(({ phase, size, records, rounds, perSecond, times }) => [
    ...[phase, size, records, rounds, round(perSecond.ours), round(perSecond.comparable), round(perSecond.minimal)],
    ...[round(times.comparable), round(times.minimal)],
  ])
  const sides = ['projector', `comparable ${peers.through}`, `minimal ${peers.through}`]
  const units = sides.map((side) => `${side} records/s`)
  const singles = [['a single event, ms', round(single.ours), round(single.comparable), round(single.minimal)]]
  return [
    table(['phase', 'size', 'records', 'rounds', ...units, 'over comparable', 'over minimal'], rows),
    table(['p50', ...sides], singles),
  ].join('\n\n')
}

function graphqlTable({ graphql: results }: Results): string {
  const rows = results
    .map(graphqlSummary)
    .map(({ name, records, connections, rounds, rows: count, ours, graphql, ratio }) => [
      ...[name, records, connections, rounds, round(count.ours), round(count.graphql)],
      ...[ours, graphql].flatMap(({ p50, p99, perSecond }) => [round(p50), round(p99), round(perSecond)]),
      round(ratio),
    ])
  const sides = ['API', 'GraphQL']
  const figures = sides.flatMap((side) => ['p50 ms', 'p99 ms', 'answers/s'].map((figure) => `${side} ${figure}`))
  return table(
    ['read', 'records', 'conns', 'rounds', ...sides.map((side) => `${side} rows`), ...figures, 'rows/s ratio'],
    rows,
  )
}

function idleTable({ idle }: Results): string {
  const rows = idle.map(idleSummary).map(({ organizations, cpuPerHour }) => [organizations, cpuText(cpuPerHour)])
  return table(['organizations more', 'CPU s/hour'], rows)
}

function answersTable({ answers }: Results): string {
  const summaries = answers.map(answerSummary)
  const rows = summaries.map(({ name, snapshotRows, lines, bytes, rounds, ours, bare, ratio }): (string | number)[] => [
    ...[snapshotRows, name, lines ?? '', round(bytes / 1000), rounds],
    ...[round(ours.p50), round(bare.p50), round(ratio), cpuText(ours.cpu), cpuText(bare.cpu)],
  ])
  const costs = summaries.flatMap(({ name, snapshotRows, statements }) =>
    statements.map((statement): (string | number)[] => [
      ...[snapshotRows, name, statement.name, statement.runs, statement.rows, statement.dbHits],
    ]),
  )
  const sides = ['API p50 ms', 'bare p50 ms', 'p50 over bare', 'API CPU ms', 'bare CPU ms']
  return [
    table(['snapshot rows', 'question', 'lines', 'kB', 'rounds', ...sides], rows),
    table(['snapshot rows', 'question', 'statement', 'runs', 'rows', 'db hits'], costs),
  ].join('\n\n')
}

function loadTable({ load }: Results): string {
  const rows = load.map(({ styles, rows: count, loadSeconds, publishSeconds, rebuildSeconds, single }) => [
    ...[styles, count, round(loadSeconds), round(publishSeconds), round(rebuildSeconds)],
    ...[round(single.idle), round(single.during), round(single.longest), round(single.atPace)],
  ])
  const seconds = ['first load, s', 'one more publication, s', 'rebuild of all so far, s']
  const single = ['single event, ms', 'during the load, ms', 'longest, ms', `at ${PACE}/s, ms`]
  return table(['styles', 'rows', ...seconds, ...single], rows)
}

function verdictTable(results: Results): string {
  const rows = verdictsOf(results).map(({ target, subject, ratio, limit, met }) => [
    ...[target, subject, Number(ratio.toFixed(3)), limit, met ? 'met' : 'NOT MET'],
  ])
  return table(['target', 'of', 'ratio', 'wanted', 'verdict'], rows)
}

function cpuText(cpu: Record<string, number | null>): string {
  return Object.entries(cpu)
    .map(([name, value]) => `${name} ${value === null ? '?' : round(value)}`)
    .join(', ')
}

/** The results as JSON, with the figures of each round. */
export function writeJson(file: string, circumstances: Circumstances, results: Results): void {
  const { reads, projector, dense, history, mcp, neighbors, exports, peers, graphql, idle, answers, load } = results
  const summaries = {
    reads: reads.map(readSummary),
    projector: projector.map(projectorSummary),
    dense: dense.map(denseSummary),
    history,
    mcp: mcp.map(mcpSummary),
    neighbors: neighbors && neighborsSummary(neighbors),
    exports: exports.map(exportsSummary),
    peers: peers && peersSummary(peers),
    graphql: graphql.map(graphqlSummary),
    idle: idle.map(idleSummary),
    answers: answers.map(answerSummary),
    load,
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `${JSON.stringify({ ...circumstances, verdicts: verdictsOf(results), ...summaries, rounds: { reads, projector, mcp, neighbors, peers, answers } }, null, 2)}\n`,
  )
}
