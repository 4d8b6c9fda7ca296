import { groupOfOrganization } from '../../../cypher/system/organization-group.ts'
import { listOrganizationRebuilds } from '../../../cypher/system/organization-rebuild.ts'
import { reasonOf } from '../../errors.ts'
import { Poll } from '../../poll.ts'
import { advanceOrganization, type OrganizationRebuild } from './finish-organization.ts'
import { type Replay, type ReplayOptions, startReplay } from './replay.ts'

const EVERY_MS = 1000
/** How long to wait before a replay that has crashed is started again. */
const AFTER_CRASH_MS = 30_000

export interface WatchOrganizationsOptions extends Omit<ReplayOptions, 'onCrash'> {
  /** The group of projectors that writes the graph. */
  groupId: string
  owner: string
}

/**
 * Checks every second which organizations are being rebuilt, replays the log for each, and moves each rebuild to its
 * next stage when the current one is done. See docs/adr/0062-rebuild-of-one-organization.md.
 */
export function watchOrganizations(options: WatchOrganizationsOptions) {
  const { graph, groupId, owner, log, metrics } = options
  const replays = new Map<string, Replay>()
  const crashed = new Map<string, number>()
  const ending = new Set<Promise<void>>()

  function start(organization: string): Replay {
    const onCrash = (error: unknown) => {
      log.error({ organization, reason: reasonOf(error) }, 'rebuild of an organization stopped, will retry')
      crashed.set(organization, performance.now())
    }
    const rebuilt = { organization, organizationGroup: groupOfOrganization(groupId, organization), owner }
    return startReplay({ ...options, onCrash }, rebuilt)
  }

  /** Ends a replay without waiting for it, because leaving its group can take seconds. */
  function end(organization: string): void {
    const ended = replays.get(organization)?.stop()
    if (!ended) return
    replays.delete(organization)
    const over = ended.finally(() => ending.delete(over))
    ending.add(over)
  }

  /** Starts and ends replays, so that exactly the organizations at this stage have one. */
  function follow(rebuilds: readonly OrganizationRebuild[]): void {
    const applying = new Set(rebuilds.flatMap(({ organization, stage }) => (stage === 'applying' ? organization : [])))
    for (const organization of replays.keys()) {
      const at = crashed.get(organization)
      if (applying.has(organization) && (at === undefined || performance.now() - at < AFTER_CRASH_MS)) continue
      crashed.delete(organization)
      end(organization)
    }
    for (const organization of applying) {
      if (!replays.has(organization)) replays.set(organization, start(organization))
    }
  }

  async function look(): Promise<void> {
    const rebuilds = await graph.readFromLeader(listOrganizationRebuilds, null, { groupId })
    metrics.organizationRebuildSeconds.set(Math.max(0, ...rebuilds.map(({ seconds }) => seconds)))
    follow(rebuilds)
    // A rebuild that cannot be moved on does not stop the others.
    await Promise.all(rebuilds.map((one) => moveOn(one).catch(report)))
  }

  async function moveOn(rebuild: OrganizationRebuild): Promise<void> {
    const begun = await advanceOrganization(graph, groupId, rebuild)
    if (begun === null) return
    const { organization } = rebuild
    if (begun === 'reconciling')
      log.info({ organization }, 'rebuild of an organization replayed all events, reconciling')
    else log.info({ organization }, 'rebuild of an organization finished')
    end(organization)
  }

  function report(error: unknown): void {
    log.debug({ reason: reasonOf(error) }, 'rebuilds of organizations could not be moved on')
  }

  const poll = new Poll(EVERY_MS, look, report)

  return {
    async stop(): Promise<void> {
      await poll.stop()
      for (const organization of [...replays.keys()]) end(organization)
      await Promise.all(ending)
    },
  }
}
