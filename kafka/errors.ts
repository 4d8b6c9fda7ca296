const NOBODY_THERE = new Set(['EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'])

/** Returns the innermost cause of an error. */
export function causeOf(error: unknown): unknown {
  const { cause }: { cause?: unknown } = typeof error === 'object' && error !== null ? error : {}
  return cause === undefined || cause === error ? error : causeOf(cause)
}

/** Whether an address could not be reached because nothing listens on it. */
export function isNobodyThere(error: unknown): boolean {
  const { code }: { code?: unknown } = Object(causeOf(error))
  return NOBODY_THERE.has(String(code))
}
