import type { Graph } from '../cypher/connect.ts'
import { listEndingCredentials } from '../cypher/system/credentials.ts'
import type { Log } from '../kafka/log.ts'
import { reasonOf } from './errors.ts'
import { byOrganization, type ProjectorMetrics } from './metrics.ts'
import { Poll } from './poll.ts'

const EVERY_MS = 60_000
/** How long before its end a token counts, so that there is time to replace it. */
const BEFORE_MS = 14 * 86_400_000

export interface WatchTokensOptions {
  graph: Pick<Graph, 'read'>
  metrics: Pick<ProjectorMetrics, 'endingTokens' | 'isByOrganization'>
  log: Log
  /** The pause between two checks, in milliseconds; default 1 minute. */
  everyMs?: number
}

/** Counts every minute the tokens that expire within 14 days and have no successor. */
export function watchTokens({ graph, metrics, log, everyMs = EVERY_MS }: WatchTokensOptions) {
  async function look(): Promise<void> {
    const now = Date.now()
    const [from, until] = [new Date(now).toISOString(), new Date(now + BEFORE_MS).toISOString()]
    const ending = await graph.read(listEndingCredentials, null, { organization: null, now: from, until })
    const counts = new Map<string, number>()
    for (const { organization } of ending) counts.set(organization, (counts.get(organization) ?? 0) + 1)
    byOrganization(metrics.endingTokens, counts, metrics.isByOrganization)
  }

  return new Poll(everyMs, look, (error) => log.debug({ reason: reasonOf(error) }, 'tokens could not be checked'))
}
