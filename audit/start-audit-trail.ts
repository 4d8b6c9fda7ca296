import type { Registry } from 'prom-client'
import type { Log } from '../../kafka/log.ts'
import type { AuditRecord } from '../../schemas/audit.ts'
import type { Environment } from '../../schemas/environment.ts'
import type { Log } from '../kafka/connection/log.ts'
import type { AuditRecord } from '../schemas/audit.ts'
import type { Environment } from '../schemas/environment.ts'
import { auditLine } from './audit-line.ts'
import type { AuditTrail } from './audit-trail.ts'
import { type Counted, failedAuthentication, refusedWhileFull } from './counted-records.ts'
import { openCounters } from './counters.ts'
import { auditMetrics } from './metrics.ts'
import { type Deliver, startDrainer } from './spool/drainer.ts'
import { openSpool } from './spool/spool.ts'
import { createSpoolFolder } from './spool/spool-folder.ts'
import { openSpoolSources } from './spool/spool-sources.ts'
import { openSpoolWriter } from './spool/spool-writer.ts'
import { messageOf, trailReports } from './trail-reports.ts'

export interface AuditTrailOptions {
  environment: Pick<Environment, 'AUDIT_SPOOL' | 'AUDIT_SPOOL_MAX' | 'AUDIT_FLUSH_MS' | 'DATA_REGION'>
  log: Log
  /** Where the metrics of the trail go. */
  registry?: Registry | undefined
  /** How long `close` may take to deliver what is left; default 3,000 ms. */
  closeWithinMs?: number | undefined
  now?: (() => Date) | undefined
}

const LOOK_MS = 2000

/**
 * The trail with any way to deliver: `open-audit-trail.ts` gives it Kafka's.
 * @throws Error when the spool's folder cannot be written
 */
export function startAuditTrail(options: AuditTrailOptions, deliver: Deliver): AuditTrail {
  const { environment, closeWithinMs = 3000, now = () => new Date() } = options
  const root = environment.AUDIT_SPOOL
  const reports = trailReports(options.log, root)
  const folder = createSpoolFolder(root)
  const writer = openSpoolWriter(folder.path)
  const counters = openCounters(folder.path)
  const sources = openSpoolSources(root, folder, writer, onTorn)
  const beforeWrite = () => moveCounts(now())
  const spool = openSpool({
    writer,
    flushMs: environment.AUDIT_FLUSH_MS,
    beforeWrite,
    afterWrite: counters.save,
    onWritten,
    onError,
  })
  const drainer = startDrainer({ sources: sources.list, deliver, onDelivered, onFailure, onTorn })
  const undeliveredBytes = () => sources.bytes() + spool.waitingBytes()
  const isFull = () => spool.error() !== undefined || undeliveredBytes() >= environment.AUDIT_SPOOL_MAX
  const metrics = auditMetrics(options.registry, {
    limitBytes: environment.AUDIT_SPOOL_MAX,
    undeliveredBytes,
    isFull,
    oldest: drainer.oldest,
  })
  const looking = setInterval(look, LOOK_MS).unref()
  look()

  /** While there is no room, counts go on growing instead of becoming records. */
  function moveCounts(until?: Date): void {
    if (isFull() && until) return
    for (const record of counters.take(until)) spool.push(auditLine(record))
  }

  function count({ key, template }: Counted): void {
    counters.add(key, template)
    spool.touch()
  }

  function look(): void {
    for (const path of sources.look().adopted) reports.adopted(path)
    spool.touch()
    drainer.signal()
  }

  function onWritten(): void {
    drainer.signal()
    reports.fullness(isFull(), { bytes: undeliveredBytes() })
  }

  function onError(error: unknown): void {
    metrics.failed('disk')
    reports.fullness(isFull(), { bytes: undeliveredBytes(), error })
  }

  function onDelivered(records: number): void {
    metrics.delivered(records)
    reports.delivery(undefined)
    reports.fullness(isFull(), { bytes: undeliveredBytes() })
  }

  function onFailure(error: unknown): void {
    metrics.failed('kafka')
    reports.delivery(error)
  }

  function onTorn(): void {
    metrics.torn()
    reports.torn()
  }

  async function close(): Promise<void> {
    clearInterval(looking)
    moveCounts()
    await spool.close()
    await drainer.stop(closeWithinMs)
    await writer.close()
    sources.release()
    const failure = spool.error()
    if (failure !== undefined) throw new Error(`Audit records could not be written to ${root}: ${messageOf(failure)}`)
  }

  return {
    record(record: AuditRecord) {
      if (isFull() && record.status >= 400) count(refusedWhileFull(record))
      else spool.push(auditLine(record))
    },
    recordFailedAuthentication(address, via = 'rest') {
      count(failedAuthentication(address, via, environment.DATA_REGION, now()))
    },
    isFull,
    undeliveredBytes,
    close,
  }
}
