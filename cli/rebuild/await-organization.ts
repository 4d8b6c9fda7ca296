import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../cypher/connect.ts'
import { groupOfOrganization } from '../../cypher/system/organization-group.ts'
import { listReplays } from '../../cypher/system/organization-rebuild.ts'
import { getRebuild } from '../../cypher/system/rebuild.ts'
import { roundedDuration } from '../output/durations.ts'

const EVERY_MS = 1000
const TELL_EVERY_MS = 10_000

export interface Awaited {
  groupId: string
  organization: string
  onProgress(line: string): void
  signal: AbortSignal
}

/**
 * Waits until the rebuild of an organization is finished, and tells how far it is and how long it may take.
 * @returns false if the signal aborted before; the projectors then continue without this process
 */
export async function awaitOrganization(
  graph: Graph,
  { groupId, organization, onProgress, signal }: Awaited,
): Promise<boolean> {
  const organizationGroup = groupOfOrganization(groupId, organization)
  let first: { left: number; at: number } | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    const [state] = await graph.readFromLeader(getRebuild, null, { groupId: organizationGroup })
    if (!state || state.stage === null) return true
    const replays = await graph.readFromLeader(listReplays, null, { groupId, organizationGroup })
    const left = replays.reduce((sum, { next, live }) => sum + Math.max(live - next, 0), 0)
    const now = performance.now()
    first ??= { left, at: now }
    if (now - toldAt >= TELL_EVERY_MS) {
      onProgress(progressOf(state.stage, left, first, now))
      toldAt = now
    }
    await delay(EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  return false
}

function progressOf(stage: string, left: number, first: { left: number; at: number }, now: number): string {
  if (stage === 'reconciling') return 'All events are replayed. Exceptions are evaluated.'
  const done = first.left - left
  const time = done > 0 ? `, about ${roundedDuration(((now - first.at) / done) * left)}` : ''
  return `${left.toLocaleString('en')} records left to read${time}.`
}
