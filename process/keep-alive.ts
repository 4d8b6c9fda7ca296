/**
 * How long a server keeps an idle connection, in ms: longer than load balancers and the collectors of metrics do, so that
 * none is closed under a request. A process that was suspended finds its timers due before the request that waits.
 */
export const KEEP_ALIVE_MS = 65_000
