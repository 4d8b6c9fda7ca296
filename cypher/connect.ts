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
import { groupOfOrganization } from './system/organization-group.ts'

export type { GraphOptions } from './graph-sessions.ts'

/** Runs a task while no other task of the same mutex runs. */
export type RunExclusive = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Runs the statements of one transaction. `organization` is the organization of a tenant's query, and null for a
 * system's query.
 */
export type Run = <P, R, B extends Binding>(query: Query<P, R, B>, organization: BoundTo<B>, params: P) => Promise<R[]>

export interface StreamOptions {
  /** Number of rows in one fetch, and so about the number of rows in memory; default 500. */
  fetchSize?: number
  signal?: AbortSignal | undefined
}

export interface Graph {
  /** Runs a read. `signal` also ends the query on the server. */
  read: <P, R, B extends Binding>(
    query: Query<P, R, B>,
    organization: BoundTo<B>,
    params: P,
    signal?: AbortSignal,
  ) => Promise<R[]>
  /**
   * Reads data that a group of projectors wrote, together with the generation of the organization's data after all rows
   * were read. The generation is 0 before the first rebuild.
   */
  readWithGeneration: <P, R>(
    query: Query<P, R, 'tenant'>,
    organization: string,
    params: P,
    groupId: string,
    signal?: AbortSignal,
  ) => Promise<{ rows: R[]; generation: number }>
  /** Streams the rows of one long read at the pace of the caller. Only a few batches are in memory. */
  stream: <P, R, B extends Binding>(
    query: Query<P, R, B>,
    organization: BoundTo<B>,
    params: P,
    options?: StreamOptions,
  ) => AsyncGenerator<R, void, undefined>
  /**
   * Reads from the leader of a cluster, because other members may not have the latest writes yet. Retried like `write`.
   */
  readFromLeader: <P, R, B extends Binding>(query: Query<P, R, B>, organization: BoundTo<B>, params: P) => Promise<R[]>
  /**
   * Runs one transaction and retries it after transient failures, so `work` must be repeatable. Transactions with the
   * same `runExclusive` run their statements one after the other. The next begins while the previous is being
   * committed, because a commit takes no new locks.
   */
  write<T>(work: (run: Run) => Promise<T>, runExclusive?: RunExclusive): Promise<T>
  /** Runs a statement that manages the schema or its own transactions, for maintenance only. Retried like `write`. */
  execute(text: string, params?: Record<string, unknown>): Promise<Record<string, unknown>[]>
  /** Runs schema statements in one transaction, for maintenance only. Retried like `write`. */
  executeTogether(texts: readonly string[]): Promise<void>
  /** Resolves when the graph responds, within half the timeout of a read. @throws GraphError */
  ping(): Promise<void>
  /** Why Neo4j rejects this process's logins, for operators; null while logins are possible. */
  loginRefused(): string | null
  close(): Promise<void>
}

/** One part of the result of `withGeneration`. Each row is a list of its columns. */
interface PartOfRows extends RecordShape {
  at: number
  rows: unknown[][]
  generation: number
}

/** The tenant label of an organization, which statements check in addition to `tenantKey`. */
export function tenantLabel(organization: string): string {
  return `Tenant_${organization}`
}

/**
 * Connects to the graph at NEO4J_URI. All access goes through the returned object. Reads run in READ mode as single
 * statements, and each row is parsed.
 * @throws Error when NEO4J_URI is missing or not an address
 */
export function connectGraph(settings: GraphSettings, options: GraphOptions = {}): Graph {
  const sessions = new GraphSessions(settings, options)
  const rows = new ReadableRows(options.onUnreadable)
  const { readTimeoutMs, writeTimeoutMs } = sessions
  return {
    read: (query, organization, params, signal) =>
      readFull(params, (given) =>
        sessions.read(query, signal, async (session, isLast) => {
          const bound = bind(query, organization, given as typeof params)
          const run = session.run(textFor(query, organization), bound, transactionConfig(readTimeoutMs))
          const { records } = await withDeadline(run, readTimeoutMs, signal)
          const values = records.map((record) => valuesOf(query, record))
          return rows.parse(query, values, isLast)
        }),
      ),
    async readWithGeneration(query, organization, params, groupId, signal) {
      let generation = 0
      const found = await readFull(params, (given) =>
        sessions.read(query, signal, async (session, isLast) => {
          if (!query.textWithGeneration) throw new Error(`${query.name} does not read what projectors made`)
          const bound = bind(query, organization, {
            ...(given as typeof params),
            projectorGroup: groupId,
            organizationGroup: groupOfOrganization(groupId, organization),
          })
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
        const run = session.run(textFor(query, organization), bound, transactionConfig(STREAM_TIMEOUT_MS))
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
        const run = session.run(
          textFor(query, organization),
          bind(query, organization, params),
          transactionConfig(writeTimeoutMs),
        )
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

/** Begins a transaction and runs its statements. If one fails, the transaction is rolled back. */
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
    rowsOf(query, await tx.run(textFor(query, organization), bind(query, organization, params)))
}

/** Adds the tenant parameters. A tenant's query without an organization never runs. */
function bind<P, R>(query: Query<P, R>, organization: string | null, params: P): { params: Record<string, unknown> } {
  const own = integers(params as Record<string, unknown>)
  if (query.binding === 'system') return { params: own }
  if (!organization) throw new Error(`${query.name} is bound to an organization, and none was given`)
  return { params: { ...own, tenantKey: organization, tenantLabel: tenantLabel(organization) } }
}

/** Converts whole numbers to integers, because the driver sends every JavaScript number as a float. */
function integers(params: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(params)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Number.isInteger(value) ? neo4j.int(value as number) : value]),
  )
}

/** The text for one organization. A statement that needs its label contains it in place of the parameter. */
function textFor(
  { sentText, hasLabelInText }: Pick<Query, 'sentText' | 'hasLabelInText'>,
  organization: string | null,
): string {
  if (!hasLabelInText || organization === null) return sentText
  return sentText.replaceAll('$($params.tenantLabel)', `\`${tenantLabel(organization).replaceAll('`', '``')}\``)
}

function rowsOf<P, R>(query: Query<P, R>, result: QueryResult): R[] {
  return result.records.map((record) => parseRow(query, valuesOf(query, record)))
}

function valuesOf({ columns }: Pick<Query, 'columns'>, record: Pick<QueryResult['records'][number], 'get'>): unknown[] {
  return columns.map((column) => record.get(column))
}

/** The timeout of a whole streamed read, whose pace depends on its consumer. */
const STREAM_TIMEOUT_MS = 6 * 3_600_000
/** The longest wait for the next rows of a streamed read. */
const STREAM_SILENCE_MS = 30_000

/** Longer than a migration waits for its indexes, whatever the default timeout of the server is. */
const EXECUTE_TIMEOUT_MS = 330_000
