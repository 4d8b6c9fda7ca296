import type { Graph } from '../../cypher/connect.ts'
import { lockExport } from '../../cypher/system/export-queue.ts'

/** An export that this process claimed. A later claim of the same export has a higher `fence`. */
export interface Claim {
  organization: string
  id: string
  fence: number
}

/** Why the work on an export has to stop. */
export type StopReason = 'lost' | 'suspended' | 'stopping' | 'rebuilt'

/** Thrown to stop the work on an export. */
export class ExportStopped extends Error {
  readonly reason: StopReason
  constructor(reason: StopReason) {
    super(`The work on the export has to stop: ${reason}`)
    this.name = 'ExportStopped'
    this.reason = reason
  }
}

/** The right to work on an export. It is renewed until it is closed. */
export interface Lease {
  /** Aborted with ExportStopped when the lease has ended. */
  readonly signal: AbortSignal
  /** Number of rows written so far; stored at the next renewal. */
  rows: number
  /** Renews the lease now. @throws ExportStopped if it has ended, GraphError */
  renew(): Promise<void>
  /** Ends the lease and stops the work. */
  stop(reason: StopReason): void
  close(): void
}

/**
 * Number of renewals per lease time, so that one may fail. The work stops after the fraction STOP_AFTER of the lease
 * time without a renewal.
 */
const RENEWALS = 4
const STOP_AFTER = 0.7

/**
 * Renews a lease until it is closed. The lease ends in this process before it ends in the graph: its time is counted
 * from before each renewal was sent, by the monotonic clock of this process. So two processes never work on one export
 * at the same time, even if their clocks differ.
 * @param claimedAt time at which the claim was sent, in milliseconds of the monotonic clock
 */
export function keepLease(graph: Pick<Graph, 'write'>, claim: Claim, leaseMs: number, claimedAt: number): Lease {
  const controller = new AbortController()
  let renewedAt = claimedAt
  let renewing: Promise<void> | null = null
  const stop = (reason: StopReason) => controller.abort(new ExportStopped(reason))

  async function renewOnce(): Promise<void> {
    const sentAt = performance.now()
    const [held] = await graph.write((run) => run(lockExport, null, { ...claim, leaseMs, rows: lease.rows }))
    if (!held) stop('lost')
    else if (held.suspended) stop('suspended')
    else renewedAt = sentAt
  }

  const timer = setInterval(() => {
    if (performance.now() - renewedAt > STOP_AFTER * leaseMs) stop('lost')
    renewing ??= renewOnce()
      .catch(() => undefined)
      .finally(() => {
        renewing = null
      })
  }, leaseMs / RENEWALS)

  const lease: Lease = {
    signal: controller.signal,
    rows: 0,
    async renew() {
      await renewing
      await renewOnce()
      controller.signal.throwIfAborted()
    },
    stop,
    close: () => clearInterval(timer),
  }
  return lease
}
