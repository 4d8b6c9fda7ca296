import neo4j, { type Driver, type QueryResult, type RecordShape, type Session, type Transaction } from 'neo4j-driver'
import { activeTraceparent, inChildSpan } from '../process/tracing/spans.ts'
import type { Environment } from '../schemas/environment.ts'
import { logInInTurn } from './driver-internals.ts'
import { GraphError, type GraphErrorKind, IncompleteRow, toGraphError } from './errors.ts'
import { createLogins } from './logins.ts'
import type { Binding, BoundTo, Query } from './query.ts'
import { rereading, retrying } from './retry.ts'
import {
  createKnownUnreadable,
  describeUnreadable,
  leftOutOf,
  noteLeftOut,
  type UnreadableRowOfGraph,
} from './unreadable-rows.ts'

type Settings = Pick<Environment, 'NEO4J_URI' | 'NEO4J_USER' | 'NEO4J_PASSWORD' | 'NEO4J_DATABASE'>

/** Lets one task run at a time. */
export type RunExclusive = <T>(task: () => Promise<T>) => Promise<T>

/** Runs the statements of one transaction; `organization` binds a tenant's query and is null for a system's. */
export type Run = <P, R, B extends Binding>(query: Query<P, R, B>, organization: BoundTo<B>, params: P) => Promise<R[]>

export interface GraphOptions {
  /** The longest that a read may take, waiting for a connection included, which has half of it; default 4,000 ms. */
  readTimeoutMs?: number
  /** The longest that one write transaction may take on the server; default 10,000 ms. */
  writeTimeoutMs?: number
  poolSize?: number
  /** Told of every transaction that is tried again, for example after a deadlock. */
  onRetry?(code: string): void
  /** Told how long each read took, whatever came of it. */
  onRead?(queryName: string, seconds: number): void
  /** Told of every failure that is the graph's, and not of callers who went away. */
  onError?(kind: GraphErrorKind): void
  /** Told of each login that Neo4j refuses, with what it means, and how long none is tried now. */
  onRefused?(message: string, waitMs: number): void
  /**
   * Told of each row that `read`, `readWithGeneration` and `stream` leave out because it stays unreadable however often it
   * is read. Without it such a row fails the read.
   */
  onUnreadable?(row: UnreadableRowOfGraph): void
}

export interface StreamOptions {
  /** How many rows are asked for at once, and so about how many are held; default 500. */
  fetchSize?: number
  signal?: AbortSignal | undefined
}

export interface Graph {
  /** `signal` ends the query on the server too. */
  read: <P, R, B extends Binding>(
    query: Query<P, R, B>,
    organization: BoundTo<B>,
    params: P,
    signal?: AbortSignal,
  ) => Promise<R[]>
  /**
   * A read of what a group of projectors made, and the generation of their graph once its rows had been read; 0 before the
   * group has claimed anything.
   */
  readWithGeneration: <P, R>(
    query: Query<P, R, 'tenant'>,
    organization: string,
    params: P,
    groupId: string,
    signal?: AbortSignal,
  ) => Promise<{ rows: R[]; generation: number }>
  /** The rows of one long read as they are taken: as slowly as the caller likes, and never more than a few batches held. */
  stream: <P, R, B extends Binding>(
    query: Query<P, R, B>,
    organization: BoundTo<B>,
    params: P,
    options?: StreamOptions,
  ) => AsyncGenerator<R, void, undefined>
  /** A read that the leader of a cluster answers: others may not have the last writes yet. Retried as `write` is. */
  readFromLeader: <P, R, B extends Binding>(query: Query<P, R, B>, organization: BoundTo<B>, params: P) => Promise<R[]>
  /**
   * One transaction, retried on transient failures: `work` must be repeatable. Of those that share `runExclusive` one at a
   * time runs statements; the next begins while the one before is being committed, which takes no locks.
   */
  write<T>(work: (run: Run) => Promise<T>, runExclusive?: RunExclusive): Promise<T>
  /** Statements that manage the schema or their own transactions; maintenance only. Retried as `write` is. */
  execute(text: string, params?: Record<string, unknown>): Promise<Record<string, unknown>[]>
  /** Statements of the schema in one transaction; maintenance only. Retried as `write` is. */
  executeTogether(texts: readonly string[]): Promise<void>
  /** Answers when the graph does, within half the time of a read. @throws GraphError */
  ping(): Promise<void>
  /** Why Neo4j lets this process log in no more, for operators; null while it may. */
  loginRefused(): string | null
  close(): Promise<void>
}

/** A part of what `withGeneration` returns: rows are lists. */
interface PartOfRows extends RecordShape {
  at: number
  rows: unknown[][]
  generation: number
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
  const { readTimeoutMs = 4000, writeTimeoutMs = 10_000, poolSize = 100 } = options
  const { onRetry = () => {}, onRead = () => {}, onError = () => {}, onRefused = () => {}, onUnreadable } = options
  const known = createKnownUnreadable()
  const driver = connectDriver(settings, poolSize, readTimeoutMs)
  const database = settings.NEO4J_DATABASE
  const logins = createLogins({ onRefused })
  logInInTurn(driver, logins)
  const session = (mode: 'READ' | 'WRITE', fetchSize = 2000) => {
    const hopeless = logins.hopeless()
    if (hopeless) throw failed(hopeless)
    return driver.session({ database, defaultAccessMode: mode, fetchSize })
  }

  /** The error by its name, which is counted. */
  const failed = (error: unknown, queryName?: string, signal?: AbortSignal): Error => {
    const named = toGraphError(error, poolSize, queryName)
    if (named instanceof GraphError && !signal?.aborted) onError(named.kind)
    return named
  }

  /** Reads in a session of its own; a row that lacks something is read again. */
  const reading = <T>(
    queryName: string,
    signal: AbortSignal | undefined,
    work: (open: Session, isLast: boolean) => Promise<T>,
  ) =>
    inGraphSpan(queryName, () =>
      rereading(async (isLast) => {
        if (signal?.aborted) throw abandoned()
        const open = session('READ')
        const begun = performance.now()
        try {
          return await logins.ridingOut(() => work(open, isLast), readTimeoutMs)
        } catch (error) {
          throw failed(error, queryName, signal)
        } finally {
          onRead(queryName, (performance.now() - begun) / 1000)
          closeQuietly(open)
        }
      }),
    )

  /** The rows that can be read; `isLast` says that no other reading follows, so that what lacks something is left out. */
  function readable<P, R>(query: Query<P, R>, all: readonly (readonly unknown[])[], isLast: boolean): R[] {
    if (!onUnreadable) return all.map((values) => rowOf(query, values))
    const rows = all.flatMap((values) => {
      try {
        return [rowOf(query, values)]
      } catch (error) {
        const row = namedRow(query, values)
        const isKnown = known.has(query, row)
        if (!isLast && !isKnown) throw error
        if (!isKnown) known.add(query, row)
        onUnreadable(describeUnreadable(query, row, error instanceof IncompleteRow ? error.cause : error))
        return []
      }
    })
    noteLeftOut(rows, all.length - rows.length)
    return rows
  }

  /** One row of a long read, which cannot be read again: it is remembered, so that a read that starts again leaves it out. */
  function readableOrNot<P, R>(
    query: Query<P, R>,
    values: readonly unknown[],
  ): { rows: R[]; error: IncompleteRow | null } {
    try {
      return { rows: readable(query, [values], false), error: null }
    } catch (error) {
      if (!onUnreadable || !(error instanceof IncompleteRow)) throw error
      known.add(query, namedRow(query, values))
      return { rows: [], error }
    }
  }

  /**
   * Reads as many rows as the statement's `limit` allows, however many are left out: those who page by it take fewer rows
   * for the end of the list.
   */
  async function full<R>(params: unknown, read: (given: object) => Promise<R[]>): Promise<R[]> {
    const given = { ...(params as { limit?: unknown }) }
    const { limit } = given
    for (;;) {
      const rows = await read(given)
      const missing = leftOutOf(rows)
      if (missing === 0 || typeof limit !== 'number' || rows.length >= limit) return rows
      if (rows.length + missing < Number(given.limit)) return rows
      given.limit = limit + missing
    }
  }

  /** Asks the leader, in a session of its own; repeats what may succeed the next time. */
  const leading = async <T>(name: string, ask: (open: Session) => Promise<T>): Promise<T> => {
    const open = session('WRITE')
    try {
      return await inGraphSpan(name, () =>
        rereading(() => retrying(() => logins.ridingOut(() => ask(open), writeTimeoutMs), onRetry)),
      )
    } catch (error) {
      throw failed(error)
    } finally {
      closeQuietly(open)
    }
  }

  return {
    read: (query, organization, params, signal) =>
      full(params, (given) =>
        reading(query.name, signal, async (open, isLast) => {
          const bound = bind(query, organization, given as typeof params)
          const run = open.run(query.sentText, bound, transactionConfig(readTimeoutMs))
          const { records } = await withDeadline(run, readTimeoutMs, signal)
          return readable(
            query,
            records.map((record) => valuesOf(query, record)),
            isLast,
          )
        }),
      ),
    async readWithGeneration(query, organization, params, groupId, signal) {
      let generation = 0
      const rows = await full(params, (given) =>
        reading(query.name, signal, async (open, isLast) => {
          if (!query.textWithGeneration) throw new Error(`${query.name} does not read what projectors made`)
          const bound = bind(query, organization, { ...(given as typeof params), projectorGroup: groupId })
          const run = open.run<PartOfRows>(query.textWithGeneration, bound, transactionConfig(readTimeoutMs))
          const { records } = await withDeadline(run, readTimeoutMs, signal)
          const parts = records.toSorted((a, b) => a.get('at') - b.get('at'))
          const [first] = parts
          if (!first) throw new Error(`${query.name} returned nothing`)
          generation = first.get('generation')
          return readable(
            query,
            parts.flatMap((part) => part.get('rows')),
            isLast,
          )
        }),
      )
      return { rows, generation }
    },
    async *stream(query, organization, params, { fetchSize = 500, signal } = {}) {
      const open = session('READ', fetchSize)
      let unfinished: IncompleteRow | null = null
      try {
        const bound = bind(query, organization, params)
        const taken = open.run(query.sentText, bound, transactionConfig(STREAM_TIMEOUT_MS))[Symbol.asyncIterator]()
        for (;;) {
          if (signal?.aborted) throw abandoned()
          const next = await withDeadline(taken.next(), STREAM_SILENCE_MS, signal)
          if (next.done) break
          const values = valuesOf(query, next.value)
          const { rows, error } = readableOrNot(query, values)
          unfinished ??= error
          yield* rows
        }
        if (unfinished !== null) throw unfinished
      } catch (error) {
        throw failed(error, query.name, signal)
      } finally {
        closeQuietly(open)
      }
    },
    readFromLeader: (query, organization, params) =>
      leading(query.name, async (open) => {
        const run = open.run(query.sentText, bind(query, organization, params), transactionConfig(writeTimeoutMs))
        return rowsOf(query, await withDeadline(run, 2 * writeTimeoutMs))
      }),
    write: (work, runExclusive = atOnce) =>
      leading('write', (open) => inTransaction(open, work, writeTimeoutMs, runExclusive)),
    async execute(text, params = {}) {
      const executing = session('WRITE')
      try {
        const attempt = () => executing.run(text, integers(params), { timeout: EXECUTE_TIMEOUT_MS })
        return (await retrying(attempt, onRetry)).records.map((record) => record.toObject())
      } catch (error) {
        throw failed(error)
      } finally {
        await executing.close()
      }
    },
    async executeTogether(texts) {
      const executing = session('WRITE')
      try {
        await retrying(async () => {
          const tx = executing.beginTransaction({ timeout: EXECUTE_TIMEOUT_MS })
          try {
            for (const text of texts) await tx.run(text)
            await tx.commit()
          } finally {
            await tx.close()
          }
        }, onRetry)
      } catch (error) {
        throw failed(error)
      } finally {
        await executing.close()
      }
    },
    async ping() {
      const pinging = session('READ')
      try {
        const ask = () => withDeadline(pinging.run('RETURN 1', {}, { timeout: readTimeoutMs / 2 }), readTimeoutMs / 2)
        await logins.ridingOut(ask, readTimeoutMs / 2)
      } catch (error) {
        throw failed(error)
      } finally {
        closeQuietly(pinging)
      }
    },
    loginRefused: () => logins.refusal()?.message ?? null,
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

/** Below the span of a request or a batch, if there is one, and named as the query is. */
function inGraphSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  return inChildSpan('client', `graph ${name}`, { 'db.system.name': 'neo4j', 'db.operation.name': name }, work)
}

/** The server's own log of queries, and its list of running ones, name the trace that a transaction is of. */
function transactionConfig(timeout: number): { timeout: number; metadata?: { traceparent: string } } {
  const traceparent = activeTraceparent()
  return traceparent ? { timeout, metadata: { traceparent } } : { timeout }
}

const atOnce: RunExclusive = (task) => task()

async function inTransaction<T>(
  session: Session,
  work: (run: Run) => Promise<T>,
  timeout: number,
  runExclusive: RunExclusive,
): Promise<T> {
  const { tx, result } = await runExclusive(() => withDeadline(runStatements(session, work, timeout), 2 * timeout))
  await withDeadline(tx.commit(), 2 * timeout)
  return result
}

/** Begins a transaction and runs its statements; when one of them fails, all is rolled back. */
async function runStatements<T>(
  session: Session,
  work: (run: Run) => Promise<T>,
  timeout: number,
): Promise<{ tx: Transaction; result: T }> {
  const tx = session.beginTransaction(transactionConfig(timeout))
  try {
    return { tx, result: await work(runIn(tx)) }
  } catch (error) {
    await tx.close()
    throw error
  }
}

function runIn(tx: Transaction): Run {
  return async (query, organization, params) =>
    rowsOf(query, await tx.run(query.sentText, bind(query, organization, params)))
}

/** The tenant is added here and cannot be forgotten: a tenant's query without an organization never runs. */
function bind<P, R>(query: Query<P, R>, organization: string | null, params: P): { params: Record<string, unknown> } {
  const own = integers(params as Record<string, unknown>)
  if (query.binding === 'system') return { params: own }
  if (!organization) throw new Error(`${query.name} is bound to an organization, and none was given`)
  return { params: { ...own, tenantKey: organization, tenantLabel: tenantLabel(organization) } }
}

/** The driver sends every JavaScript number as a float; whole numbers are sent as integers instead. */
function integers(params: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(params)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Number.isInteger(value) ? neo4j.int(value as number) : value]),
  )
}

function rowsOf<P, R>(query: Query<P, R>, result: QueryResult): R[] {
  return result.records.map((record) => rowOf(query, valuesOf(query, record)))
}

function valuesOf({ columns }: Pick<Query, 'columns'>, record: Pick<QueryResult['records'][number], 'get'>): unknown[] {
  return columns.map((column) => record.get(column))
}

/** The values are in the order of the columns. */
function namedRow({ columns }: Pick<Query, 'columns'>, values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [at, column] of columns.entries()) row[column] = values[at]
  return row
}

function rowOf<P, R>(query: Query<P, R>, values: readonly unknown[]): R {
  const row = namedRow(query, values)
  try {
    return query.row.parse(row)
  } catch (error) {
    throw new IncompleteRow(query.name, error)
  }
}

/** All rows of a long read, at the pace of its consumer. */
const STREAM_TIMEOUT_MS = 6 * 3_600_000
/** The longest that a long read waits for its next rows. */
const STREAM_SILENCE_MS = 30_000

/** Longer than a migration waits for its indexes, whatever the server's own limit is. */
const EXECUTE_TIMEOUT_MS = 330_000

/** Beyond the time of a read: the server looks every 250 ms whose time is over, and its own word on that says more than silence. */
const SILENCE_MS = 500

/**
 * A stopped server neither responds nor hangs up, and the driver would wait indefinitely. A process that was suspended finds
 * its time over and perhaps a response waiting, which counts: sockets are read before the deadline is checked.
 */
async function withDeadline<T>(work: PromiseLike<T>, timeoutMs: number, signal?: AbortSignal): Promise<T> {
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

function abandoned(): GraphError {
  return new GraphError('timeout', 'The caller disconnected before the response')
}

/** Closing waits for the server, which drops a query that still runs; a failed answer was already reported. */
function closeQuietly(session: Session): void {
  session.close().catch(() => undefined)
}
