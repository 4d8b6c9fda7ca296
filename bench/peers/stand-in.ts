import { startWorker } from '../worker.ts'
import type { World } from '../world.ts'
import { logEnds } from './log-ends.ts'
import type { Peer } from './peer.ts'
import type { PeerSink } from './peer-sink.ts'
import type { ShapeName } from './shapes.ts'

/** Starts a sink in a process of its own that writes like Neo4j's connector. */
export async function standInFor(world: World, shape: ShapeName): Promise<Peer> {
  const sink = startWorker<PeerSink>('peers/peer-sink.ts', world.variables)
  await sink.ask('prepare', shape)
  return {
    drain: async (task) => (await sink.ask('drain', task)).seconds,
    async takeNext() {
      const taken = sink.ask('drain', { from: await logEnds(world), records: 1 })
      return async () => void (await taken)
    },
    end: async () => sink.end(),
  }
}
