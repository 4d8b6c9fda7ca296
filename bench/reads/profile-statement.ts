import neo4j, { type Driver, type ProfiledPlan } from 'neo4j-driver'
import { boundTo, type Statement } from './bare-driver.ts'

/**
 * Runs a statement and counts the rows that it returns and the records that it touches.
 * @throws Error without a profile
 */
export async function profileStatement(
  { driver, database }: { driver: Driver; database: string },
  organization: string,
  statement: Statement,
): Promise<{ rows: number; dbHits: number }> {
  const session = driver.session({ database, defaultAccessMode: neo4j.session.READ })
  const { records, summary } = await session.run(`PROFILE\n${statement.text}`, boundTo(organization, statement))
  await session.close()
  if (!summary.profile) throw new Error('Neo4j returned no profile')
  return { rows: records.length, dbHits: hitsOf(summary.profile) }
}

function hitsOf({ dbHits, children }: ProfiledPlan): number {
  return children.reduce((total, child) => total + hitsOf(child), dbHits)
}
