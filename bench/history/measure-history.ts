import { listBomYieldChanges } from '../../api/operations/bom/list-bom-yield-changes.ts'
import { listBomYields } from '../../api/operations/bom/list-bom-yields.ts'
import { summarizeBomYieldChanges } from '../../api/operations/bom/summarize-bom-yield-changes.ts'
import { issueCredential } from '../issue-credential.ts'
import type { Window } from '../reads/closed-loop.ts'
import type { DriverClient } from '../reads/driver-client.ts'
import type { HttpClient } from '../reads/http-client.ts'
import { type Page, walk, walkAll } from '../reads/walk.ts'
import { newOrganization } from '../report/sizes.ts'
import { median, quantile, sum } from '../report/stats.ts'
import { startWorker } from '../worker.ts'
import { dataFolder, type Service, type World } from '../world.ts'
import { bareLinesPerSecond } from './bare-lines.ts'
import { type BenchBom, benchBom, LINES, ROWS_A_STYLE, snapshotIdOf } from './bench-bom.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { publishSeconds, storeBytes, untilCleared, untilReady } from './publish.ts'
import { countRows, walkPages } from './walk-changes.ts'

export interface HistoryPlan {
  /**
   * The number of rows, and the total number of publications. The last ones edit the same number of lines at every
   * size.
   */
  sizes: readonly { rows: number; publications: number }[]
  repeats: number
  windowMs: number
  onProgress(line: string): void
}

export interface Walk {
  name: string
  changes: number
  /** Median time of all pages of 1,000 rows over HTTP. */
  seconds: number
}

export interface HistoryResult {
  rows: number
  /** `lines` is the number of line versions. `bareSeconds` is the time in which the bare driver writes as many. */
  full: { seconds: number; bytes: number; lines: number; bareSeconds: number }
  /**
   * `bytes` includes space for staged data until completion. `bytesAgain` is the growth by one more such publication.
   */
  edit: { changes: number; seconds: number; bytes: number; bytesAgain: number }
  walks: Walk[]
  /**
   * The summary of the changes of one publication, the same number at every size, compared with the bare driver that
   * runs all statements of the list of these changes in pages of 1,000. p50 in ms.
   */
  summary: { changes: number; ours: number; bare: number }
  /** Pages of 100 yields, p50 in ms. */
  yields: { ours: number; bare: number }
  /** The comparison of the first two snapshots as a full outer join; null without PostgreSQL. */
  join: { seconds: number; rows: number } | null
}

const SHARE = 0.005
const FEW = 10
/** The number of edited lines: with 20 SKUs each, 5,000 changes. */
const MANY = 250

/** Publishes BOMs of each size, and reads their yields and changes. */
export async function measureHistory(world: World, plan: HistoryPlan): Promise<HistoryResult[]> {
  const [api, projector] = [await world.start('api'), await world.start('projector')]
  const postgres = await openPostgres()
  try {
    const results: HistoryResult[] = []
    for (const size of plan.sizes) results.push(await measureSize(world, projector, postgres, size, plan))
    return results
  } finally {
    await postgres?.close()
    await Promise.all([api.stop(), projector.stop()])
  }
}

async function measureSize(
  world: World,
  projector: Service,
  postgres: Postgres | null,
  { rows: wanted, publications }: HistoryPlan['sizes'][number],
  plan: HistoryPlan,
): Promise<HistoryResult> {
  const bom = benchBom(wanted, { share: SHARE, few: FEW, many: MANY, publications })
  const rows = bom.styles * ROWS_A_STYLE
  const organization = await newOrganization(world.graph)
  let stood = await storeBytes(world, dataFolder)
  const publish = async (number: number) => {
    const seconds = await publishSeconds(world, projector, bom, organization, number)
    await untilCleared(world, organization)
    const bytes = await storeBytes(world, dataFolder)
    const grown = bytes - stood
    stood = bytes
    return { seconds, bytes: grown }
  }
  plan.onProgress(`History: publishing ${rows} rows.`)
  await warmUp(world, projector)
  const published = await publish(1)
  await warmUp(world, projector)
  const bareSeconds = (bom.styles * LINES) / (await bareLinesPerSecond(world, organization))
  const full = { ...published, lines: bom.styles * LINES, bareSeconds }
  // Measured again, because the growth of the next publication must not include what the bare driver wrote.
  stood = await storeBytes(world, dataFolder)
  plan.onProgress(`History: full in ${full.seconds.toFixed(1)} s; publishing edits.`)
  await warmUp(world, projector)
  const edit = await publish(2)
  const { bytes: bytesAgain } = await publish(3)
  await warmUp(world, projector)
  for (let number = 4; number <= publications + 1; number += 1) {
    await publishSeconds(world, projector, bom, organization, number)
  }
  plan.onProgress(`History: reading ${rows} rows.`)
  const { headers, credential } = await issueCredential(world, organization)
  const join = await compareWith(postgres, bom, plan)
  const walks: Walk[] = []
  const last = publications
  for (const [name, from, to] of [
    ['neighbours, 0.5 % edited', 1, 2],
    ['neighbours, 10 lines edited', last - 1, last],
    [`${last - 3} apart`, 3, last],
  ] as const) {
    walks.push({ name, ...(await timeWalk(world, headers, from, to, plan.repeats)) })
  }
  const access = { credential, headers, organization }
  const yields = await timeYields(world, access, plan)
  const summary = await timeSummary(world, access, publications, plan)
  return { rows, full, edit: { ...edit, bytesAgain, changes: walks[0]?.changes ?? 0 }, walks, summary, yields, join }
}

const WARM_STYLES = 40

/**
 * After a restart of the graph, waits until the projector has its partitions, and lets it apply another publication.
 */
async function warmUp(world: World, projector: Service): Promise<void> {
  await untilReady(world)
  const organization = await newOrganization(world.graph)
  const bom = benchBom(WARM_STYLES * ROWS_A_STYLE, { share: SHARE, few: FEW, many: FEW, publications: 2 })
  for (const number of [1, 2]) await publishSeconds(world, projector, bom, organization, number)
}

async function compareWith(postgres: Postgres | null, bom: BenchBom, { repeats }: HistoryPlan) {
  if (!postgres) return null
  await postgres.load(bom, 1, 2)
  const runs = Array.from({ length: repeats }, () => postgres.compare(1, 2))
  return { seconds: median(runs.map(({ seconds }) => seconds)), rows: runs[0]?.rows ?? 0 }
}

async function timeWalk(
  { apiPort }: World,
  headers: Record<string, string>,
  from: number,
  to: number,
  repeats: number,
) {
  const ids = `fromSnapshotId=${snapshotIdOf(from)}&toSnapshotId=${snapshotIdOf(to)}`
  const path = `/v1/bom/yield-changes?limit=1000&${ids}`
  const changes = await countRows(apiPort, path, headers)
  const seconds: number[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) seconds.push((await walkPages(apiPort, path, headers)).seconds)
  return { changes, seconds: median(seconds) }
}

type Access = { organization: string } & Awaited<ReturnType<typeof issueCredential>>

async function timeYields(world: World, access: Access, plan: HistoryPlan) {
  const pages = await walk(readerOf(world, access), listBomYields, { limit: 100 })
  return timePair(world, access, { paths: pages, walks: pages.map(({ statements }) => statements) }, plan)
}

/** Times the summary, which is one request, and the bare driver, which reads the whole list of changes each time. */
async function timeSummary(world: World, access: Access, publications: number, plan: HistoryPlan) {
  const reader = readerOf(world, access)
  const pair = {
    fromSnapshotId: snapshotIdOf(publications),
    toSnapshotId: snapshotIdOf(publications + 1),
  }
  const listed = await walkAll(reader, listBomYieldChanges, { ...pair, limit: 1000 })
  const paths = await walkAll(reader, summarizeBomYieldChanges, pair)
  const changes = sum(listed.map(({ rows }) => rows))
  const walks = [listed.flatMap(({ statements }) => statements)]
  return { changes, ...(await timePair(world, access, { paths, walks }, plan)) }
}

function readerOf({ graph, environment }: World, { credential }: Access) {
  return { graph, credential, cursorKeys: environment.CURSOR_KEYS }
}

/**
 * Times requests over HTTP and lists of statements with the bare driver in turn, each over one connection. p50 in ms.
 */
async function timePair(
  world: World,
  { organization, headers }: Access,
  { paths, walks }: { paths: readonly Page[]; walks: readonly Page['statements'][] },
  { windowMs }: HistoryPlan,
) {
  const http = startWorker<HttpClient>('reads/http-client.ts', world.variables)
  const driver = startWorker<DriverClient>('reads/driver-client.ts', world.variables)
  try {
    const target = 'pages'
    await http.ask('load', { [target]: { port: world.apiPort, paths: paths.map(({ path }) => path), headers } })
    await driver.ask('load', { [target]: { organization, pages: walks } })
    const load = { connections: 1, milliseconds: windowMs, target }
    const rounds: Record<'ours' | 'bare', Window>[] = []
    for (let round = 0; round < 6; round += 1) {
      rounds.push({ ours: await http.ask('run', load), bare: await driver.ask('run', load) })
    }
    const p50 = (side: 'ours' | 'bare') => median(rounds.slice(1).map((round) => quantile(round[side].latencies, 0.5)))
    return { ours: p50('ours'), bare: p50('bare') }
  } finally {
    http.end()
    driver.end()
  }
}
