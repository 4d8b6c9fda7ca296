import neo4j, { type Driver } from 'neo4j-driver'
import { tenantLabel } from '../../cypher/connect.ts'
import type { Binding, Query } from '../../cypher/query.ts'
import { parseEnvironment } from '../../schemas/environment.ts'

/** A query of the product with its parameters, except for the organization. */
export interface Statement {
  name: string
  text: string
  columns: readonly string[]
  binding: Binding
  params: Record<string, unknown>
}

type Asked = Pick<Query, 'name' | 'sentText' | 'columns' | 'binding'>

/** The parameters of a query are an object by its declaration, which its generic type does not show. */
export function statementOf({ name, sentText, columns, binding }: Asked, params: unknown): Statement {
  return { name, text: sentText, columns, binding, params: { ...(params as Record<string, unknown>) } }
}

/** The driver with the settings of the product's connection, and nothing around it. */
export function openDriver(variables: NodeJS.ProcessEnv): { driver: Driver; database: string } {
  const { NEO4J_URI = '', NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE } = parseEnvironment(variables)
  const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), {
    disableLosslessIntegers: true,
  })
  return { driver, database: NEO4J_DATABASE }
}

/** The parameters in the driver's format, created once, so that only the driver is measured. */
export function boundTo(organization: string, { binding, params }: Statement): { params: Record<string, unknown> } {
  const tenant = binding === 'tenant' ? { tenantKey: organization, tenantLabel: tenantLabel(organization) } : {}
  const own = Object.entries(params).map(([name, value]) => [
    name,
    Number.isInteger(value) ? neo4j.int(Number(value)) : value,
  ])
  return { params: { ...Object.fromEntries(own), ...tenant } }
}
