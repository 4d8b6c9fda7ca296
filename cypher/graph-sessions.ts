import neo4j, { type Driver, type Session } from 'neo4j-driver'
import { activeTraceparent, inChildSpan } from '../process/tracing/spans.ts'
import type { Environment } from '../schemas/environment.ts'
import { GraphError, type GraphErrorKind, toGraphError } from './errors.ts'
import { logInInTurn } from './login/driver-internals.ts'
import { createLogins, type Logins } from './login/logins.ts'
import type { Query } from './query.ts'
import type { UnreadableRowOfGraph } from './readable-rows.ts'
import { rereading, retrying } from './retry.ts'

export type GraphSettings = Pick<Environment, 'NEO4J_URI' | 'NEO4J_USER' | 'NEO4J_PASSWORD' | 'NEO4J_DATABASE'>

export interface GraphOptions {
  /** Timeout of a read, including the wait for a connection, which may take half of it; default 4,000 ms. */
  readTimeoutMs?: number
  /** Timeout of one write transaction on the server; default 10,000 ms. */
  writeTimeoutMs?: number
  poolSize?: number
  /** Called for every retried transaction, for example after a deadlock. */
  onRetry?(code: string): void
  /** Called with the duration of each read, whether it succeeded or not. */
  onRead?(queryName: string, seconds: number): void
  /** Called for every failure of the graph, but not when the caller disconnected. */
  onError?(kind: GraphErrorKind): void
  /** Called for each login that Neo4j rejects, with its meaning, and with the time until the next attempt. */
  onRefused?(message: string, waitMs: number): void
  /**
   * Called for each row that `read`, `readWithGeneration` and `stream` leave out because it stays unreadable after
   * several attempts. Without this callback, such a row fails the read.
   */
  onUnreadable?(row: UnreadableRowOfGraph): void
}

/** Runs the sessions of one driver with timeouts, retries, and uniform errors. */
export class GraphSessions {
  readonly readTimeoutMs: number
  readonly writeTimeoutMs: number
  readonly #options: GraphOptions
  readonly #poolSize: number
  readonly #database: string
  readonly #driver: Driver
  readonly #logins: Logins

  /** @throws Error when NEO4J_URI is missing or not an address */
  constructor(settings: GraphSettings, options: GraphOptions) {
    const { readTimeoutMs = 4000, writeTimeoutMs = 10_000, poolSize = 100, onRefused = () => {} } = options
    this.readTimeoutMs = readTimeoutMs
    this.writeTimeoutMs = writeTimeoutMs
    this.#options = options
    this.#poolSize = poolSize
    this.#database = settings.NEO4J_DATABASE
    this.#driver = connectDriver(settings, poolSize, readTimeoutMs)
    this.#logins = createLogins({ onRefused })
    logInInTurn(this.#driver, this.#logins)
  }

  /** @throws LoginRefused while no login can succeed */
  open(mode: 'READ' | 'WRITE', fetchSize = 2000): Session {
    const hopeless = this.#logins.hopeless()
    if (hopeless) throw this.failed(hopeless)
    return this.#driver.session({ database: this.#database, defaultAccessMode: mode, fetchSize })
  }

  /** Converts an error and counts it. */
  failed(error: unknown, queryName?: string, signal?: AbortSignal): Error {
    const named = toGraphError(error, this.#poolSize, queryName)
    if (named instanceof GraphError && !signal?.aborted) this.#options.onError?.(named.kind)
    return named
  }

  /** Reads in a separate session. An incomplete row is read again; `isLast` is true the last time. */
  read<T>(
    { name: queryName, isFromLeader }: Pick<Query, 'name' | 'isFromLeader'>,
    signal: AbortSignal | undefined,
    work: (session: Session, isLast: boolean) => Promise<T>,
  ): Promise<T> {
    return inGraphSpan(queryName, () =>
      rereading(async (isLast) => {
        if (signal?.aborted) throw abandoned()
        const session = this.open(isFromLeader ? 'WRITE' : 'READ')
        const startedAt = performance.now()
        try {
          return await this.#logins.ridingOut(() => work(session, isLast), this.readTimeoutMs)
        } catch (error) {
          throw this.failed(error, queryName, signal)
        } finally {
          this.#options.onRead?.(queryName, (performance.now() - startedAt) / 1000)
          closeQuietly(session)
        }
      }),
    )
  }

  /** Works with the leader in a separate session, and retries transient failures. */
  async lead<T>(name: string, work: (session: Session) => Promise<T>): Promise<T> {
    const session = this.open('WRITE')
    const attempt = () => this.#logins.ridingOut(() => work(session), this.writeTimeoutMs)
    try {
      return await inGraphSpan(name, () => rereading(() => retrying(attempt, this.#onRetry)))
    } catch (error) {
      throw this.failed(error)
    } finally {
      closeQuietly(session)
    }
  }

  /** Runs maintenance, without a deadline on this side, and waits until its session is closed. */
  async maintain<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = this.open('WRITE')
    try {
      return await retrying(() => work(session), this.#onRetry)
    } catch (error) {
      throw this.failed(error)
    } finally {
      await session.close()
    }
  }

  async ping(): Promise<void> {
    const session = this.open('READ')
    const timeout = this.readTimeoutMs / 2
    try {
      await this.#logins.ridingOut(() => withDeadline(session.run('RETURN 1', {}, { timeout }), timeout), timeout)
    } catch (error) {
      throw this.failed(error)
    } finally {
      closeQuietly(session)
    }
  }

  loginRefused(): string | null {
    return this.#logins.refusal()?.message ?? null
  }

  close(): Promise<void> {
    return this.#driver.close()
  }

  readonly #onRetry = (code: string): void => this.#options.onRetry?.(code)
}

function connectDriver(settings: GraphSettings, poolSize: number, readTimeoutMs: number): Driver {
  if (!settings.NEO4J_URI)
    throw new Error('NEO4J_URI is not set: name the Neo4j server, for example bolt://localhost:7687')
  return neo4j.driver(settings.NEO4J_URI, neo4j.auth.basic(settings.NEO4J_USER, settings.NEO4J_PASSWORD), {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: poolSize,
    connectionAcquisitionTimeout: readTimeoutMs / 2,
    connectionTimeout: 0.75 * readTimeoutMs,
    userAgent: 'tenant-data-api',
  })
}

/** Runs work in a span with the name of the query, below the span of a request or a batch, if there is one. */
function inGraphSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  return inChildSpan('client', `graph ${name}`, { 'db.system.name': 'neo4j', 'db.operation.name': name }, work)
}

/** Adds the trace to the transaction, so that the server's query log and its list of running queries contain it. */
export function transactionConfig(timeout: number): { timeout: number; metadata?: { traceparent: string } } {
  const traceparent = activeTraceparent()
  return traceparent ? { timeout, metadata: { traceparent } } : { timeout }
}

/**
 * The extra wait after the timeout of a read. The server checks timeouts every 250 ms, and its own error is more
 * precise than a missing response.
 */
const SILENCE_MS = 500

/**
 * Ends work at a deadline, because the driver would wait indefinitely for a stopped server that keeps the connection
 * open. After this process was suspended, the deadline has passed, but a response may have arrived. That response
 * counts, because sockets are read before the deadline is checked.
 */
export async function withDeadline<T>(work: PromiseLike<T>, timeoutMs: number, signal?: AbortSignal): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(abandoned())
  const late = () => reject(new GraphError('unavailable', 'The graph did not respond in time'))
  const timer = setTimeout(() => setImmediate(late), timeoutMs + SILENCE_MS)
  signal?.addEventListener('abort', giveUp)
  try {
    return await Promise.race([work, ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

export function abandoned(): GraphError {
  return new GraphError('timeout', 'The caller disconnected before the response')
}

/** Does not wait, because closing waits for the server to end a running query. A failure was already reported. */
export function closeQuietly(session: Session): void {
  session.close().catch(() => undefined)
}
