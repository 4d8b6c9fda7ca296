/** Not retriable for kafkajs, as the same request would fail again; a new connection, member or producer does help. */
const HEALED_BY_STARTING_ANEW = new Set([
  'BROKER_NOT_AVAILABLE',
  'DUPLICATE_SEQUENCE_NUMBER',
  'ILLEGAL_GENERATION',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
  'MEMBER_ID_REQUIRED',
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'REBALANCE_IN_PROGRESS',
  'UNKNOWN_MEMBER_ID',
  'UNKNOWN_PRODUCER_ID',
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSLockTimeout',
  'KafkaJSTimeout',
])

/** A plain Error of kafkajs, after a broker took a connection but never answered the first request over it. */
const HALF_CONNECTED = 'Broker not connected'

/** Of kafkajs, which does not export the class, when a broker hung up. */
const CONNECTION_CLOSED = 'KafkaJSConnectionClosedError'

/** Whether a broker took a connection and did not answer over it: not yet, or it hung up, as it does after a standstill. */
export function isLeftUnanswered(error: unknown): boolean {
  return error instanceof Error && (error.message === HALF_CONNECTED || error.name === CONNECTION_CLOSED)
}

type Fields = { name?: unknown; message?: unknown; type?: unknown; retriable?: unknown; cause?: unknown }

/**
 * Whether an error of kafkajs is of the kind that passes (a broker that is away, a group that moves) rather than one
 * that a person has to fix (a wrong password, a missing right, a mistake in the code). A wrapped error counts as its
 * cause does: kafkajs marks "retries exceeded" as not retriable whatever it retried.
 */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, message, type, retriable, cause }: Fields = error
  if (HEALED_BY_STARTING_ANEW.has(String(type)) || HEALED_BY_STARTING_ANEW.has(String(name))) return true
  if (cause !== undefined && cause !== error) return isTransient(cause)
  if (message === HALF_CONNECTED) return true
  return retriable === true && String(name).startsWith('KafkaJS')
}

/** Whether kafkajs made an error: of brokers that are away or refuse, or of how it was called. */
export function isKafkajsError(error: unknown): boolean {
  return error instanceof Error && error.name.startsWith('KafkaJS')
}
