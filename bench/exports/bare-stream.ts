import neo4j from 'neo4j-driver'
import { type Graph, tenantLabel } from '../../cypher/connect.ts'
import { openDriver } from '../reads/bare-driver.ts'

/** The number of streamed records, and how long they took. */
export interface Streamed {
  count: number
  seconds: number
}

/** The driver alone, which reads each record and discards it. */
export interface BareStream {
  /** Streams as many records as there are yield rows, with as many columns of typical lengths. */
  records(): Promise<Streamed>
  statement(text: string, params: Record<string, unknown>): Promise<Streamed>
  close(): Promise<void>
}

const SKUS = 20
const VALUES = ['01JPQ8Z5T0V6M3C1K9W2R7X4YB', 'QM27-00412', 'front body', 'MT-01022', '1.3125', 'Tessaro Mills']

/** Adds the values of a row to every line of an organization as properties, so that records of them can be streamed. */
export async function columnsOfLines(graph: Graph, organization: string, columns: number): Promise<void> {
  const values = Object.fromEntries(
    Array.from({ length: columns }, (_, at) => [`c${at}`, VALUES[at % VALUES.length] ?? '']),
  )
  await graph.execute(
    `MATCH (l:BomLine {tenantKey: $organization}) CALL (l) { SET l += $values } IN TRANSACTIONS OF 5000 ROWS`,
    { organization, values },
  )
}

export function openBareStream(variables: NodeJS.ProcessEnv, organization: string, columns = 26): BareStream {
  const { driver, database } = openDriver(variables)
  const names = Array.from({ length: columns }, (_, at) => `l.c${at} AS c${at}`)
  const rowByRow = `MATCH (l:BomLine) USING INDEX l:BomLine(tenantKey, styleId, fromSeq)
    WHERE l.tenantKey = $tenantKey AND l.styleId > '' AND l.fromSeq <= 1
    UNWIND range(1, ${SKUS}) AS sku RETURN ${names.join(', ')}`

  async function statement(text: string, params: Record<string, unknown>): Promise<Streamed> {
    const session = driver.session({ database, defaultAccessMode: 'READ' })
    const own = Object.entries(params).map(([name, value]) => [
      name,
      Number.isInteger(value) ? neo4j.int(Number(value)) : value,
    ])
    const tenant = { tenantKey: organization, tenantLabel: tenantLabel(organization) }
    const begun = performance.now()
    let count = 0
    try {
      const result = session.run(text, { ...Object.fromEntries(own), ...tenant }, { timeout: 3_600_000 })
      for await (const _record of result) count += 1
    } finally {
      await session.close()
    }
    return { count, seconds: (performance.now() - begun) / 1000 }
  }

  return { records: () => statement(rowByRow, {}), statement, close: () => driver.close() }
}
