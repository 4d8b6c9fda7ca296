import { Neo4jError } from 'neo4j-driver'
import { refusalOf } from './login/refusals.ts'

/** Kinds of errors between the service and the graph. All except `fault` may disappear without intervention. */
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
 * A row that does not match its schema. If it is being written or deleted at this moment, reading it again helps.
 * Otherwise the stored data does not match the schema.
 */
export class IncompleteRow extends Error {
  override readonly name = 'IncompleteRow'

  constructor(queryName: string, cause: unknown) {
    super(`A row of ${queryName} is incomplete`, { cause })
  }
}

/** Whether a transaction was too large for the graph, so that a smaller one may succeed. */
export function isTooMuch(error: unknown): boolean {
  return error instanceof GraphError && (error.kind === 'timeout' || error.kind === 'overloaded')
}

/**
 * The error codes with which Neo4j rejects the values of a statement's parameters. Errors of the schema, the text of
 * the statement, the user, and the server have other codes.
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

/** Returns Neo4j's code of an error, such as `Neo.ClientError.Statement.TypeError`, or null. */
export function graphCodeOf(error: unknown): string | null {
  return error instanceof GraphError && error.cause instanceof Neo4jError ? error.cause.code : null
}

/** Whether Neo4j may have rejected the values to write, so that a write of other values may succeed. */
export function isAboutValues(error: unknown): boolean {
  return error instanceof GraphError && error.kind === 'fault' && OF_VALUES.has(graphCodeOf(error) ?? '')
}

/** Converts any error of the driver, whose pool has `poolSize` connections. Other errors are returned as they are. */
export function toGraphError(error: unknown, poolSize = 100, queryName = ''): Error {
  if (error instanceof GraphError) return error
  if (!(error instanceof Neo4jError)) return error instanceof Error ? error : new Error(String(error))
  const question = queryName && ` for ${queryName}`
  const message = refusalOf(error.code) ?? `The graph returned ${error.code}${question}`
  return new GraphError(kindOf(error, poolSize), message, error)
}

/**
 * Whether a full-text index was missing, was dropped while it was read, or failed. A search that Lucene cannot parse
 * also fails as a procedure, and is not included.
 */
function isOfFulltextIndex({ code, message }: Neo4jError): boolean {
  const isOfProcedure = code === 'Neo.ClientError.Procedure.ProcedureCallFailed'
  return isOfProcedure && /no such fulltext schema index|IndexNotFound|FAILED state/.test(message)
}

function kindOf(error: Neo4jError, poolSize: number): GraphErrorKind {
  const { code } = error
  // LockClientStopped is the error of a transaction whose time ends while it waits for a lock.
  if (code.includes('TransactionTimedOut') || code.endsWith('LockClientStopped')) return 'timeout'
  if (code.endsWith('Transaction.Terminated')) return 'unavailable'
  if (code.includes('MemoryPoolOutOfMemory') || code.includes('TransactionOutOfMemory')) return 'overloaded'
  // If the pool has free connections, the wait for a connection means that the server does not respond.
  const [, active] = /Active conn count = (\d+)/.exec(error.message) ?? []
  if (active !== undefined && error.message.includes('acquisition timed out'))
    return Number(active) < poolSize ? 'unavailable' : 'overloaded'
  if (code === 'ServiceUnavailable' || code === 'SessionExpired' || /Database(Unavailable|NotFound)/.test(code)) {
    return 'unavailable'
  }
  // The schema is missing or incomplete. Statements name the indexes that they need, so they fail without them.
  if (code === 'Neo.ClientError.Schema.IndexNotFound' || isOfFulltextIndex(error)) return 'unavailable'
  if (code.startsWith('Neo.ClientError.Security')) return 'unavailable'
  if (code === 'Neo.ClientError.Schema.ConstraintValidationFailed') return 'conflict'
  return error.retriable ? 'unavailable' : 'fault'
}
