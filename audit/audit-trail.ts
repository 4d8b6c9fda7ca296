import type { Registry } from 'prom-client'
import type { Log } from '../kafka/log.ts'
import type { AuditRecord } from '../schemas/audit.ts'
import type { Environment } from '../schemas/environment.ts'
import { auditLine } from './audit-line.ts'
import { type AuditInterface, type Counted, failedAuthentication, refusedWhileFull } from './counted-records.ts'
import { type Counters, openCounters } from './counters.ts'
import { type AuditMetrics, auditMetrics } from './metrics.ts'
import { type Deliver, type Drainer, startDrainer } from './spool/drainer.ts'
import { openSpool, type Spool } from './spool/spool.ts'
import { createSpoolFolder } from './spool/spool-folder.ts'
import { openSpoolSources, type SpoolSources } from './spool/spool-sources.ts'
import { openSpoolWriter, type SpoolWriter } from './spool/spool-writer.ts'
import { messageOf, type TrailReports, trailReports } from './trail-reports.ts'

export interface AuditTrailOptions {
  environment: Pick<Environment, 'AUDIT_SPOOL' | 'AUDIT_SPOOL_MAX' | 'AUDIT_FLUSH_MS' | 'DATA_REGION'>
  log: Log
  /** The registry of the trail's metrics. */
  registry?: Registry | undefined
  /** How long `close` may take to deliver the remaining records, in milliseconds; default 3,000. */
  closeWithinMs?: number | undefined
  /** The longest age of a file to which records are added, in milliseconds; default 60,000. */
  segmentMs?: number | undefined
  now?: (() => Date) | undefined
}

/** How the trail delivers records; `open-audit-trail.ts` delivers them to Kafka. */
export interface Delivery {
  deliver: Deliver
  /** Called when the trail is closed, even if some records were not delivered. */
  disconnect?(): Promise<void>
}

/** The interval at which the trail looks for spool folders of dead processes. */
const ADOPT_MS = 2000

/**
 * The audit trail of one process. Every record is on the local disk within AUDIT_FLUSH_MS. From there it is delivered
 * to Kafka in order, at least once, even if Kafka is unavailable for a long time.
 */
export class AuditTrail {
  readonly #options: AuditTrailOptions
  readonly #disconnect: Delivery['disconnect']
  readonly #now: () => Date
  readonly #reports: TrailReports
  readonly #metrics: AuditMetrics
  readonly #counters: Counters
  readonly #writer: SpoolWriter
  readonly #sources: SpoolSources
  readonly #spool: Spool
  readonly #drainer: Drainer
  readonly #adopting: NodeJS.Timeout

  /** @throws Error when the spool's folder cannot be written */
  constructor(options: AuditTrailOptions, { deliver, disconnect }: Delivery) {
    const { AUDIT_SPOOL: root, AUDIT_FLUSH_MS: flushMs } = options.environment
    this.#options = options
    this.#disconnect = disconnect
    this.#now = options.now ?? (() => new Date())
    this.#reports = trailReports(options.log, root)
    const folder = createSpoolFolder(root)
    this.#writer = openSpoolWriter(folder.path, options.segmentMs)
    this.#counters = openCounters(folder.path)
    const onTorn = () => this.#onTorn()
    this.#sources = openSpoolSources(root, folder, this.#writer, onTorn)
    this.#spool = openSpool({
      writer: this.#writer,
      flushMs,
      isDelivered: this.#sources.isDelivered,
      beforeWrite: () => this.#moveCounts(this.#now()),
      afterWrite: this.#counters.save,
      onWritten: () => this.#onWritten(),
      onError: (error) => this.#onError(error),
    })
    this.#metrics = this.#openMetrics()
    this.#drainer = startDrainer({
      sources: this.#sources.list,
      deliver,
      onDelivered: (records) => this.#onDelivered(records),
      onFailure: (error) => this.#onFailure(error),
      onTorn,
    })
    this.#adopting = setInterval(() => this.#adopt(), ADOPT_MS).unref()
    this.#adopt()
  }

  /** Adds a record, without its secrets. Never waits and never throws. */
  record(record: AuditRecord): void {
    if (this.isFull() && record.status >= 400) this.#count(refusedWhileFull(record))
    else this.#spool.push(auditLine(record))
  }

  /** Counts a 401 response to an address. Each minute with failed authentications of an address makes one record. */
  recordFailedAuthentication(address: string, via: AuditInterface = 'rest'): void {
    this.#count(failedAuthentication(address, via, this.#options.environment.DATA_REGION, this.#now()))
  }

  /**
   * True if the spool is full or cannot be written. Then protected requests must be rejected with 503, because they
   * could not be audited.
   */
  isFull(): boolean {
    return this.#spool.error() !== undefined || this.undeliveredBytes() >= this.#options.environment.AUDIT_SPOOL_MAX
  }

  /**
   * Bytes that are not yet delivered, including those in memory and those of other processes that use the same folder.
   */
  undeliveredBytes(): number {
    return this.#sources.bytes() + this.#spool.waitingBytes()
  }

  /**
   * Writes all records to disk and delivers as many as it can within `closeWithinMs`. The next process delivers the
   * rest.
   * @throws Error if the last records could not be written to disk
   */
  async close(): Promise<void> {
    const { environment, closeWithinMs = 3000 } = this.#options
    clearInterval(this.#adopting)
    try {
      this.#moveCounts()
      await this.#spool.close()
      await this.#drainer.stop(closeWithinMs)
      await this.#writer.close()
      this.#sources.release()
      const failure = this.#spool.error()
      if (failure === undefined) return
      throw new Error(`Audit records could not be written to ${environment.AUDIT_SPOOL}: ${messageOf(failure)}`)
    } finally {
      await this.#disconnect?.()
    }
  }

  /** Moves the counts of past minutes to the spool as records. While the spool is full, the counts continue instead. */
  #moveCounts(until?: Date): void {
    if (this.isFull() && until) return
    for (const record of this.#counters.take(until)) this.#spool.push(auditLine(record))
  }

  #count({ key, template }: Counted): void {
    this.#counters.add(key, template)
    this.#spool.touch()
  }

  #adopt(): void {
    for (const path of this.#sources.look().adopted) this.#reports.adopted(path)
    this.#spool.touch()
    this.#drainer.signal()
  }

  #reportFullness(error?: unknown): void {
    this.#reports.fullness(this.isFull(), { bytes: this.undeliveredBytes(), error })
  }

  #onWritten(): void {
    this.#drainer.signal()
    this.#reportFullness()
  }

  #onError(error: unknown): void {
    this.#metrics.failed('disk')
    this.#reportFullness(error)
  }

  #onDelivered(records: number): void {
    this.#metrics.delivered(records)
    this.#reports.delivery(undefined)
    this.#reportFullness()
  }

  #onFailure(error: unknown): void {
    this.#metrics.failed('kafka')
    this.#reports.delivery(error)
  }

  #onTorn(): void {
    this.#metrics.torn()
    this.#reports.torn()
  }

  #openMetrics(): AuditMetrics {
    return auditMetrics(this.#options.registry, {
      limitBytes: this.#options.environment.AUDIT_SPOOL_MAX,
      undeliveredBytes: () => this.undeliveredBytes(),
      isFull: () => this.isFull(),
      oldest: () => this.#drainer.oldest(),
    })
  }
}
