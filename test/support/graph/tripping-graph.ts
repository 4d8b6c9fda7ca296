import type { Graph, Run } from '../../../cypher/connect.ts'
import { publishEntities } from '../../../cypher/graph/write-graph.ts'

/** Words in an event that cause an unforeseen error, by kind. */
export const trips = {
  /** An error of the service whose message contains a value of the event. */
  ours: 'TripsOurs',
  /** A value of a type that Neo4j cannot store. */
  type: 'TripsType',
  /** A value that is too large for an index of Neo4j. */
  size: 'TripsSize',
  /** All statements of the transaction fail, including those for its dead letter, except the move of the offset. */
  owner: 'TripsOwner',
  /** An error of the service after a publication has been written, just before it becomes visible. */
  late: 'TripsLate',
  /** A statement with a syntax error. */
  syntax: 'TripsSyntax',
}

class Unforeseen extends TypeError {}

/** A graph in which statements with certain values throw, or send Neo4j something that it rejects. */
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

/** Throws if the parameters contain such a word. Rows of dead letters contain no values of events, only their owner. */
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
