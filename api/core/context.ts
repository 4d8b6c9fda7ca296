import type { Readable } from 'node:stream'
import type { createExport } from '../../cypher/exports/exports.ts'
import type { Query } from '../../cypher/query.ts'
import type { Credential } from '../../schemas/credentials.ts'
import type { ExportKind } from '../../schemas/exports.ts'
import type { Scope } from '../../schemas/scopes.ts'
import type { Unreadable } from './unreadable.ts'

/** Reads the graph as one organization. */
export interface Reader {
  readonly organization: string
  /** Runs a tenant-bound read. */
  read<Params, Row>(query: Query<Params, Row, 'tenant'>, params: Params): Promise<Row[]>
}

/** A reader that knows what time it is, for what depends on that. */
export interface ClockedReader extends Reader {
  now(): Date
}

/** A reader that can take its time. */
export interface LongReader extends ClockedReader {
  readonly unreadable: Unreadable
  /** One long read, row by row as they are taken; `fetchSize` rows are requested at a time. */
  stream<Params, Row>(query: Query<Params, Row, 'tenant'>, params: Params, fetchSize?: number): AsyncIterable<Row>
}

/** What operations know of exports beyond the graph. */
export interface ExportAccess {
  readonly requiresDomainScopes: boolean
  /**
   * What a job keeps of the parameters of its kind: with snapshots by their ids, so that it does not matter when it runs.
   * @throws ApiError as the matching read does
   */
  resolve(kind: ExportKind, parameters: unknown, reader: Reader): Promise<Record<string, unknown>>
  /** Queues an export, tenant-bound. The one write that operations have. */
  create(params: NonNullable<typeof createExport.params>): Promise<{ id: string }[]>
  /** The file of an export of the caller's organization, or null when it is not there. `end` is exclusive. */
  open(name: { exportId: string; fence: number }, range?: { start: number; end: number }): Promise<Readable | null>
}

/** What an operation sees of its caller and of the world. The organization is bound here and cannot be named by it. */
export interface Context extends ClockedReader {
  /** Rows that the response leaves out. */
  readonly unreadable: Unreadable
  readonly credential: Readonly<Credential>
  readonly organizationName: string
  readonly scopes: ReadonlySet<Scope>
  readonly requestId: string
  readonly correlationId: string
  /** Days after its completion for which a snapshot is available. */
  readonly snapshotRetentionDays: number
  /** How far behind the projectors are, as they measured it last; null when they never did. */
  readProjectorLag(): Promise<{ lagSeconds: number | null; measuredAt: string | null } | null>
  /** Seals the position after which a list continues, bound to the organization, the operation and its filters. */
  sealCursor(operationId: string, filters: unknown, position: readonly (string | number)[]): string
  /** Opens a cursor that `sealCursor` made for the same three. @throws ApiError invalid_cursor */
  openCursor(operationId: string, filters: unknown, cursor: string): (string | number)[]
  readonly exports: ExportAccess
  /** Does the work of an operation when its organization has a slot, which it keeps until the response is checked. */
  schedule<T>(work: () => Promise<T>): Promise<T>
  /** The longest that the operation may take, waiting for a slot included. */
  readonly respondWithinMs: number
}
