import { measureAnswers } from './answers/measure-answers.ts'
import { measureExports } from './exports/measure-exports.ts'
import { fillConnected } from './fill-connected.ts'
import { measureGraphql } from './graphql/measure-graphql.ts'
import { measureHistory } from './history/measure-history.ts'
import { measureIdle } from './idle/measure-idle.ts'
import { measureMcp } from './mcp/mcp.ts'
import { measureNeighbors } from './neighbors/measure-neighbors.ts'
import type { Options } from './options.ts'
import { measurePeers } from './peers/measure-peers.ts'
import type { Plan } from './plan.ts'
import type { BareWriter } from './projector/bare-writer.ts'
import { measureProjector } from './projector/projector.ts'
import { measureDense } from './reads/dense.ts'
import type { Filled } from './reads/read-pairs.ts'
import { measureReads } from './reads/reads.ts'
import { newOrganization, type Phase, type Size } from './report/sizes.ts'
import type { Results } from './report/summary.ts'
import { startWorker, type Worker } from './worker.ts'
import type { World } from './world.ts'

/** After this number of minutes, a part starts no further round. */
const MINUTES = { reads: 3.5, projector: 3.5, mcp: 3.5, neighbors: 6, peers: 5, graphql: 3.5, answers: 4 }

interface Run extends Options {
  sizes: readonly Size[]
  onProgress(line: string): void
}

/** Measures the requested parts, except for the load, which needs a world of its own. */
export async function measureAll(world: World, run: Run): Promise<Results> {
  const { parts, quick, sizes, onProgress } = run
  const results: Results = {
    reads: [],
    projector: [],
    dense: [],
    history: [],
    mcp: [],
    neighbors: null,
    exports: [],
    peers: null,
    graphql: [],
    idle: [],
    answers: [],
    load: [],
  }
  if (['reads', 'projector', 'mcp', 'neighbors', 'graphql'].some((part) => parts.some((wanted) => wanted === part))) {
    const writer = startWorker<BareWriter>('projector/bare-writer.ts', world.variables)
    const filled = await fill(world, writer, run)
    if (parts.includes('reads')) {
      results.reads = await measureReads(world, filled, { ...planOf(run, 'reads'), windowMs: quick ? 40 : 400 })
    }
    if (parts.includes('projector')) {
      results.projector = await measureProjector(world, writer, sizes, planOf(run, 'projector'))
    }
    const [small] = filled
    if (parts.includes('mcp') && small) {
      results.mcp = await measureMcp(world, small, { ...planOf(run, 'mcp'), windowMs: quick ? 100 : 1200 })
    }
    const large = filled.at(-1)
    if (parts.includes('neighbors') && small && large) {
      const both = { noisy: large, quiet: small }
      const windowMs = quick ? 2000 : 20_000
      results.neighbors = await measureNeighbors(world, both, { ...planOf(run, 'neighbors'), windowMs })
    }
    if (parts.includes('graphql') && large) {
      results.graphql = await measureGraphql(world, large, { ...planOf(run, 'graphql'), windowMs: quick ? 100 : 2000 })
    }
    writer.end()
  }
  if (parts.includes('peers')) {
    const singles = quick ? 5 : 100
    results.peers = await measurePeers(world, sizes, { ...planOf(run, 'peers'), singles, connector: run.connector })
  }
  if (parts.includes('dense')) {
    const links = { sparse: 100, dense: quick ? 10_000 : 100_000 }
    results.dense = await measureDense(world, { links, repeats: quick ? 5 : 100, onProgress })
  }
  if (parts.includes('history')) {
    const [usual, few] = quick ? [6, 5] : [33, 5]
    const [small, large, huge] = quick ? [2000, 20_000, 40_000] : [100_000, 1_000_000, 8_600_000]
    // A whole publication is sent in each step, which takes up to a minute for the larger size.
    const sizes = [
      { rows: small, publications: usual },
      { rows: large, publications: usual },
      { rows: huge, publications: few },
    ]
    const windows = quick ? { repeats: 2, windowMs: 100 } : { repeats: 5, windowMs: 1000 }
    results.history = await measureHistory(world, { sizes, ...windows, onProgress })
  }
  if (parts.includes('exports')) {
    results.exports = await measureExports(world, {
      rows: quick ? 20_000 : 1_000_000,
      repeats: quick ? 2 : 3,
      onProgress,
    })
  }
  if (parts.includes('answers')) {
    const profiles = sizes.map(({ profile }) => profile)
    results.answers = await measureAnswers(world, {
      ...planOf(run, 'answers'),
      ...{ profiles, windowMs: quick ? 200 : 2000 },
    })
  }
  if (parts.includes('idle')) {
    results.idle = await measureIdle(world, { counts: [0, 20, 200], seconds: quick ? 10 : 90, onProgress })
  }
  return results
}

function planOf({ rounds, onProgress }: Run, part: keyof typeof MINUTES): Plan {
  return { rounds, onProgress, until: performance.now() + MINUTES[part] * 60_000 }
}

/** Loads each size by replaying the projector's statements, and records these. */
async function fill(world: World, writer: Worker<BareWriter>, { sizes, parts, onProgress }: Run): Promise<Filled[]> {
  const wanted: Phase[] = parts.includes('projector') ? ['insert', 'update'] : ['insert']
  const filled: Filled[] = []
  // MCP is compared with REST only, so that one size is enough.
  const needed = parts.every((part) => part === 'mcp') ? sizes.slice(0, 1) : sizes
  for (const size of needed) {
    const organization = await newOrganization(world.graph)
    for (const phase of wanted) {
      onProgress(`Writing and recording ${size.records} records, ${phase}s.`)
      await writer.ask('record', { size, phase, organization })
    }
    if (parts.includes('reads')) await fillConnected(world.graph, organization)
    filled.push({ size: size.name, records: size.records, organization })
  }
  return filled
}
