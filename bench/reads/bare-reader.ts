import neo4j, { type Record as Row } from 'neo4j-driver'
import { boundTo, openDriver, type Statement } from './bare-driver.ts'

/** The statements of each page, in their order. */
export interface DriverTarget {
  organization: string
  pages: readonly (readonly Statement[])[]
}

/** Reads pages in turn with the driver and nothing around it. */
export interface BareReader {
  /** Adds targets by name. */
  load(targets: Record<string, DriverTarget>): void
  read(target: string, turn: number): Promise<Row[]>
}

type Ready = Statement & { params: Record<string, unknown> }

const FETCH_SIZE = 2000

/** A reader at the server that NEO4J_URI names. */
export function openBareReader(): BareReader {
  const { driver, database } = openDriver(process.env)
  const targets = new Map<string, Ready[][]>()

  /** Uses one session per statement and does not wait for its close, as the product does. */
  async function rowsOf({ text, columns, params }: Ready): Promise<Row[]> {
    const session = driver.session({ database, defaultAccessMode: neo4j.session.READ, fetchSize: FETCH_SIZE })
    const { records } = await session.run(text, params)
    for (const record of records) for (const column of columns) record.get(column)
    session.close().catch(() => {})
    return records
  }

  return {
    load(given) {
      for (const [name, { organization, pages }] of Object.entries(given)) {
        const bind = (statement: Statement) => ({ ...statement, params: boundTo(organization, statement) })
        targets.set(
          name,
          pages.map((page) => page.map(bind)),
        )
      }
    },
    async read(target, turn) {
      const pages = targets.get(target) ?? []
      let rows: Row[] = []
      for (const statement of pages[turn % pages.length] ?? []) rows = await rowsOf(statement)
      return rows
    },
  }
}
