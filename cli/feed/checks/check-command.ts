import type { Command } from 'commander'
import type { Organization } from '../../../schemas/credentials.ts'
import { commandContext } from '../../command-context.ts'
import { withGraph } from '../../connections.ts'
import { listOrganizations } from '../../organizations.ts'
import { asSentence } from '../../output/plain-error.ts'
import type { Terminal } from '../../output/terminal.ts'
import { type CheckedFile, checkFile, type Reports } from './check-file.ts'
import { CheckReport, faultOfLine, repeatOf } from './check-report.ts'

/** Neo4j is only asked which organizations are registered. */
const TIMEOUT_MS = 4000

/** `tda feed --check`: prints what is wrong with a file. With `--json`, each fault is a document. */
export async function runCheck(
  terminal: Terminal,
  file: string,
  { skipBad = false }: { skipBad?: boolean },
  command: Command,
): Promise<void> {
  const { print, isJson } = commandContext(terminal, command)
  const report = new CheckReport()
  const documents: Reports = {
    ...report.reports,
    onBad: (bad) => print(faultOfLine(bad)),
    onFault: (fault) => print(fault),
    onRepeat: (repeat) => print(repeatOf(repeat)),
    onPublication: (publication) => print({ publication }),
  }
  const reports = isJson ? documents : report.reports
  const options = { ...reports, file, skipBad, onProgress: terminal.tell, signal: terminal.interruption() }
  const counts = await checkFile(options)
  const organizations = await registered(terminal, command).catch((error: Error) => error)
  const known = organizations instanceof Error ? [] : report.refusals(organizations)
  if (isJson) for (const warning of [...known, ...report.warnings()]) await print({ warning })
  else
    for (const text of [...report.faults(), ...report.warningTexts(known), ...report.publications()])
      terminal.tell(text)
  if (organizations instanceof Error)
    terminal.tell(`The organizations were not checked: ${asSentence(organizations.message)}`)
  terminal.tell(`${counts.good} good, ${counts.bad} bad, ${counts.repeats} that change nothing.`)
  const failure = failureOf(counts)
  if (failure !== '') throw new Error(failure)
}

/** Every registered organization. @throws Error when Neo4j is not set or cannot be used */
export async function registered(terminal: Terminal, command: Command): Promise<Organization[]> {
  return withGraph(commandContext(terminal, command).settings(), listOrganizations, TIMEOUT_MS)
}

function failureOf({ bad, failed, faults }: CheckedFile): string {
  const parts = [
    ...(bad > 0 ? [bad === 1 ? '1 line is bad' : `${bad} lines are bad`] : []),
    ...(failed > 0
      ? [failed === 1 ? '1 publication would not be completed' : `${failed} publications would not be completed`]
      : []),
  ]
  if (parts.length === 0 && faults > 0)
    return faults === 1 ? '1 event would be rejected' : `${faults} events would be rejected`
  return parts.join(', and ')
}
