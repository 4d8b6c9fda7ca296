import { readFileSync } from 'node:fs'
import type { z } from 'zod'

/** A question or a write: a file of fixed text beside the types of its parameters and rows. */
export interface Query<Params = Record<string, unknown>, Row = unknown> {
  readonly name: string
  readonly text: string
  readonly mode: 'READ' | 'WRITE'
  /** Queries without a tenant are in `cypher/system/`, and nowhere else. */
  readonly tenantBound: boolean
  readonly parameterNames: readonly string[]
  readonly row: { parse(row: unknown): Row }
  readonly columns: readonly string[]
  /** Carries the type of the parameters; never set. */
  readonly params?: Params
}

interface Declaration<Params extends z.ZodObject, Row extends z.ZodObject> {
  params: Params
  row: Row
}

const every: Query[] = []

/** Every query that was declared, for the tests over all of them. */
export const queries: readonly Query[] = every

/** Declares the read in `<name>.cypher`; rows are parsed, parameters are checked by the compiler. */
export function readQuery<P extends z.ZodObject, R extends z.ZodObject>(name: string, declaration: Declaration<P, R>) {
  return declare(name, 'READ', declaration)
}

/** Declares the write in `<name>.cypher`. */
export function writeQuery<P extends z.ZodObject, R extends z.ZodObject>(name: string, declaration: Declaration<P, R>) {
  return declare(name, 'WRITE', declaration)
}

function declare<P extends z.ZodObject, R extends z.ZodObject>(
  name: string,
  mode: 'READ' | 'WRITE',
  { params, row }: Declaration<P, R>,
): Query<z.input<P>, z.output<R>> {
  const query: Query<z.input<P>, z.output<R>> = {
    name,
    mode,
    text: readFileSync(new URL(`${name}.cypher`, import.meta.url), 'utf8'),
    tenantBound: !name.startsWith('system/'),
    parameterNames: Object.keys(params.shape),
    row: { parse: (value) => row.parse(value) },
    columns: Object.keys(row.shape),
  }
  every.push(query)
  return query
}
