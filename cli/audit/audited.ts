import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { openAuditTrail } from '../../audit/open-audit-trail.ts'
import type { AuditRecord } from '../../schemas/audit.ts'
import type { Environment } from '../../schemas/environment.ts'
import { silent } from '../connections.ts'
import { plainError } from '../output/plain-error.ts'

/** A change that took effect. */
export interface Change {
  organization: string | null
  credentialId?: string
  parameters?: Record<string, unknown>
  /** Number of records, events or nodes that changed. */
  rows?: number
}

export interface AuditedCommand {
  settings: Environment
  /** The command, as in `tokens issue`. */
  operation: string
  now: () => Date
  /** Called when the record could not be delivered yet. */
  onWaiting(line: string): void
}

/**
 * Runs a command that changes something. `work` calls `record` for each change that took effect. The records are on
 * disk before this returns, and are sent to Kafka now, or later if Kafka is unavailable. Nothing is changed if its
 * record cannot be kept.
 * @throws errors of `work`, and Error when the spool is full or cannot be written
 */
export async function audited<T>(
  command: AuditedCommand,
  work: (record: (change: Change) => void) => Promise<T>,
): Promise<T> {
  const { settings, onWaiting } = command
  const trail = openedTrail(command)
  const begun = performance.now()
  try {
    if (trail.isFull())
      throw new Error(
        `The audit spool ${settings.AUDIT_SPOOL} is full, so nothing was changed. Check that Kafka is running, which empties it`,
      )
    return await work((change) => trail.record(auditRecord(command, change, performance.now() - begun)))
  } finally {
    await trail.close()
    if (trail.undeliveredBytes() > 0) {
      onWaiting(`Kafka cannot be reached. The audit record waits in ${settings.AUDIT_SPOOL} and is sent later.`)
    }
  }
}

/** @throws Error that names the spool when it cannot be written */
function openedTrail({ settings, now }: AuditedCommand) {
  try {
    return openAuditTrail({ environment: settings, clientId: 'tda', log: silent, now })
  } catch (error) {
    const { code }: { code?: unknown } = Object(error)
    if (code === undefined) throw error
    const why = plainError(error, settings.AUDIT_SPOOL)
    throw new Error(`The audit spool cannot be written, so nothing was changed. ${why}, or change AUDIT_SPOOL`)
  }
}

function auditRecord({ settings, operation, now }: AuditedCommand, change: Change, durationMs: number): AuditRecord {
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

/**
 * Returns who runs the command: the configured name if there is one, because in containers every user is the same.
 * Otherwise the name of the operating system's user, or its number if it has no name.
 */
export function operatorName({ TDA_OPERATOR }: Pick<Environment, 'TDA_OPERATOR'>): string {
  if (TDA_OPERATOR !== undefined) return TDA_OPERATOR
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
