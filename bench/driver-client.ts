import neo4j from 'neo4j-driver'
import { boundTo, openDriver, type Statement } from './bare-driver.ts'
import { closedLoop, type Load, type Window } from './closed-loop.ts'
import { answerAs } from './worker.ts'

/** For each page its statements, one after the other. */
export interface DriverTarget {
  organization: string
  pages: readonly (readonly Statement[])[]
}

export type DriverClient = {
  /** Adds targets by name. */
  load(targets: Record<string, DriverTarget>): void
  run(load: Load & { target: string }): Promise<Window>
}

type Ready = { text: string; columns: readonly string[]; params: Record<string, unknown> }

const FETCH_SIZE = 2000

const { driver, database } = openDriver(process.env)
const targets = new Map<string, Ready[][]>()

answerAs<DriverClient>({
  load(given) {
    for (const [name, { organization, pages }] of Object.entries(given)) {
      const bind = (statement: Statement) => ({ ...statement, params: boundTo(organization, statement) })
      targets.set(
        name,
        pages.map((page) => page.map(bind)),
      )
    }
  },
  run({ target, ...load }) {
    const pages = targets.get(target) ?? []
    return closedLoop((turn) => read(pages[turn % pages.length] ?? []), load)
  },
})

/** One session a statement, as the product has it; like there, nobody waits for its end. */
async function read(page: readonly Ready[]): Promise<void> {
  for (const { text, columns, params } of page) {
    const session = driver.session({ database, defaultAccessMode: neo4j.session.READ, fetchSize: FETCH_SIZE })
    const { records } = await session.run(text, params)
    for (const record of records) for (const column of columns) record.get(column)
    session.close().catch(() => {})
  }
}
