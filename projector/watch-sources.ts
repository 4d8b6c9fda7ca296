import type { Graph } from '../cypher/connect.ts'
import { listExpectedSources } from '../cypher/system/expected-sources.ts'
import { getProjectorLag } from '../cypher/system/offsets.ts'
import { isSilent } from '../domain/events/silence.ts'
import type { Log } from '../kafka/log.ts'
import { reasonOf } from './errors.ts'
import { byOrganization, type ProjectorMetrics } from './metrics.ts'
import { Poll } from './poll.ts'

const EVERY_MS = 30_000

export interface WatchSourcesOptions {
  graph: Pick<Graph, 'read'>
  groupId: string
  metrics: Pick<ProjectorMetrics, 'silentSources' | 'isByOrganization'>
  log: Log
  /** The pause between two checks, in milliseconds; default 30 s. */
  everyMs?: number
}

/**
 * Finds every 30 s which sources are silent, of those that operators expect events from. Each one is logged once, and
 * again when it has sent something. While an organization is rebuilt or suspended, nothing is known of its sources, so
 * they count as before.
 */
export function watchSources({ graph, groupId, metrics, log, everyMs = EVERY_MS }: WatchSourcesOptions) {
  let silent: ReadonlySet<string> = new Set()

  async function look(): Promise<void> {
    const [lag] = await graph.read(getProjectorLag, null, { groupId })
    const expected = await graph.read(listExpectedSources, null, { organization: null, groupId })
    const now = new Set<string>()
    const counts = new Map(expected.map(({ organization }) => [organization, 0]))
    for (const { organization, source, isRebuilding, isSuspended, ...one } of expected) {
      const name = `${organization} ${source}`
      const wasSilent = silent.has(name)
      const known = isRebuilding || isSuspended || !lag ? null : isSilent(one, lag)
      const details = { organization, source, lastAppliedAt: one.lastAppliedAt, withinSeconds: one.withinSeconds }
      if (known === true && !wasSilent) log.warn(details, 'source is silent')
      if (known === false && wasSilent) log.info(details, 'source is no longer silent')
      if (!(known ?? wasSilent)) continue
      now.add(name)
      counts.set(organization, (counts.get(organization) ?? 0) + 1)
    }
    silent = now
    byOrganization(metrics.silentSources, counts, metrics.isByOrganization)
  }

  return new Poll(everyMs, look, (error) => log.debug({ reason: reasonOf(error) }, 'sources could not be checked'))
}
