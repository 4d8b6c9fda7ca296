import type { Command } from 'commander'
import { commandContext } from '../../command-context.ts'
import type { Terminal } from '../../output/terminal.ts'
import { registered } from './check-command.ts'
import type { Reports } from './check-file.ts'
import { CheckReport, faultOfLine } from './check-report.ts'
import { faultText } from './grouped-faults.ts'

/**
 * Returns callbacks that report what is wrong with the file, before its events are sent: to people on standard error,
 * and bad lines with `--json` to scripts on standard output. Standard input is not checked as a whole, so its bad lines
 * are reported when they are read.
 */
export function reportsBeforeSending(
  terminal: Terminal,
  file: string,
  command: Command,
): Reports & { onChecked(): Promise<void> } {
  const { print, isJson } = commandContext(terminal, command)
  const report = new CheckReport()
  const { onBad, onFault, onWarnings, onEvent } = report.reports
  return {
    async onBad(bad) {
      if (isJson) await print(faultOfLine(bad))
      else if (file === '-') terminal.tell(faultText(faultOfLine(bad)))
      else await onBad(bad)
    },
    onFault,
    onWarnings,
    onEvent,
    async onChecked() {
      const organizations = await registered(terminal, command).catch(() => null)
      const refusals = organizations === null ? [] : report.refusals(organizations)
      const warnings = [...report.publicationWarnings(), ...report.warningTexts(refusals)]
      for (const text of [...report.badLines(), ...warnings]) terminal.tell(text)
    },
  }
}
