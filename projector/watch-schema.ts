import type { Graph } from '../cypher/connect.ts'
import { faultText, schemaFaults } from '../cypher/schema.ts'
import type { Log } from '../kafka/log.ts'
import { reasonOf } from './errors.ts'
import { Poll } from './poll.ts'

const EVERY_MS = 10_000

/** Checks every 10 s whether the indexes and constraints that the statements need are usable. Logs each fault once. */
export function watchSchema({ graph, log }: { graph: Graph; log: Log }) {
  let faults: readonly string[] = []

  async function look(): Promise<void> {
    const now = (await schemaFaults(graph)).map(faultText)
    const reported = new Set(faults)
    const fresh = now.filter((fault) => !reported.has(fault))
    if (fresh.length > 0) log.error({ faults: fresh }, 'graph schema has faults, run tda check --repair')
    if (now.length === 0 && faults.length > 0) log.info({}, 'graph schema faults resolved')
    faults = now
  }

  const poll = new Poll(EVERY_MS, look, (error) =>
    log.debug({ reason: reasonOf(error) }, 'graph schema could not be checked'),
  )

  return {
    faults: () => faults,
    stop: () => poll.stop(),
  }
}
