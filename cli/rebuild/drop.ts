import type { Graph, Run } from '../../cypher/connect.ts'
import { endDrop, lockRebuild } from '../../cypher/system/rebuild.ts'
import { deleteAll, type Pace } from '../paced-deletion.ts'

export interface RebuildHooks {
  /** Called after each step. The next step waits for it. */
  onProgress?: ((line: string) => void | Promise<void>) | undefined
  /** Called for each committed transaction with the number of dropped rows. The first transaction drops none. */
  onDropped?: ((rows: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** The dropping stage of a rebuild. */
export interface Dropping extends RebuildHooks {
  graph: Graph
  /** The group whose rebuild it is. */
  groupId: string
  rebuildId: string
  pace: Pace
  /** The message of the error if the signal aborts. */
  interrupted: string
}

/** Deletes up to `limit` rows, and returns how many. */
type Drop = (run: Run, limit: number) => Promise<{ dropped: number }[]>

const TAKEN_OVER = 'Another `tda rebuild` has taken over, so this one stopped'
const TELL_EVERY_ROWS = 100_000

/**
 * Drops all links, then all nodes, and ends the stage.
 * @returns how many were dropped
 * @throws Error when the signal aborts, or another rebuild has taken over
 */
export async function dropAll(dropping: Dropping, links: Drop, nodes: Drop): Promise<number> {
  const dropped = (await dropRows(dropping, 'links', links)) + (await dropRows(dropping, 'nodes', nodes))
  const { graph, groupId, rebuildId } = dropping
  const [ended] = await graph.write((run) => run(endDrop, null, { groupId, rebuildId }))
  if (!ended) throw new Error(TAKEN_OVER)
  return dropped
}

async function dropRows(
  { graph, groupId, rebuildId, interrupted, pace, onProgress, onDropped, signal }: Dropping,
  what: string,
  drop: Drop,
): Promise<number> {
  let reported = 0
  let soFar = 0
  const total = await deleteAll(pace, async (limit) => {
    if (signal?.aborted) throw new Error(interrupted)
    const dropped = await graph.write(async (run) => {
      const [locked] = await run(lockRebuild, null, { groupId, rebuildId })
      if (!locked) throw new Error(TAKEN_OVER)
      const [row] = await drop(run, limit)
      return row?.dropped ?? 0
    })
    if (dropped > 0) onDropped?.(dropped)
    soFar += dropped
    if (soFar >= reported + TELL_EVERY_ROWS) {
      reported = soFar
      await onProgress?.(`Dropped ${soFar} ${what} so far.`)
    }
    return dropped
  })
  await onProgress?.(`Dropped ${total} ${what}.`)
  return total
}
