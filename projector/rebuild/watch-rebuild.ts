import type { Graph } from '../../cypher/connect.ts'
import type { Log } from '../../kafka/log.ts'
import { reasonOf } from '../errors.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import { Poll } from '../poll.ts'
import { advanceRebuild, rebuildProgress } from './finish-rebuild.ts'

const EVERY_MS = 1000

export interface WatchRebuildOptions {
  graph: Graph
  groupId: string
  metrics: Pick<ProjectorMetrics, 'rebuilding' | 'rebuildRecords'>
  log: Log
}

/**
 * Checks every second whether a rebuild of the group is running, and moves it to its next stage when the current one is
 * done.
 */
export function watchRebuild({ graph, groupId, metrics, log }: WatchRebuildOptions) {
  async function look(): Promise<void> {
    const progress = await rebuildProgress(graph, groupId)
    const isGoingOn = progress !== null && progress.generation % 2 === 1
    metrics.rebuilding.set(isGoingOn ? 1 : 0)
    metrics.rebuildRecords.set(isGoingOn ? progress.records : 0)
    if (!isGoingOn) return
    const begun = await advanceRebuild(graph, groupId, progress)
    if (begun === 'reconciling') log.info({}, 'rebuild replayed all events, reconciling')
    if (begun === 'finished') log.info({}, 'rebuild finished')
  }

  return new Poll(EVERY_MS, look, (error) => log.debug({ reason: reasonOf(error) }, 'rebuild state could not be read'))
}
