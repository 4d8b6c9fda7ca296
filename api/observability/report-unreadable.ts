import type { UnreadableRow } from '../core/unreadable.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Reports a row that a response leaves out to operators, without any of its values. */
export type ReportUnreadable = (row: UnreadableRow & { organization?: string; requestId?: string }) => void

export function createUnreadableReport(log: Log, metrics: Pick<Metrics, 'unreadableRows'>): ReportUnreadable {
  return (row) => {
    metrics.unreadableRows.inc({ where: row.where })
    log.error(row, 'Stored row does not fit its schema and is left out')
  }
}
