import type { GraphOptions } from '../../../cypher/connect.ts'

/** A timeout for tests that are not about time: longer than that of the product, for slow machines. */
export const PATIENCE_MS = 60_000

/** Timeouts of a graph in tests that are not about time. */
export const patient: GraphOptions = { readTimeoutMs: PATIENCE_MS, writeTimeoutMs: PATIENCE_MS }
