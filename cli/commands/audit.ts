import { Command } from 'commander'
import { jsonLine } from '../../domain/text/printable.ts'
import { topicTable } from '../../kafka/topics/topics.ts'
import { auditCsvHeader, auditCsvLine } from '../audit/audit-csv.ts'
import { type AuditFilter, readAuditLog } from '../audit/audit-log.ts'
import { commandContext } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { parseTime } from '../output/durations.ts'
import type { Terminal } from '../output/terminal.ts'

interface AuditFlags extends Omit<AuditFilter, 'since' | 'until'> {
  since?: string
  until?: string
  csv?: boolean
}

/** `tda audit`: who asked and changed what. */
export function auditCommand(terminal: Terminal): Command {
  return new Command('audit')
    .description('read the audit trail, up to its end now, in order for each organization; JSON lines')
    .option('--organization <key>')
    .option('--credential <id>')
    .option('--operation <operation>', 'operation id, tool or command, for example getEntity or "tokens issue"')
    .option('--status <status>', 'for example 403, or 4xx')
    .option('--since <when>', 'a duration such as 24h, or an ISO 8601 date or time')
    .option('--until <when>', 'up to then, and without it')
    .option('--csv', 'RFC 4180 with a header line')
    .action(async ({ since, until, csv = false, ...filter }: AuditFlags, command: Command) => {
      const { settings, isJson } = commandContext(terminal, command)
      if (csv && isJson) throw new Error('Give --csv or --json, not both')
      const topic = topicTable(settings().KAFKA_TOPIC_PREFIX).audit.name
      const time = (text: string | undefined) => (text === undefined ? undefined : parseTime(text, terminal.now()))
      const wanted = { ...filter, since: time(since), until: time(until) }
      const kafka = kafkaOf(settings())
      if (csv) await terminal.print(`${auditCsvHeader()}\r`)
      await askingKafka(settings(), () =>
        readAuditLog(kafka, topic, wanted, (record) =>
          terminal.print(csv ? `${auditCsvLine(record)}\r` : jsonLine(record)),
        ),
      )
    })
}
