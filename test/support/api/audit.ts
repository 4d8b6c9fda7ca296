import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Delivery } from '../../../audit/audit-line.ts'
import type { AuditRecord } from '../../../schemas/audit.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'

/** An audit record with default fields. Tests number records by `operation`, to check their order and completeness. */
export function auditRecord(fields: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id: randomUUID(),
    time: new Date().toISOString(),
    requestId: randomUUID(),
    correlationId: randomUUID(),
    organization: 'quillmere',
    credentialId: 'k00000000001',
    operator: null,
    address: null,
    region: 'local',
    interface: 'rest',
    operation: 'searchEntities',
    parameters: {},
    status: 200,
    code: null,
    rows: 1,
    durationMs: 1.5,
    count: 1,
    ...fields,
  }
}

/** The settings of an audit trail with a temporary folder. */
export function auditEnvironment(variables: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tda-audit-'))
  return parseEnvironment({ AUDIT_SPOOL: folder, ...variables })
}

/** Receives records in memory. While `refusing` is true, deliveries fail, as in an outage. */
export function receiver() {
  const records: AuditRecord[] = []
  const state = { refusing: false, records }
  const deliver = async (deliveries: readonly Delivery[]) => {
    if (state.refusing) throw new Error('not reachable')
    for (const { value } of deliveries) records.push(JSON.parse(value))
  }
  return Object.assign(state, { deliver })
}

type Line = { level: string; message: string; fields: object }

/** A log that keeps its lines in memory. */
export function logLines() {
  const lines: Line[] = []
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, message, fields })
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
