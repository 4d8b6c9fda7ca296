import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createOrganization } from '../../cypher/system/credentials.ts'
import { bomEvents } from '../../demo/bom/bom-events.ts'
import { type BrandOptions, DEFAULT_CLOCK } from '../../demo/brand.ts'
import type { DemoEvent } from '../../demo/event.ts'
import {
  connectedFeed,
  type DemoFeed,
  feedDemo,
  recordsFeed,
  untilProjected,
  untilReconciled,
} from '../../demo/feed/feed-demo.ts'
import { type ProfileName, profiles } from '../../demo/profile.ts'
import { onLeave } from '../../dev/runtime/on-leave.ts'
import { topicTable } from '../../kafka/topics/topics.ts'
import { storeBytes } from '../history/publish.ts'
import { describeMachine, loadNow } from '../machine.ts'
import { round, table } from '../report/table.ts'
import { dataFolder, openWorld, type World } from '../world.ts'
import { type ReadTimes, timeReads } from './time-reads.ts'

const usage = `Usage: npm run bench:capacity -- [options]
  --brands N       how many brands in the end (default 20); a tenth of them is measured first
  --profile NAME   ${Object.keys(profiles).join(', ')} (default mid)`

/** What an installation holds and takes with so many brands; seconds and bytes. */
interface Level {
  brands: number
  nodes: number
  relationships: number
  /** Of the newest publications of all brands. */
  rows: number
  /** From the first event of these brands until nothing is left to reconcile. */
  loadSeconds: number
  /** One more publication of each brand, all sent at once. */
  publishSeconds: number
  storeBytes: number
  neo4jBytes: number
  projectorBytes: number
  apiBytes: number
  reads: ReadTimes[]
}

/** Fills an installation with brands, a tenth of them first, and measures at both sizes what it holds and takes. */
async function measureCapacity(world: World, brands: readonly BrandOptions[]): Promise<Level[]> {
  const [api, projector] = [await world.start('api'), await world.start('projector')]
  const levels: Level[] = []
  let loaded = 0
  for (const count of [Math.max(1, Math.round(brands.length / 10)), brands.length]) {
    const added = brands.slice(loaded, count)
    loaded = count
    onProgress(`Loading ${added.length} brands.`)
    const loadSeconds = await secondsOf(() => load(world, added))
    onProgress('Publishing once more.')
    let rows = 0
    const publishSeconds = await secondsOf(async () => {
      rows = await publish(world, brands.slice(0, count), 1)
    })
    onProgress('Reading.')
    const reads = await timeReads(world, brands[0]?.organization ?? '')
    levels.push({
      ...{ brands: count, rows, loadSeconds, publishSeconds, reads, ...(await countsOf(world)) },
      neo4jBytes: residentBytes(world.servers.neo4j ?? null),
      projectorBytes: residentBytes(projector.pid),
      apiBytes: residentBytes(api.pid),
      storeBytes: await storeBytes(world, dataFolder),
    })
    // What fails later takes nothing of this away.
    console.error(`${levelTable(levels)}\n\n${readTable(levels)}`)
    if (count === brands.length) break
  }
  await Promise.all([api.stop(), projector.stop()])
  return levels
}

async function load(world: World, brands: readonly BrandOptions[]): Promise<void> {
  const { records } = topicTable(world.environment.KAFKA_TOPIC_PREFIX)
  const now = new Date().toISOString()
  for (const { organization: key } of brands)
    await world.graph.write((run) => run(createOrganization, null, { key, name: key, now }))
  for (const brand of brands) await feed(world, recordsFeed(records.name, brand))
  for (const brand of brands) await feed(world, connectedFeed(records.name, brand, DEFAULT_CLOCK))
  await publish(world, brands, 0)
  await untilReconciled(world.graph, onProgress)
}

/** Sends one of the last two publications of each brand, waits until all can be read, and returns how many rows these have. */
async function publish(world: World, brands: readonly BrandOptions[], which: 0 | 1): Promise<number> {
  const { graph, connection, environment } = world
  const { records, bom } = topicTable(environment.KAFKA_TOPIC_PREFIX)
  let rows = 0
  for (const brand of brands) {
    const events = [...publicationOf(brand, which)]
    const { data } = events.at(-1)?.value ?? {}
    rows += Number((data as { rowCount?: number }).rowCount)
    await feed(world, { topic: bom.name, total: events.length, what: `BOM events of ${brand.organization}`, events })
  }
  const group = environment.PROJECTOR_GROUP
  await untilProjected({ connection, graph, topics: [records.name, bom.name], group }, onProgress)
  return rows
}

function* publicationOf(brand: BrandOptions, which: 0 | 1): Generator<DemoEvent> {
  let completed = 0
  for (const event of bomEvents(brand, { publications: 2 })) {
    if (completed === which) yield event
    if (event.value.type === 'tenantdata.bom.completed.v1') completed += 1
  }
}

const feed = (world: World, events: DemoFeed) => feedDemo(world.connection, events, () => {})

async function countsOf({ graph }: World): Promise<Pick<Level, 'nodes' | 'relationships'>> {
  const [nodes] = await graph.execute('MATCH (n) RETURN count(n) AS count')
  const [relationships] = await graph.execute('MATCH ()-[r]->() RETURN count(r) AS count')
  return { nodes: Number(nodes?.count), relationships: Number(relationships?.count) }
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** What a process holds in memory; NaN where that cannot be seen. */
function residentBytes(pid: number | null): number {
  if (pid === null || process.platform !== 'linux') return Number.NaN
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

function levelTable(levels: readonly Level[]): string {
  const inGib = (bytes: number) => round(bytes / 2 ** 30)
  const lines: [name: string, of: (level: Level) => number][] = [
    ['brands', ({ brands }) => brands],
    ['nodes', ({ nodes }) => nodes],
    ['relationships', ({ relationships }) => relationships],
    ['rows of the newest publications', ({ rows }) => rows],
    ['load of the brands that were added, s', ({ loadSeconds }) => round(loadSeconds)],
    ['one more publication of all brands, s', ({ publishSeconds }) => round(publishSeconds)],
    ['store, GiB', ({ storeBytes }) => inGib(storeBytes)],
    ['Neo4j in memory, GiB', ({ neo4jBytes }) => inGib(neo4jBytes)],
    ['projector in memory, GiB', ({ projectorBytes }) => inGib(projectorBytes)],
    ['API in memory, GiB', ({ apiBytes }) => inGib(apiBytes)],
  ]
  return table(
    ['', ...levels.map(({ brands }) => `${brands} brands`)],
    lines.map(([name, of]) => [name, ...levels.map(of)]),
  )
}

function readTable([first, last]: readonly Level[]): string {
  const rows = (first?.reads ?? []).map(({ name, rows: count, p50, p99 }) => {
    const large = last?.reads.find((read) => read.name === name)
    const later = large ? [round(large.p50), round(large.p99), round(large.p50 / p50)] : ['', '', '']
    return [name, count, round(p50), round(p99), ...later]
  })
  return table(['read', 'rows', 'p50 ms', 'p99 ms', 'p50 ms, all', 'p99 ms, all', 'ratio'], rows)
}

function onProgress(line: string): void {
  console.error(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

function brandsOf(args: readonly string[]): BrandOptions[] {
  const options = { brands: { type: 'string', default: '20' }, profile: { type: 'string', default: 'mid' } } as const
  const { brands, profile } = parseArgs({ args: [...args], options }).values
  if (!/^[1-9]\d{0,2}$/.test(brands)) throw new Error('--brands must be an integer from 1 to 999')
  if (!Object.hasOwn(profiles, profile)) throw new Error(`--profile must be one of ${Object.keys(profiles).join(', ')}`)
  return Array.from({ length: Number(brands) }, (_, at) => ({
    organization: `brand${String(at + 1).padStart(3, '0')}`,
    profile: profile as ProfileName,
  }))
}

if (process.argv.includes('--help')) {
  console.log(usage)
  process.exit()
}
const loadBefore = loadNow()
const brands = brandsOf(process.argv.slice(2))
const world = await openWorld(onProgress)
onLeave(() => world.close().finally(() => process.exit(1)))
const levels = await measureCapacity(world, brands)
const { cores, processor, memoryGiB, node, neo4j, kafka } = await describeMachine(world, loadBefore)
console.log(
  `${cores} x ${processor}, ${memoryGiB} GiB; Node ${node}, Neo4j ${neo4j}, Kafka ${kafka}; load before: ${loadBefore}\n`,
)
console.log(`${levelTable(levels)}\n\n${readTable(levels)}`)
await world.close()
process.exit()
