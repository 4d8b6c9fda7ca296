import type { Graph } from '../../cypher/connect.ts'
import { completeExport, failExport, releaseExport } from '../../cypher/exports/exports.ts'
import { inOwnSpan } from '../../process/tracing/spans.ts'
import type { ExportFormat } from '../../schemas/exports/export-formats.ts'
import { type ExportJob, type ExportKind, exportKinds } from '../../schemas/exports/exports.ts'
import { type ProblemCode, problems } from '../../schemas/problem.ts'
import { storedParameters } from '../../schemas/stored/export.ts'
import type { TextOf } from '../../schemas/stored/stored-document.ts'
import type { LongReader } from '../core/context.ts'
import { toApiError } from '../core/perform.ts'
import { createUnreadable } from '../core/unreadable.ts'
import type { FairScheduler } from '../limits/fair-scheduler.ts'
import type { ReportUnreadable } from '../observability/report-unreadable.ts'
import { formats } from './formats/index.ts'
import { generationOf } from './generation-of.ts'
import { type Claim, ExportStopped, type Lease, type StopReason } from './lease.ts'
import { kinds } from './recipes/index.ts'
import type { Draft, ExportStorage } from './storage/storage.ts'
import { type WrittenFile, writeFile } from './write-file.ts'

/** One attempt to write an export. */
export interface Attempt extends Claim {
  kind: ExportKind
  format: ExportFormat
  parameters: TextOf<ExportJob['parameters']>
  /** ID of the request that created the export, for the log. */
  requestId: string
  /** Number of this attempt, from 1. */
  attempts: number
  /** Generation of the graph before the export was claimed. If it changes, a rebuild has run. */
  generation: number
}

export interface RunWith {
  graph: Graph
  /** Consumer group of the projectors that write to the graph. */
  groupId: string
  storage: ExportStorage
  scheduler: Pick<FairScheduler, 'whenIdle'>
  /** How long the file can be downloaded after its completion, in milliseconds. */
  windowMs: number
  /** Milliseconds since 1970. */
  now: () => number
  reportUnreadable: ReportUnreadable
}

/** The outcome of an attempt; `error` is for the log. */
export interface Ended {
  outcome: 'completed' | 'failed' | 'left'
  code: ProblemCode | StopReason | null
  rows: number
  error?: unknown
}

/** After this number of attempts an export fails permanently. */
const MOST_ATTEMPTS = 8
const LONGEST_WAIT_MS = 30_000
/** While requests are running, writing pauses for three times as long as the last piece took. */
const REST = 3
/** The longest pause, in milliseconds, even if the last piece took long because the graph was slow. */
const LONGEST_REST_MS = 1000

/**
 * Writes and publishes the file of an export, and stores the result in the graph. If that fails, it stores the reason.
 */
export async function runExport(attempt: Attempt, lease: Lease, given: RunWith): Promise<Ended> {
  try {
    if (attempt.attempts > MOST_ATTEMPTS) throw new Error('The export was interrupted too often')
    const { rows } = await inOwnSpan(`export ${attempt.kind}`, {}, () => produce(attempt, lease, given))
    return { outcome: 'completed', code: null, rows }
  } catch (error) {
    return await giveUp(attempt, error, lease, given)
  }
}

async function produce(attempt: Attempt, lease: Lease, given: RunWith): Promise<WrittenFile> {
  const { graph, storage, windowMs, now } = given
  const { organization, id, fence, format } = attempt
  const name = { organization, exportId: id, fence, format }
  const draft = await storage.create(name)
  let isPublished = false
  try {
    const written = await writeOneState(attempt, draft, lease, given)
    // This also stores the number of rows, because `completeExport` does not.
    await lease.renew()
    await draft.publish()
    isPublished = true
    const ended = now()
    const times = { completedAt: timeOf(ended), expiresAt: timeOf(ended + windowMs) }
    const { byteSize, sha256 } = written
    const end = { id, fence, ...times, byteSize, sha256 }
    const [done] = await graph.write((run) => run(completeExport, organization, end))
    if (!done) throw new ExportStopped('lost')
    return written
  } catch (error) {
    await (isPublished ? storage.remove(name).catch(() => undefined) : draft.discard())
    throw error
  }
}

/** @throws ExportStopped if a rebuild ran, also in place of an error that the rebuild caused */
async function writeOneState(attempt: Attempt, draft: Draft, lease: Lease, given: RunWith): Promise<WrittenFile> {
  const isRebuilt = async () =>
    (await generationOf(given.graph, given.groupId, attempt.organization)) !== attempt.generation
  const written = await write(attempt, draft, lease, given).catch(async (error) => {
    throw (await isRebuilt().catch(() => false)) ? new ExportStopped('rebuilt') : error
  })
  if (await isRebuilt()) throw new ExportStopped('rebuilt')
  return written
}

function write(
  { kind, format, parameters, organization }: Attempt,
  draft: Draft,
  lease: Lease,
  { graph, scheduler, now, reportUnreadable }: RunWith,
) {
  const { signal } = lease
  const reader: LongReader = {
    organization,
    unreadable: createUnreadable((row) => reportUnreadable({ ...row, organization })),
    now: () => new Date(now()),
    read: (query, params) => graph.read(query, organization, params, signal),
    stream: (query, params, fetchSize) =>
      graph.stream(query, organization, params, { signal, ...(fetchSize ? { fetchSize } : {}) }),
  }
  const [recipe, given] = [kinds[kind], storedParameters.read(parameters)]
  const contents = {
    columns: exportKinds[kind].columns,
    parts: recipe.parts(given, reader),
    hasByteOrderMark: recipe.hasByteOrderMark(given),
  }
  let begun = performance.now()
  return writeFile(formats[format], contents, draft, signal, async (rows) => {
    lease.rows = rows
    await scheduler.whenIdle(Math.min(REST * (performance.now() - begun), LONGEST_REST_MS))
    begun = performance.now()
  })
}

/** Stores why an attempt ended: the export fails, or it is released to be retried after a delay. */
async function giveUp(attempt: Attempt, error: unknown, lease: Lease, { graph, now }: RunWith): Promise<Ended> {
  const { organization, id, fence, attempts } = attempt
  const rows = lease.rows
  const cause: unknown = lease.signal.aborted ? lease.signal.reason : error
  const reason = cause instanceof ExportStopped ? cause.reason : null
  const leave = (waitMs: number, refund: number) =>
    graph.write((run) => run(releaseExport, organization, { id, fence, waitMs, refund })).catch(() => undefined)
  if (reason === 'lost') return { outcome: 'left', code: reason, rows }
  if (reason !== null) {
    await leave(0, 1)
    return { outcome: 'left', code: reason, rows }
  }
  const { code } = toApiError(error)
  const mayHeal = problems[code].status >= 500
  if (mayHeal && attempts < MOST_ATTEMPTS) {
    await leave(Math.min(1000 * 2 ** (attempts - 1), LONGEST_WAIT_MS), 0)
    return { outcome: 'left', code, rows, error }
  }
  const ended = { id, fence, completedAt: timeOf(now()), errorCode: code }
  // If the failure cannot be stored, the lease expires, and the next attempt fails in the same way.
  await graph.write((run) => run(failExport, organization, ended)).catch(() => undefined)
  return { outcome: 'failed', code, rows, error }
}

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString()
