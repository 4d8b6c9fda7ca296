import type { Query } from '../cypher/query.ts'
import type { Credential } from '../schemas/credentials.ts'
import type { Scope } from '../schemas/scopes.ts'

/** What an operation sees of its caller and of the world. The organization is bound here and cannot be named by it. */
export interface Context {
  readonly credential: Readonly<Credential>
  readonly scopes: ReadonlySet<Scope>
  readonly requestId: string
  readonly correlationId: string
  /** Days after its completion for which a snapshot is available. */
  readonly snapshotRetentionDays: number
  /** The consumer group of the projector, by which its lag is known. */
  readonly projectorGroup: string
  /** Runs a tenant-bound read as the caller's organization. */
  read<Params, Row>(query: Query<Params, Row>, params: Params): Promise<Row[]>
  /** Seals the position after which a list continues, bound to the organization, the operation and its filters. */
  sealCursor(operationId: string, filters: unknown, position: readonly (string | number)[]): string
  /** Opens a cursor that `sealCursor` made for the same three. @throws ApiError invalid_cursor */
  openCursor(operationId: string, filters: unknown, cursor: string): (string | number)[]
  now(): Date
}
