import { Neo4jError } from 'neo4j-driver'

/** What went wrong between us and the graph; all but `fault` heal by waiting. */
export type GraphErrorKind = 'unavailable' | 'timeout' | 'overloaded' | 'conflict' | 'fault'

export class GraphError extends Error {
  override readonly name = 'GraphError'
  readonly kind: GraphErrorKind

  constructor(kind: GraphErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** Names any error of the driver, whose pool holds `poolSize` connections; an error of ours passes through. */
export function toGraphError(error: unknown, poolSize = 100, queryName = ''): Error {
  if (error instanceof GraphError) return error
  if (!(error instanceof Neo4jError)) return error instanceof Error ? error : new Error(String(error))
  const question = queryName && ` to ${queryName}`
  return new GraphError(kindOf(error, poolSize), `The graph answered ${error.code}${question}`, error)
}

function kindOf(error: Neo4jError, poolSize: number): GraphErrorKind {
  const { code } = error
  // The last is what a transaction that waits for a lock is told when its time is over.
  if (code.includes('TransactionTimedOut') || code.endsWith('LockClientStopped')) return 'timeout'
  if (code.endsWith('Transaction.Terminated')) return 'unavailable'
  if (code.includes('MemoryPoolOutOfMemory') || code.includes('TransactionOutOfMemory')) return 'overloaded'
  // Waiting for a connection while the pool has room left is waiting for a server that does not answer.
  const [, active] = /acquisition timed out.*Active conn count = (\d+)/.exec(error.message) ?? []
  if (active !== undefined) return Number(active) < poolSize ? 'unavailable' : 'overloaded'
  if (code === 'ServiceUnavailable' || code === 'SessionExpired' || /Database(Unavailable|NotFound)/.test(code)) {
    return 'unavailable'
  }
  if (code.startsWith('Neo.ClientError.Security')) return 'unavailable'
  if (code === 'Neo.ClientError.Schema.ConstraintValidationFailed') return 'conflict'
  return error.retriable ? 'unavailable' : 'fault'
}
