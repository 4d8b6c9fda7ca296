import type { Graph, Run } from '../../../cypher/connect.ts'
import { publishEntities } from '../../../cypher/graph/write-graph.ts'

/** Words in an event at which something breaks that nothing foresaw. */
export const trips = {
  /** An error of ours that repeats what the event holds. */
  ours: 'TripsOurs',
  /** A value of a type that the graph does not store. */
  type: 'TripsType',
  /** A value that no index of the graph takes. */
  size: 'TripsSize',
  /** All but the move of the offset breaks for whom the event names. */
  owner: 'TripsOwner',
  /** An error of ours where a publication is shown, when all of it has been written. */
  late: 'TripsLate',
  /** A statement that the graph does not understand. */
  syntax: 'TripsSyntax',
}

class Unforeseen extends TypeError {}

/** A real graph behind faults of ours: statements with certain values throw, or give the graph what it must refuse. */
export function trippingGraph(graph: Graph): Graph {
  return {
    ...graph,
    async readFromLeader(query, organization, params) {
      trip(query.name, params)
      return graph.readFromLeader(query, organization, params)
    },
    write: (work, runExclusive) =>
      graph.write((run) => {
        const tripping: Run = async (query, organization, params) => {
          trip(query.name, params)
          const broken = JSON.stringify(params ?? null).includes(trips.syntax)
          const sent = broken ? { ...query, sentText: `${query.sentText} AND` } : query
          return run(sent, organization, query.name === publishEntities.name ? refusable(params) : params)
        }
        return work(tripping)
      }, runExclusive),
  }
}

/** Rows of dead letters trip over their owner alone: whatever else an event holds, it is not in them. */
function trip(name: string, params: unknown): void {
  const text = JSON.stringify(params ?? null)
  if (text.includes(trips.owner)) throw new Unforeseen(text)
  if (text.includes(trips.late) && name === publishEntities.name) throw new Unforeseen(text)
  if (text.includes(trips.ours) && !/dead/i.test(name)) throw new Unforeseen(text)
}

function refusable<P>(params: P): P {
  const { rows } = params as { rows: { label: string }[] }
  const changed = rows.map((row) => {
    if (row.label.includes(trips.type)) return { ...row, lifecycleState: { a: 1 } }
    return row.label.includes(trips.size) ? { ...row, lifecycleState: 'x'.repeat(100_000) } : row
  })
  return { ...params, rows: changed }
}
