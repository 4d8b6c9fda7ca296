import { randomUUID } from 'node:crypto'
import { openAuditTrail } from '../../api/audit/open-audit-trail.ts'
import type { AuditRecord } from '../../schemas/audit.ts'
import type { Environment } from '../../schemas/environment.ts'
import { silent } from '../connections.ts'
import { operatorName } from '../operator.ts'

/** A change that took effect. */
export interface Change {
  organization: string | null
  credentialId?: string
  parameters?: Record<string, unknown>
  /** How many records, events or nodes it is about. */
  rows?: number
}

export interface Auditing {
  settings: Environment
  /** The command, as in `tokens issue`. */
  operation: string
  now: () => Date
  /** Hears that the record could not be delivered yet. */
  onWaiting(line: string): void
}

/**
 * Runs a command that changes something. It calls `record` for each change once it took effect; the records are on disk
 * before this returns and go to Kafka, now or when it is back. A change is not begun when its record could not be kept.
 * @throws what `work` throws, and Error when the spool is full or cannot be written
 */
export async function audited<T>(
  auditing: Auditing,
  work: (record: (change: Change) => void) => Promise<T>,
): Promise<T> {
  const { settings, now, onWaiting } = auditing
  const trail = openAuditTrail({ environment: settings, clientId: 'tda', log: silent, now })
  const begun = performance.now()
  try {
    if (trail.isFull()) throw new Error(`The audit spool ${settings.AUDIT_SPOOL} is full: nothing was changed`)
    return await work((change) => trail.record(auditRecord(auditing, change, performance.now() - begun)))
  } finally {
    await trail.close()
    if (trail.undeliveredBytes() > 0) {
      onWaiting(`Kafka does not take audit records now; this one waits in ${settings.AUDIT_SPOOL}.`)
    }
  }
}

function auditRecord({ settings, operation, now }: Auditing, change: Change, durationMs: number): AuditRecord {
  const { organization, credentialId = null, parameters = {}, rows = null } = change
  return {
    id: randomUUID(),
    time: now().toISOString(),
    requestId: null,
    correlationId: null,
    organization,
    credentialId,
    operator: operatorName(settings),
    address: null,
    region: settings.DATA_REGION,
    interface: 'cli',
    operation,
    parameters,
    status: 200,
    code: null,
    rows,
    durationMs: Math.round(durationMs),
    count: 1,
  }
}
