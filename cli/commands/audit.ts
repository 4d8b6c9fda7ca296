import { Command } from 'commander'
import { jsonLine } from '../../domain/text/printable.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { auditCsvHeader, auditCsvLine } from '../audit/audit-csv.ts'
import { type AuditFilter, readAuditLog } from '../audit/audit-log.ts'
import { commandContext, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { parseTime } from '../output/durations.ts'
import type { Terminal } from '../output/terminal.ts'

interface AuditFlags extends Omit<AuditFilter, 'since' | 'until'> {
  since?: string
  until?: string
  csv?: boolean
}

/** `tda audit`: prints who called or changed what. */
export function auditCommand(terminal: Terminal): Command {
  const command = new Command('audit')
    .description('Print audit records as JSON Lines, ordered within each organization.')
    .option('--organization <key>', 'Only records of this organization.')
    .option('--credential <id>', 'Only records of this credential.')
    .option('--operator <name>', 'Only commands of this operator, and requests with support tokens of this operator.')
    .option('--operation <name>', 'Only records of this API operation, MCP tool, or command, such as "tokens issue".')
    .option('--status <status>', 'Only records with this HTTP status, for example 403, or 4xx for all of its class.')
    .option('--since <when>', 'Only records from this time on: a duration such as 24h, or an ISO 8601 date or time.')
    .option('--until <when>', 'Only records before this time (exclusive).')
    .option('--csv', 'Print CSV (RFC 4180) with a header line.')
    .action(async ({ since, until, csv = false, ...filter }: AuditFlags, command: Command) => {
      const { settings, isJson } = commandContext(terminal, command)
      if (csv && isJson) throw new Error('--csv and --json cannot be combined. Use one of them')
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
  return withExamples(
    command,
    'tda audit --organization quillmere --since 24h',
    'tda audit --status 401 --since 2027-03-01 --until 2027-03-02 --csv',
  )
}
