import neo4j, { type Plan, type ProfiledPlan } from 'neo4j-driver'
import { tenantLabel } from '../../../cypher/connect.ts'
import type { Query } from '../../../cypher/query.ts'

/** One operator of a query plan. */
export interface Step {
  operator: string
  details: string
}

export interface Profile {
  rows: number
  dbHits: number
}

/** The plan of a statement as it is sent; parameters need no values. */
export async function explain(sentText: string): Promise<Step[]> {
  const { summary } = await run(`EXPLAIN ${sentText}`, {})
  return summary.plan === false ? [] : stepsOf(summary.plan)
}

/** Runs a tenant-bound query; returns its number of rows and of database hits. */
export async function profile<P>(query: Query<P, unknown>, organization: string, params: P): Promise<Profile> {
  const tenant = { tenantKey: organization, tenantLabel: tenantLabel(organization) }
  const whole = Object.entries(params as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === 'number' ? neo4j.int(value) : value,
  ])
  const { records, summary } = await run(`PROFILE ${query.sentText}`, {
    params: { ...Object.fromEntries(whole), ...tenant },
  })
  return { rows: records.length, dbHits: summary.profile === false ? 0 : dbHitsOf(summary.profile) }
}

async function run(text: string, params: Record<string, unknown>) {
  const { NEO4J_URI = '', NEO4J_USER = 'neo4j', NEO4J_PASSWORD = '', NEO4J_DATABASE = 'neo4j' } = process.env
  const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), {
    disableLosslessIntegers: true,
  })
  const session = driver.session({ database: NEO4J_DATABASE, defaultAccessMode: 'READ' })
  try {
    // The timeout is long because only database hits are measured.
    return await session.run(text, params, { timeout: 120_000 })
  } finally {
    await session.close()
    await driver.close()
  }
}

function dbHitsOf({ dbHits, children }: ProfiledPlan): number {
  return children.reduce((sum, child) => sum + dbHitsOf(child), dbHits)
}

function stepsOf({ operatorType, arguments: details, children }: Plan): Step[] {
  const step = { operator: operatorType.replace(/@.*$/, ''), details: String(details.Details ?? '') }
  return [step, ...children.flatMap(stepsOf)]
}
