import type { AuditRecord } from '../schemas/audit.ts'
import { redact } from './redact.ts'

/** What Kafka gets of a record: its organization is the key, and an empty one without: a repeat stays in its partition. */
export interface Delivery {
  key: string
  value: string
}

const MAX_PARAMETER_BYTES = 32 * 1024

/** A record as one line of the spool, without secrets and of bounded length, so that the broker takes every record. */
export function auditLine(record: AuditRecord): string {
  const { mcp } = record
  return JSON.stringify({ ...record, parameters: parametersOf(record), ...(mcp ? { mcp: redact(mcp) } : {}) })
}

/** What a line holds, or null when it is no record: a fragment after a crash. */
export function parseAuditLine(line: string): (Delivery & { time: string }) | null {
  try {
    const { organization, time }: Partial<AuditRecord> = JSON.parse(line)
    return typeof time === 'string' ? { key: organization ?? '', value: line, time } : null
  } catch {
    return null
  }
}

function parametersOf(record: AuditRecord): Record<string, unknown> {
  try {
    const parameters = redact(record.parameters)
    const bytes = Buffer.byteLength(JSON.stringify(parameters))
    return bytes <= MAX_PARAMETER_BYTES ? parameters : { omitted: `${bytes} bytes` }
  } catch {
    return { omitted: 'not representable as JSON' }
  }
}
