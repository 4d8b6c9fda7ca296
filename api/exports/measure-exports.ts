import type { Graph } from '../../cypher/connect.ts'
import { countWaitingExports } from '../../cypher/system/export-queue.ts'
import type { Metrics } from '../observability/metrics.ts'

/** Sets the metrics of waiting exports of all organizations. They keep their values while the graph is unavailable. */
export async function measureExports(
  graph: Pick<Graph, 'read'>,
  { exportsWaiting, oldestWaitingExport }: Pick<Metrics, 'exportsWaiting' | 'oldestWaitingExport'>,
): Promise<void> {
  const [found] = await graph.read(countWaitingExports, null, {}).catch(() => [])
  if (!found) return
  const { waiting, since } = found
  exportsWaiting.set(waiting)
  oldestWaitingExport.set(since === null ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000))
}
