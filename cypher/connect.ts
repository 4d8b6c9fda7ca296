import neo4j, { type QueryResult, type RecordShape, type Session, type Transaction } from 'neo4j-driver'
import type { IncompleteRow } from './errors.ts'
import {
  abandoned,
  closeQuietly,
  type GraphOptions,
  GraphSessions,
  type GraphSettings,
  transactionConfig,
  withDeadline,
} from './graph-sessions.ts'
import type { Binding, BoundTo, Query } from './query.ts'
import { parseRow, ReadableRows, readFull } from './readable-rows.ts'

export type { GraphOptions } from './graph-sessions.ts'

/** Lets one task run at a time. */
export type RunExclusive = <T>(task: () => Promise<T>) => Promise<T>

/** Runs the statements of one transaction; `organization` binds a tenant's query and is null for a system's. */
export type Run = <P, R, B extends Binding>(query: Query<P, R, B>, organization: BoundTo<B>, params: P) => Promise<R[]>

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
export function connectGraph(settings: GraphSettings, options: GraphOptions = {}): Graph {
  const sessions = new GraphSessions(settings, options)
  const rows = new ReadableRows(options.onUnreadable)
  const { readTimeoutMs, writeTimeoutMs } = sessions
  return {
    read: (query, organization, params, signal) =>
      readFull(params, (given) =>
        sessions.read(query.name, signal, async (session, isLast) => {
          const bound = bind(query, organization, given as typeof params)
          const run = session.run(query.sentText, bound, transactionConfig(readTimeoutMs))
          const { records } = await withDeadline(run, readTimeoutMs, signal)
          const values = records.map((record) => valuesOf(query, record))
          return rows.parse(query, values, isLast)
        }),
      ),
    async readWithGeneration(query, organization, params, groupId, signal) {
      let generation = 0
      const found = await readFull(params, (given) =>
        sessions.read(query.name, signal, async (session, isLast) => {
          if (!query.textWithGeneration) throw new Error(`${query.name} does not read what projectors made`)
          const bound = bind(query, organization, { ...(given as typeof params), projectorGroup: groupId })
          const run = session.run<PartOfRows>(query.textWithGeneration, bound, transactionConfig(readTimeoutMs))
          const { records } = await withDeadline(run, readTimeoutMs, signal)
          const parts = records.toSorted((a, b) => a.get('at') - b.get('at'))
          const [first] = parts
          if (!first) throw new Error(`${query.name} returned nothing`)
          generation = first.get('generation')
          const values = parts.flatMap((part) => part.get('rows'))
          return rows.parse(query, values, isLast)
        }),
      )
      return { rows: found, generation }
    },
    async *stream(query, organization, params, { fetchSize = 500, signal } = {}) {
      const session = sessions.open('READ', fetchSize)
      let unfinished: IncompleteRow | null = null
      try {
        const bound = bind(query, organization, params)
        const run = session.run(query.sentText, bound, transactionConfig(STREAM_TIMEOUT_MS))
        const records = run[Symbol.asyncIterator]()
        for (;;) {
          if (signal?.aborted) throw abandoned()
          const next = await withDeadline(records.next(), STREAM_SILENCE_MS, signal)
          if (next.done) break
          const parsed = rows.parseOnce(query, valuesOf(query, next.value))
          unfinished ??= parsed.error
          yield* parsed.rows
        }
        if (unfinished !== null) throw unfinished
      } catch (error) {
        throw sessions.failed(error, query.name, signal)
      } finally {
        closeQuietly(session)
      }
    },
    readFromLeader: (query, organization, params) =>
      sessions.lead(query.name, async (session) => {
        const run = session.run(query.sentText, bind(query, organization, params), transactionConfig(writeTimeoutMs))
        return rowsOf(query, await withDeadline(run, 2 * writeTimeoutMs))
      }),
    write: (work, runExclusive = atOnce) =>
      sessions.lead('write', (session) => inTransaction(session, work, writeTimeoutMs, runExclusive)),
    execute: (text, params = {}) =>
      sessions.maintain(async (session) => {
        const { records } = await session.run(text, integers(params), { timeout: EXECUTE_TIMEOUT_MS })
        return records.map((record) => record.toObject())
      }),
    executeTogether: (texts) =>
      sessions.maintain(async (session) => {
        const tx = session.beginTransaction({ timeout: EXECUTE_TIMEOUT_MS })
        try {
          for (const text of texts) await tx.run(text)
          await tx.commit()
        } finally {
          await tx.close()
        }
      }),
    ping: () => sessions.ping(),
    loginRefused: () => sessions.loginRefused(),
    close: () => sessions.close(),
  }
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
  return result.records.map((record) => parseRow(query, valuesOf(query, record)))
}

function valuesOf({ columns }: Pick<Query, 'columns'>, record: Pick<QueryResult['records'][number], 'get'>): unknown[] {
  return columns.map((column) => record.get(column))
}

/** All rows of a long read, at the pace of its consumer. */
const STREAM_TIMEOUT_MS = 6 * 3_600_000
/** The longest that a long read waits for its next rows. */
const STREAM_SILENCE_MS = 30_000

/** Longer than a migration waits for its indexes, whatever the server's own limit is. */
const EXECUTE_TIMEOUT_MS = 330_000
