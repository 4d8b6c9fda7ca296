import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BrandOptions } from '../../demo/brand.ts'
import { type ProfileName, profiles } from '../../demo/profile.ts'
import { onLeave } from '../../dev/runtime/on-leave.ts'
import { storeBytes } from '../history/publish.ts'
import { describeMachine, loadNow } from '../machine.ts'
import { failureText, round, table } from '../report/table.ts'
import { dataFolder, openWorld, type World } from '../world.ts'
import { loadBrands, publishBrands } from './load-brands.ts'
import { type ReadTimes, timeReads } from './time-reads.ts'
import { type Period, timeRebuild } from './time-rebuild.ts'

const usage = `Usage: npm run bench:capacity -- [options]
  --brands N       how many brands in the end (default 20); a tenth of them is measured first
  --profile NAME   ${Object.keys(profiles).join(', ')} (default mid)
  --rebuild        also time the reads of a brand during the rebuild of another one; needs two brands`

/** What an installation with this number of brands stores and uses, in seconds and bytes. */
interface Level {
  brands: number
  nodes: number
  relationships: number
  /** The number of rows in the newest publications of all brands. */
  rows: number
  /** The time from the first event of these brands until nothing is left to reconcile. */
  loadSeconds: number
  /** The time for one more publication of each brand, all sent at the same time. */
  publishSeconds: number
  storeBytes: number
  neo4jBytes: number
  projectorBytes: number
  apiBytes: number
  reads: ReadTimes[]
}

interface Capacity {
  levels: Level[]
  /** Reads during a rebuild. None unless it is measured. */
  periods: Period[]
}

/**
 * Loads a tenth of the brands, then all of them, and measures storage, memory, and read times after each. Then rebuilds
 * the second brand, if wanted.
 */
async function measureCapacity(world: World, { brands, more }: Options): Promise<Capacity> {
  const [api, projector] = [await world.start('api'), await world.start('projector')]
  const levels: Level[] = []
  let loaded = 0
  for (const count of [Math.max(1, Math.round(brands.length / 10)), brands.length]) {
    const added = brands.slice(loaded, count)
    loaded = count
    onProgress(`Loading ${added.length} brands.`)
    const loadSeconds = await secondsOf(() => loadBrands(world, added, onProgress))
    onProgress('Publishing once more.')
    let rows = 0
    const publishSeconds = await secondsOf(async () => {
      rows = await publishBrands(world, brands.slice(0, count), 1, onProgress)
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
    // These figures are printed now, so that a later failure does not lose them.
    console.error(`${levelTable(levels)}\n\n${readTable(levels)}`)
    if (count === brands.length) break
  }
  const [reader, rebuilt] = brands
  const periods =
    more && reader && rebuilt ? await timeRebuild(world, { reader, rebuilt, loaded: more }, onProgress) : []
  await Promise.all([api.stop(), projector.stop()])
  return { levels, periods }
}

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

/** The resident memory of a process in bytes. NaN if it cannot be read. */
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
    lines.map(([name, figureOf]) => [name, ...levels.map(figureOf)]),
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

function periodTable(periods: readonly Period[]): string {
  const rows = periods
    .filter(({ count }) => count > 0)
    .map(({ name, seconds, count, failures, p50, p99 }) => [
      ...[name, seconds, count, round(p50), round(p99)],
      failureText(failures),
    ])
  return table(['beside', 's', 'responses', 'p50 ms', 'p99 ms', 'failures'], rows)
}

function onProgress(line: string): void {
  console.error(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

interface Options {
  brands: BrandOptions[]
  /** Brands to load during the measurement of a rebuild. Null if none is measured. */
  more: [BrandOptions, BrandOptions] | null
}

function optionsOf(args: readonly string[]): Options {
  const options = {
    brands: { type: 'string', default: '20' },
    profile: { type: 'string', default: 'mid' },
    rebuild: { type: 'boolean', default: false },
  } as const
  const { brands, profile, rebuild } = parseArgs({ args: [...args], options }).values
  if (!/^[1-9]\d{0,2}$/.test(brands)) throw new Error('--brands must be an integer from 1 to 999')
  if (!Object.hasOwn(profiles, profile)) throw new Error(`--profile must be one of ${Object.keys(profiles).join(', ')}`)
  const count = Number(brands)
  if (rebuild && count < 2) throw new Error('--rebuild needs two brands')
  const brandOf = (number: number): BrandOptions => ({
    organization: `brand${String(number).padStart(3, '0')}`,
    profile: profile as ProfileName,
  })
  return {
    brands: Array.from({ length: count }, (_, at) => brandOf(at + 1)),
    more: rebuild ? [brandOf(count + 1), brandOf(count + 2)] : null,
  }
}

if (process.argv.includes('--help')) {
  console.log(usage)
  process.exit()
}
const loadBefore = loadNow()
const options = optionsOf(process.argv.slice(2))
const world = await openWorld(onProgress)
onLeave(() => world.close().finally(() => process.exit(1)))
const { levels, periods } = await measureCapacity(world, options)
const { cores, processor, memoryGiB, node, neo4j, kafka } = await describeMachine(world, loadBefore)
console.log(
  `${cores} x ${processor}, ${memoryGiB} GiB; Node ${node}, Neo4j ${neo4j}, Kafka ${kafka}; load before: ${loadBefore}\n`,
)
console.log(`${levelTable(levels)}\n\n${readTable(levels)}`)
if (periods.length > 0) console.log(`\n${periodTable(periods)}`)
await world.close()
process.exit()
