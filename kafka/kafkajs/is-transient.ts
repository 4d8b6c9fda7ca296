/**
 * Errors that kafkajs marks as not retriable because the same request would fail again, but that a new connection,
 * member, or producer fixes.
 */
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

/**
 * The message of a plain Error of kafkajs. It is thrown if a broker accepts a connection but never responds to the
 * first request.
 */
const HALF_CONNECTED = 'Broker not connected'

/** The name of kafkajs' error for a connection that a broker closed. kafkajs does not export the class. */
const CONNECTION_CLOSED = 'KafkaJSConnectionClosedError'

/**
 * Whether a broker accepted a connection but did not respond: it is not ready yet, or closed the connection, for
 * example after it was suspended.
 */
export function isLeftUnanswered(error: unknown): boolean {
  return error instanceof Error && (error.message === HALF_CONNECTED || error.name === CONNECTION_CLOSED)
}

type Fields = { name?: unknown; message?: unknown; type?: unknown; retriable?: unknown; cause?: unknown }

/**
 * Whether an error of kafkajs is temporary (an unavailable broker, a rebalancing group), rather than one that a person
 * has to fix (a wrong password, a missing permission, a programming error). For a wrapped error, its cause decides,
 * because kafkajs marks "retries exceeded" as not retriable whatever the cause is.
 */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, message, type, retriable, cause }: Fields = error
  if (HEALED_BY_STARTING_ANEW.has(String(type)) || HEALED_BY_STARTING_ANEW.has(String(name))) return true
  if (cause !== undefined && cause !== error) return isTransient(cause)
  if (message === HALF_CONNECTED) return true
  return retriable === true && String(name).startsWith('KafkaJS')
}

/** Whether kafkajs created an error: for unavailable brokers, for a rejected request, or for a wrong call. */
export function isKafkajsError(error: unknown): boolean {
  return error instanceof Error && error.name.startsWith('KafkaJS')
}
