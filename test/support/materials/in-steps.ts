import type { Graph } from '../../../cypher/connect.ts'
import { applyLog } from '../events/apply-log.ts'
import type { SourceEvent } from '../events/source-event.ts'
import { expectSame, graphLines, wipe } from '../graph/graph-lines.ts'
import { drain } from './reconciled.ts'

/**
 * Applies a log to an empty organization twice, followed after the last event and after each, and leaves it empty.
 * @throws Error where the two leave different graphs
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
    // What was open for a while in one of them is not in the other.
    return lines.filter((line) => !line.includes('"status":"resolved"'))
  }
  expectSame(await linesAfter([log]), await linesAfter(log.map((event) => [event])))
}
