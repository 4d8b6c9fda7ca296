import type { AuditRecord } from '../schemas/audit.ts'

/** Where a request came in, for the counts of failed authentications. */
export type AuditInterface = AuditRecord['interface']

/**
 * The audit trail of one process. Every record is on local disk within AUDIT_FLUSH_MS and goes from there to Kafka in
 * order, at least once, however long Kafka is away.
 */
export interface AuditTrail {
  /** Takes a record. Never waits and never throws; the record is written without its secrets. */
  record(record: AuditRecord): void
  /** Counts a 401 of an address: a minute's make one record. */
  recordFailedAuthentication(address: string, via?: AuditInterface): void
  /** True while records cannot be kept: then protected requests must be refused with 503, or they would go unaudited. */
  isFull(): boolean
  /** Bytes that were not delivered yet, those in memory and those of other processes in the same folder included. */
  undeliveredBytes(): number
  /**
   * Writes everything down, delivers what it can in a few seconds, and leaves the rest to the next process.
   * @throws Error when the disk did not take the last records
   */
  close(): Promise<void>
}
