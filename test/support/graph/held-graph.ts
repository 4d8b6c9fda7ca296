import type { Graph, Run } from '../../../cypher/connect.ts'

type Params = Record<string, unknown>

/** A graph that can hold transactions before a statement until the test releases them. */
export function heldGraph() {
  let isHeld: (name: string, params: Params, organization: string | null) => boolean = () => false
  const waiting: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()

  async function pass(name: string, params: Params, organization: string | null): Promise<void> {
    if (!isHeld(name, params, organization)) return
    waiting.push(name)
    await released
  }

  return {
    through: (graph: Graph): Graph => ({
      ...graph,
      async read(query, organization, params, signal) {
        await pass(query.name, params as Params, organization)
        return graph.read(query, organization, params, signal)
      },
      async readFromLeader(query, organization, params) {
        await pass(query.name, params as Params, organization)
        return graph.readFromLeader(query, organization, params)
      },
      write: (work, runExclusive) =>
        graph.write((run) => {
          const heldRun: Run = async (query, organization, params) => {
            await pass(query.name, params as Params, organization)
            return run(query, organization, params)
          }
          return work(heldRun)
        }, runExclusive),
    }),
    /** From now on, statements for which `what` is true wait. */
    hold(what: typeof isHeld): void {
      isHeld = what
    },
    /** The names of the statements that have waited. */
    waiting: (): readonly string[] => waiting,
    release,
  }
}
