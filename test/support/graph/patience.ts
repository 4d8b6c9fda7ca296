import type { GraphOptions } from '../../../cypher/connect.ts'

/** How long a test waits for what the product gives up after seconds, because a busy machine needs longer. */
export const PATIENCE_MS = 60_000

/** For a graph in a test that is not about time. */
export const patient: GraphOptions = { readTimeoutMs: PATIENCE_MS, writeTimeoutMs: PATIENCE_MS }
