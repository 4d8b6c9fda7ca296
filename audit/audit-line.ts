import type { AuditRecord } from '../schemas/audit.ts'
import { redact } from './redact.ts'

/**
 * A record as Kafka receives it. The key is the organization, or empty without one. A record that is sent again goes to
 * the same partition.
 */
export interface Delivery {
  key: string
  value: string
}

const MAX_PARAMETER_BYTES = 32 * 1024

/**
 * Encodes a record as one line of the spool. It removes secrets and bounds the length, so that the broker accepts every
 * record.
 */
export function auditLine(record: AuditRecord): string {
  const { mcp } = record
  return JSON.stringify({ ...record, parameters: parametersOf(record), ...(mcp ? { mcp: redact(mcp) } : {}) })
}

/** Parses a line. Returns null if the line is not a whole record, which a crash may leave behind. */
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
