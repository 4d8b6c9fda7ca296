import { setTimeout as delay } from 'node:timers/promises'
import neo4j, {
  type Driver,
  isRetryableError,
  Neo4jError,
  type QueryResult,
  type Session,
  type Transaction,
} from 'neo4j-driver'
import type { Environment } from '../schemas/environment.ts'
import { GraphError, toGraphError } from './errors.ts'
import type { Query } from './query.ts'

type Settings = Pick<Environment, 'NEO4J_URI' | 'NEO4J_USER' | 'NEO4J_PASSWORD' | 'NEO4J_DATABASE'>

/** Runs the statements of one transaction; `organization` binds a tenant-bound query and is null for system ones. */
export type Run = <P, R>(query: Query<P, R>, organization: string | null, params: P) => Promise<R[]>

export interface GraphOptions {
  /** The longest that a read may take, waiting for a connection included, which has half of it; default 4,000 ms. */
  readTimeoutMs?: number
  /** The longest that one write transaction may take on the server; default 10,000 ms. */
  writeTimeoutMs?: number
  poolSize?: number
  /** Told of every transaction that is tried again, for example after a deadlock. */
  onRetry?(code: string): void
}

export interface StreamOptions {
  /** How many rows are asked for at once, and so about how many are held; default 500. */
  fetchSize?: number
  signal?: AbortSignal | undefined
}

export interface Graph {
  /** `signal` ends the query on the server too. */
  read: <P, R>(query: Query<P, R>, organization: string | null, params: P, signal?: AbortSignal) => Promise<R[]>
  /** The rows of one long read as they are taken: as slowly as the caller likes, and never more than a few batches held. */
  stream: <P, R>(
    query: Query<P, R>,
    organization: string | null,
    params: P,
    options?: StreamOptions,
  ) => AsyncGenerator<R, void, undefined>
  /** One transaction, retried on transient failures: `work` must be repeatable. */
  write<T>(work: (run: Run) => Promise<T>): Promise<T>
  /** Statements that manage the schema or their own transactions; maintenance only. */
  execute(text: string, params?: Record<string, unknown>): Promise<Record<string, unknown>[]>
  /** Answers when the graph does, within half the time of a read. @throws GraphError */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The tenant label of an organization, the second check beside `tenantKey`. */
export function tenantLabel(organization: string): string {
  return `Tenant_${organization}`
}

/**
 * The graph behind NEO4J_URI: the only way to it. Reads run in READ mode as single statements, and each row is parsed.
 * @throws Error when NEO4J_URI is missing or not an address
 */
export function connectGraph(settings: Settings, options: GraphOptions = {}): Graph {
  const { readTimeoutMs = 4000, writeTimeoutMs = 10_000, poolSize = 100, onRetry = () => {} } = options
  const driver = connectDriver(settings, poolSize, readTimeoutMs)
  const database = settings.NEO4J_DATABASE
  const session = (mode: 'READ' | 'WRITE', fetchSize = 2000) =>
    driver.session({ database, defaultAccessMode: mode, fetchSize })

  return {
    async read(query, organization, params, signal) {
      if (signal?.aborted) throw abandoned()
      const reading = session('READ')
      try {
        const bound = bind(query, organization, params)
        const run = withoutStack(() => reading.run(query.text, bound, { timeout: readTimeoutMs }))
        return rowsOf(query, await withDeadline(run, readTimeoutMs, signal))
      } catch (error) {
        throw toGraphError(error, poolSize, query.name)
      } finally {
        closeQuietly(reading)
      }
    },
    async *stream(query, organization, params, { fetchSize = 500, signal } = {}) {
      const reading = session('READ', fetchSize)
      try {
        const bound = bind(query, organization, params)
        const rows = reading.run(query.text, bound, { timeout: STREAM_TIMEOUT_MS })[Symbol.asyncIterator]()
        for (;;) {
          if (signal?.aborted) throw abandoned()
          const next = await withDeadline(rows.next(), STREAM_SILENCE_MS, signal)
          if (next.done) return
          yield rowOf(query, next.value)
        }
      } catch (error) {
        throw toGraphError(error, poolSize, query.name)
      } finally {
        closeQuietly(reading)
      }
    },
    async write(work) {
      const writing = session('WRITE')
      try {
        const attempt = () => withDeadline(inTransaction(writing, work, writeTimeoutMs), 2 * writeTimeoutMs)
        return await retrying(attempt, onRetry)
      } catch (error) {
        throw toGraphError(error, poolSize)
      } finally {
        closeQuietly(writing)
      }
    },
    async execute(text, params = {}) {
      const executing = session('WRITE')
      try {
        const result = await executing.run(text, integers(params), { timeout: EXECUTE_TIMEOUT_MS })
        return result.records.map((record) => record.toObject())
      } catch (error) {
        throw toGraphError(error, poolSize)
      } finally {
        await executing.close()
      }
    },
    async ping() {
      const pinging = session('READ')
      try {
        await withDeadline(pinging.run('RETURN 1', {}, { timeout: readTimeoutMs / 2 }), readTimeoutMs / 2)
      } catch (error) {
        throw toGraphError(error, poolSize)
      } finally {
        closeQuietly(pinging)
      }
    },
    close: () => driver.close(),
  }
}

function connectDriver(settings: Settings, poolSize: number, readTimeoutMs: number): Driver {
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

async function inTransaction<T>(session: Session, work: (run: Run) => Promise<T>, timeout: number): Promise<T> {
  const tx = session.beginTransaction({ timeout })
  try {
    const result = await work(runIn(tx))
    await tx.commit()
    return result
  } finally {
    await tx.close()
  }
}

/**
 * The driver writes out the stack of each query that it is given, for the case that it fails: half of the 0.13 ms that
 * sending takes. A read that fails is named by its query instead.
 */
function withoutStack<T>(run: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return run()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function runIn(tx: Transaction): Run {
  return async (query, organization, params) =>
    rowsOf(query, await tx.run(query.text, bind(query, organization, params)))
}

/** The tenant is added here and cannot be forgotten: a tenant-bound query without an organization never runs. */
function bind<P, R>(query: Query<P, R>, organization: string | null, params: P): Record<string, unknown> {
  const own = integers(params as Record<string, unknown>)
  if (!query.tenantBound) return own
  if (!organization) throw new Error(`${query.name} is bound to an organization, and none was given`)
  return { ...own, tenantKey: organization, tenantLabel: tenantLabel(organization) }
}

/** The driver sends every JavaScript number as a float; whole numbers are sent as integers instead. */
function integers(params: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(params)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Number.isInteger(value) ? neo4j.int(value as number) : value]),
  )
}

function rowsOf<P, R>(query: Query<P, R>, result: QueryResult): R[] {
  return result.records.map((record) => rowOf(query, record))
}

function rowOf<P, R>(query: Query<P, R>, record: Pick<QueryResult['records'][number], 'get'>): R {
  const row: Record<string, unknown> = {}
  for (const column of query.columns) row[column] = record.get(column)
  return query.row.parse(row)
}

/** The whole of a long read, whose pace is that of whoever takes its rows. */
const STREAM_TIMEOUT_MS = 6 * 3_600_000
/** The longest that a long read waits for its next rows. */
const STREAM_SILENCE_MS = 30_000

const RETRY_FOR_MS = 10_000
/** Longer than a migration waits for its indexes, whatever the server's own limit is. */
const EXECUTE_TIMEOUT_MS = 330_000

/**
 * Tries again after deadlocks and other transient failures. The driver's own retry waits a second before the first, which
 * is an age where two partitions met at one supplier.
 */
async function retrying<T>(attempt: () => Promise<T>, onRetry: (code: string) => void): Promise<T> {
  const begun = performance.now()
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 2, 1000)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Neo4jError) || !isRetryableError(error) || performance.now() - begun > RETRY_FOR_MS)
        throw error
      onRetry(error.code)
    }
    await delay(waitMs * (0.5 + Math.random()))
  }
}

/** A stopped server neither answers nor hangs up, and the driver would wait for ever. */
async function withDeadline<T>(work: PromiseLike<T>, timeoutMs: number, signal?: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(abandoned())
  const timer = setTimeout(
    () => reject(new GraphError('unavailable', 'The graph did not answer in time')),
    timeoutMs + 250,
  )
  signal?.addEventListener('abort', giveUp)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

function abandoned(): GraphError {
  return new GraphError('timeout', 'The caller went away before the answer')
}

/** Closing waits for the server, which drops a query that still runs; a failed answer was already reported. */
function closeQuietly(session: Session): void {
  session.close().catch(() => undefined)
}
