import { Neo4jError } from 'neo4j-driver'
import { refusalOf } from './login/refusals.ts'

/** What went wrong between us and the graph; all but `fault` heal by waiting. */
export const graphErrorKinds = ['unavailable', 'timeout', 'overloaded', 'conflict', 'fault'] as const
export type GraphErrorKind = (typeof graphErrorKinds)[number]

export class GraphError extends Error {
  override readonly name = 'GraphError'
  readonly kind: GraphErrorKind

  constructor(kind: GraphErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/**
 * A row that is not as its schema says: what it was read from is being written or deleted at this moment, so that reading it
 * again helps, or it was written otherwise than it is read.
 */
export class IncompleteRow extends Error {
  override readonly name = 'IncompleteRow'

  constructor(queryName: string, cause: unknown) {
    super(`A row of ${queryName} lacks something`, { cause })
  }
}

/** Whether the graph had more to do in one transaction than it could: less at a time may succeed. */
export function isTooMuch(error: unknown): boolean {
  return error instanceof GraphError && (error.kind === 'timeout' || error.kind === 'overloaded')
}

/**
 * The codes by which the graph refuses the values that a statement was given. The schema, the text of a statement, the user who
 * sends it and the state of the server have others.
 */
const OF_VALUES = new Set([
  'Neo.ClientError.General.UnsupportedOperation',
  'Neo.ClientError.Statement.ArgumentError',
  'Neo.ClientError.Statement.ArithmeticError',
  'Neo.ClientError.Statement.TypeError',
  'Neo.ClientError.Statement.ExternalResourceFailed',
  'Neo.ClientError.Request.Invalid',
  'Neo.DatabaseError.Statement.ExecutionFailed',
  'Neo.DatabaseError.Transaction.TransactionCommitFailed',
])

/** The graph's code of an error, such as `Neo.ClientError.Statement.TypeError`; null where it has none. */
export function graphCodeOf(error: unknown): string | null {
  return error instanceof GraphError && error.cause instanceof Neo4jError ? error.cause.code : null
}

/** Whether the graph may have refused what it was given to write, while it would take something else. */
export function isAboutValues(error: unknown): boolean {
  return error instanceof GraphError && error.kind === 'fault' && OF_VALUES.has(graphCodeOf(error) ?? '')
}

/** Names any error of the driver, whose pool holds `poolSize` connections; an error of ours passes through. */
export function toGraphError(error: unknown, poolSize = 100, queryName = ''): Error {
  if (error instanceof GraphError) return error
  if (!(error instanceof Neo4jError)) return error instanceof Error ? error : new Error(String(error))
  const question = queryName && ` for ${queryName}`
  const message = refusalOf(error.code) ?? `The graph returned ${error.code}${question}`
  return new GraphError(kindOf(error, poolSize), message, error)
}

/** Dropped before a search or while it begins, or failed. A search that Lucene cannot parse fails as a procedure, too. */
function isOfFulltextIndex({ code, message }: Neo4jError): boolean {
  const isOfProcedure = code === 'Neo.ClientError.Procedure.ProcedureCallFailed'
  return isOfProcedure && /no such fulltext schema index|IndexNotFound|FAILED state/.test(message)
}

function kindOf(error: Neo4jError, poolSize: number): GraphErrorKind {
  const { code } = error
  // The last is what a transaction that waits for a lock is told when its time is over.
  if (code.includes('TransactionTimedOut') || code.endsWith('LockClientStopped')) return 'timeout'
  if (code.endsWith('Transaction.Terminated')) return 'unavailable'
  if (code.includes('MemoryPoolOutOfMemory') || code.includes('TransactionOutOfMemory')) return 'overloaded'
  // Waiting for a connection while the pool has room left is waiting for a server that does not answer.
  const [, active] = /Active conn count = (\d+)/.exec(error.message) ?? []
  if (active !== undefined && error.message.includes('acquisition timed out'))
    return Number(active) < poolSize ? 'unavailable' : 'overloaded'
  if (code === 'ServiceUnavailable' || code === 'SessionExpired' || /Database(Unavailable|NotFound)/.test(code)) {
    return 'unavailable'
  }
  // The schema is not there, or not all of it: statements name the indexes that they need.
  if (code === 'Neo.ClientError.Schema.IndexNotFound' || isOfFulltextIndex(error)) return 'unavailable'
  if (code.startsWith('Neo.ClientError.Security')) return 'unavailable'
  if (code === 'Neo.ClientError.Schema.ConstraintValidationFailed') return 'conflict'
  return error.retriable ? 'unavailable' : 'fault'
}
