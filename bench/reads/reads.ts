import { type Measured, measureSide, type Sample, sampleOf } from '../measure-side.ts'
import { type Plan, roundsOf, runExclusive } from '../plan.ts'
import { startWorker } from '../worker.ts'
import type { World } from '../world.ts'
import type { BareExpress } from './bare-express.ts'
import type { Load } from './closed-loop.ts'
import type { DriverClient } from './driver-client.ts'
import type { HttpClient } from './http-client.ts'
import type { PlainServer } from './plain-server.ts'
import { type Filled, type ReadPair, readPairs } from './read-pairs.ts'

/** A pair at one number of connections, with its rounds. */
export interface ReadResult extends Omit<ReadPair, 'ours' | 'bare' | 'plain'> {
  connections: number
  rounds: { ours: Sample; bare: Sample; plain: Sample | null }[]
}

const CONNECTIONS = [1, 8, 32]
const CHUNKS = 4

/** Measures every read of each organization through the API and through the bare driver. */
export async function measureReads(
  world: World,
  organizations: readonly Filled[],
  plan: Plan & { windowMs: number },
): Promise<ReadResult[]> {
  const http = startWorker<HttpClient>('reads/http-client.ts', world.variables)
  const driver = startWorker<DriverClient>('reads/driver-client.ts', world.variables)
  const express = startWorker<BareExpress>('reads/bare-express.ts', world.variables)
  const plain = startWorker<PlainServer>('reads/plain-server.ts', world.variables)
  const api = await world.start('api')
  try {
    const pairs = await readPairs(world, { apiPid: api.pid, http, driver, express, plain }, organizations)
    return await measurePairs(pairs, plan)
  } finally {
    for (const worker of [http, driver, express, plain]) worker.end()
    await api.stop()
  }
}

async function measurePairs(pairs: readonly ReadPair[], plan: Plan & { windowMs: number }): Promise<ReadResult[]> {
  const { windowMs, onProgress } = plan
  onProgress(`Reads: warming up ${pairs.length} pairs.`)
  for (const pair of pairs) await measurePair(pair, { connections: 1, milliseconds: windowMs }, 'ours')
  const work = CONNECTIONS.flatMap((connections) =>
    pairs.map((pair) => ({ pair, result: resultOf(pair, connections) })),
  )
  for (const { first } of roundsOf('Reads', plan)) {
    for (const { pair, result } of work) {
      const { connections } = result
      result.rounds.push(await measurePair(pair, { connections, milliseconds: windowMs }, first))
    }
  }
  return work.map(({ result }) => result)
}

function resultOf({ ours: _ours, bare: _bare, plain: _plain, ...pair }: ReadPair, connections: number): ReadResult {
  return { ...pair, connections, rounds: [] }
}

/**
 * Runs both sides for the same time, in alternating chunks, so that other load on the machine affects both equally.
 * With many connections there is only one chunk, because waiting for the last responses of each chunk would count too
 * much.
 */
async function measurePair(
  { ours, bare, plain }: ReadPair,
  { connections, milliseconds }: Load,
  first: 'ours' | 'bare',
) {
  const chunks = connections === 1 ? CHUNKS : 1
  const load = { connections, milliseconds: milliseconds / chunks }
  const taken: { ours: Measured; bare: Measured }[] = []
  const plainly: Measured[] = []
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    taken.push(
      await runExclusive(
        first,
        () => measureSide(ours, load),
        () => measureSide(bare, load),
      ),
    )
    if (plain) plainly.push(await measureSide(plain, load))
  }
  return {
    ours: sampleOf(taken.map((both) => both.ours)),
    bare: sampleOf(taken.map((both) => both.bare)),
    plain: plainly.length > 0 ? sampleOf(plainly) : null,
  }
}
