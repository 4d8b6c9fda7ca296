import { stringify } from 'csv-stringify/sync'
import { startsFormula } from '../../domain/text/starts-formula.ts'
import { AuditRecord } from '../../schemas/audit.ts'

const fields = AuditRecord.keyof().options
const settings = { record_delimiter: '\r\n' }

/** The header line: the fields of a record in snake_case. */
export function auditCsvHeader(): string {
  return line(fields.map((field) => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)))
}

/**
 * Formats a record as a line of RFC 4180 without a line end. Null and absent values are empty. A text that a
 * spreadsheet would interpret as a formula is escaped.
 */
export function auditCsvLine(record: AuditRecord): string {
  return line(fields.map((field) => cellOf(record[field])))
}

function cellOf(value: AuditRecord[keyof AuditRecord]): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return startsFormula(text) ? `'${text}` : text
}

function line(cells: string[]): string {
  return stringify([cells], settings).slice(0, -settings.record_delimiter.length)
}
