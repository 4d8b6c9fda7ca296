import type { Readable } from 'node:stream'
import type { createExport } from '../../cypher/exports/exports.ts'
import type { Query } from '../../cypher/query.ts'
import type { Credential } from '../../schemas/credentials.ts'
import type { ExportFormat } from '../../schemas/exports/export-formats.ts'
import type { ExportKind } from '../../schemas/exports/exports.ts'
import type { Scope } from '../../schemas/scopes.ts'
import type { Unreadable } from './unreadable.ts'

/** Reads the data of one organization from the graph. */
export interface Reader {
  readonly organization: string
  /** Runs a tenant-bound read. */
  read<Params, Row>(query: Query<Params, Row, 'tenant'>, params: Params): Promise<Row[]>
}

/** A reader with a clock, for values that depend on the current time. */
export interface ClockedReader extends Reader {
  now(): Date
}

/** A reader for long reads, such as those of exports. */
export interface LongReader extends ClockedReader {
  readonly unreadable: Unreadable
  /** Streams the rows of one long read as the caller consumes them. It requests `fetchSize` rows at a time. */
  stream<Params, Row>(query: Query<Params, Row, 'tenant'>, params: Params, fetchSize?: number): AsyncIterable<Row>
}

/** The access to exports that operations have in addition to the graph. */
export interface ExportAccess {
  readonly requiresDomainScopes: boolean
  /**
   * Resolves the parameters that an export job stores. Snapshots are resolved to their IDs, so the result does not
   * depend on when the job runs.
   * @throws ApiError as the matching read does
   */
  resolve(kind: ExportKind, parameters: unknown, reader: Reader): Promise<Record<string, unknown>>
  /** Queues an export of one organization. This is the only write that operations can make. */
  create(params: NonNullable<typeof createExport.params>): Promise<{ id: string }[]>
  /**
   * Opens the file of an export of the caller's organization, or returns null if there is no such file. `end` is
   * exclusive.
   */
  open(
    name: { exportId: string; fence: number; format: ExportFormat },
    range?: { start: number; end: number },
  ): Promise<Readable | null>
}

/**
 * What an operation can access while it handles a request. The organization is bound here, so an operation cannot read
 * the data of another one.
 */
export interface Context extends ClockedReader {
  /** Counts the rows that are left out of the response. */
  readonly unreadable: Unreadable
  readonly credential: Readonly<Credential>
  readonly organizationName: string
  /** Requests per minute of all credentials of the organization together; null for no limit. */
  readonly organizationQuota: number | null
  readonly scopes: ReadonlySet<Scope>
  readonly requestId: string
  readonly correlationId: string
  /** Number of days for which a snapshot remains available after its completion. */
  readonly snapshotRetentionDays: number
  /** The lag of the projectors, as they last measured it, or null if they never measured it. */
  readProjectorLag(): Promise<{ lagSeconds: number | null; measuredAt: string | null } | null>
  /** The topics of which the projectors have claimed partitions, sorted. */
  readEventTopics(): Promise<string[]>
  /**
   * The offset of the first event of a partition that the projectors have not applied yet, and when they last applied
   * one, in epoch milliseconds. Null if they have never claimed the partition.
   */
  readOffset(topic: string, partition: number): Promise<{ next: number; appliedAt: number | null } | null>
  /**
   * Seals the position after which a list continues into a cursor. The cursor is bound to the organization, the
   * operation, and its filters.
   */
  sealCursor(operationId: string, filters: unknown, position: readonly (string | number)[]): string
  /**
   * Opens a cursor that `sealCursor` made for the same organization, operation, and filters.
   * @throws ApiError invalid_cursor
   */
  openCursor(operationId: string, filters: unknown, cursor: string): (string | number)[]
  readonly exports: ExportAccess
  /**
   * Runs the work of an operation when its organization has a free slot, which stays taken until the response is
   * checked.
   */
  schedule<T>(work: () => Promise<T>): Promise<T>
  /** The longest time that the operation may take, including the wait for a slot. */
  readonly respondWithinMs: number
}
