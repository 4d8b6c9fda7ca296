import type { Graph } from '../../cypher/connect.ts'
import { lockExport } from '../../cypher/system/export-queue.ts'

/** An export that this process took. */
export interface Claim {
  organization: string
  id: string
  fence: number
}

/** Why the work on an export has to stop. */
export type StopReason = 'lost' | 'suspended' | 'stopping' | 'rebuilt'

/** Thrown where the work on an export has to stop. */
export class ExportStopped extends Error {
  readonly reason: StopReason
  constructor(reason: StopReason) {
    super(`The work on the export has to stop: ${reason}`)
    this.name = 'ExportStopped'
    this.reason = reason
  }
}

/** The right to work on an export, kept up until it is closed. */
export interface Lease {
  /** Aborted with ExportStopped when the right has ended. */
  readonly signal: AbortSignal
  /** How far the work is; stored with the next renewal. */
  rows: number
  /** Renews it now. @throws ExportStopped when it has ended, GraphError */
  renew(): Promise<void>
  /** Ends the work. */
  stop(reason: StopReason): void
  close(): void
}

/** So many renewals fall into the time of a lease, so that one may fail, and the work stops well before its end. */
const RENEWALS = 4
const STOP_AFTER = 0.7

/**
 * Keeps up a lease. It ends here before it ends in the graph: time is counted from before each renewal was sent, by this
 * process's own clock, so that two processes never work on one export at a time however their clocks stand.
 * @param claimedAt when the claim was sent, of the monotonic clock
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
