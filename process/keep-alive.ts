/**
 * How long a server keeps an idle connection, in ms. It is longer than the idle timeout of load balancers and metrics
 * collectors, so that the server does not close a connection while a request arrives. After a process was suspended,
 * its timers expire before it reads a waiting request.
 */
export const KEEP_ALIVE_MS = 65_000
