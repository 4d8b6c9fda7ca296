import type { Graph } from '../cypher/connect.ts'
import { countNodes, showPageCache } from '../cypher/system/graph-size.ts'
import type { Log } from '../kafka/log.ts'
import { reasonOf } from './errors.ts'
import type { ProjectorMetrics } from './metrics.ts'
import { Poll } from './poll.ts'

const EVERY_MS = 60_000

export interface WatchGraphSizeOptions {
  graph: Pick<Graph, 'read'>
  metrics: Pick<ProjectorMetrics, 'graphNodes' | 'pageCache'>
  log: Log
  /** The pause between two checks, in milliseconds; default 1 minute. */
  everyMs?: number
}

/** Measures every minute the number of nodes, and the size of the page cache if this user may read it. */
export function watchGraphSize({ graph, metrics, log, everyMs = EVERY_MS }: WatchGraphSizeOptions) {
  async function look(): Promise<void> {
    const [stored] = await graph.read(countNodes, null, {})
    if (stored) metrics.graphNodes.set(stored.nodes)
    const [shown] = await graph.read(showPageCache, null, {})
    if (typeof shown?.pageCache === 'number') metrics.pageCache.set(shown.pageCache)
  }

  return new Poll(everyMs, look, (error) => log.debug({ reason: reasonOf(error) }, 'graph size could not be measured'))
}
