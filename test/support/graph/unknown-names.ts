import neo4j from 'neo4j-driver'
import type { embeddedNeo4j } from '../../../dev/runtime/settings.ts'

/** Of labels, relationship types, and property keys. */
const UNKNOWN = ['01N50', '01N51', '01N52']

/**
 * What Neo4j reports about names in statements that its store does not have.
 * @see https://neo4j.com/docs/status-codes/current/notifications/all-notifications/
 */
export async function unknownNamesOf(
  texts: readonly string[],
  { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD }: ReturnType<typeof embeddedNeo4j>,
): Promise<string[]> {
  const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD))
  const session = driver.session()
  try {
    const reports: string[] = []
    for (const text of texts) {
      const { summary } = await session.run(`EXPLAIN ${text}`, {}, { timeout: 120_000 })
      const unknown = summary.gqlStatusObjects.filter(({ gqlStatus }) => UNKNOWN.includes(gqlStatus))
      reports.push(...unknown.map(({ statusDescription }) => statusDescription))
    }
    return reports
  } finally {
    await driver.close()
  }
}
