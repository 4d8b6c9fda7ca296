import type { Graph } from '../../../cypher/connect.ts'
import { applyLog } from '../events/apply-log.ts'
import type { SourceEvent } from '../events/source-event.ts'
import { expectSame, graphLines, wipe } from '../graph/graph-lines.ts'
import { drain } from './reconciled.ts'

/**
 * Applies a log to an empty organization twice, once with reconciliation after each event and once after the last one.
 * Leaves the organization empty.
 * @throws Error if the two graphs differ
 */
export async function expectSameInSteps(
  graph: Graph,
  organization: string,
  log: readonly SourceEvent[],
): Promise<void> {
  const linesAfter = async (steps: readonly (readonly SourceEvent[])[]) => {
    for (const step of steps) {
      await applyLog(graph, organization, step)
      await drain(graph, organization)
    }
    const lines = await graphLines(graph, organization)
    await wipe(graph, organization)
    // Exceptions that were open only between two events exist only with reconciliation after each event.
    return lines.filter((line) => !line.includes('"status":"resolved"'))
  }
  expectSame(await linesAfter([log]), await linesAfter(log.map((event) => [event])))
}
