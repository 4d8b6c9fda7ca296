import { randomUUID } from 'node:crypto'
import type { AuditRecord } from '../schemas/audit.ts'

/** The interface that received a request, for the counts of failed authentications. */
export type AuditInterface = AuditRecord['interface']

/** A counted event. Events with the same key are counted together in a record that starts as `template`. */
export interface Counted {
  key: string
  template: AuditRecord
}

/** One 401 response to an address. */
export function failedAuthentication(address: string, via: AuditInterface, region: string, now: Date): Counted {
  const time = now.toISOString()
  const code = 'invalid_token'
  const template = { ...blank(time, region, via), address, status: 401, code, count: 1 }
  return { key: `${minuteOf(time)} ${via} ${address}`, template }
}

/**
 * A request that was rejected while the spool was full. Such requests are counted, because the spool has no space for a
 * record of each.
 */
export function refusedWhileFull(record: AuditRecord): Counted {
  const { time, region, organization, status, code, count } = record
  const template = { ...blank(time, region, record.interface), organization, status, code, count }
  return { key: `${minuteOf(time)} ${record.interface} ${status} ${code} ${organization}`, template }
}

function blank(time: string, region: string, via: AuditInterface): Omit<AuditRecord, 'status' | 'count'> {
  return {
    id: randomUUID(),
    time,
    requestId: null,
    correlationId: null,
    organization: null,
    credentialId: null,
    operator: null,
    address: null,
    region,
    interface: via,
    operation: null,
    parameters: {},
    code: null,
    rows: null,
    durationMs: null,
  }
}

function minuteOf(time: string): string {
  return time.slice(0, 16)
}
