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

/** Names any error of the driver; an error of ours passes through. */
export function toGraphError(error: unknown): Error {
  if (error instanceof GraphError) return error
  if (!(error instanceof Neo4jError)) return error instanceof Error ? error : new Error(String(error))
  return new GraphError(kindOf(error), `The graph answered ${error.code}`, error)
}

function kindOf(error: Neo4jError): GraphErrorKind {
  const { code } = error
  if (code.includes('TransactionTimedOut')) return 'timeout'
  if (code.includes('MemoryPoolOutOfMemory') || code.includes('TransactionOutOfMemory')) return 'overloaded'
  if (/acquisition timed out|connection pool/i.test(error.message)) return 'overloaded'
  if (code === 'ServiceUnavailable' || code === 'SessionExpired' || /Database(Unavailable|NotFound)/.test(code)) {
    return 'unavailable'
  }
  if (code.startsWith('Neo.ClientError.Security')) return 'unavailable'
  if (code === 'Neo.ClientError.Schema.ConstraintValidationFailed') return 'conflict'
  return error.retriable ? 'unavailable' : 'fault'
}
