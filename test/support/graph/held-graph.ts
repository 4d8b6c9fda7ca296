import type { Graph, Run } from '../../../cypher/connect.ts'

type Params = Record<string, unknown>

/** A graph whose leader can be made to wait before a statement, until it is let go. */
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
    /** From now on these wait. */
    hold(what: typeof isHeld): void {
      isHeld = what
    },
    /** The names of the statements that came to wait. */
    waiting: (): readonly string[] => waiting,
    release,
  }
}
