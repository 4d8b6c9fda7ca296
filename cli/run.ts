import { Command, CommanderError } from 'commander'
import { auditCommand } from './commands/audit.ts'
import { checkCommand } from './commands/check.ts'
import { conflictsCommand } from './commands/conflicts.ts'
import { copyLogCommand } from './commands/copy-log.ts'
import { dlqCommand } from './commands/dlq.ts'
import { exceptionsCommand } from './commands/exceptions.ts'
import { feedCommand } from './commands/feed.ts'
import { organizationsCommand } from './commands/organizations.ts'
import { publicationsCommand } from './commands/publications.ts'
import { rebuildCommand } from './commands/rebuild.ts'
import { tokensCommand } from './commands/tokens.ts'
import { shownSafely } from './output/shown-safely.ts'
import { processTerminal, type Terminal } from './output/terminal.ts'

const groups = [
  organizationsCommand,
  tokensCommand,
  feedCommand,
  publicationsCommand,
  conflictsCommand,
  exceptionsCommand,
  dlqCommand,
  rebuildCommand,
  checkCommand,
  copyLogCommand,
  auditCommand,
]

/** The exit code of a command that was interrupted, as shells count it. */
const INTERRUPTED = 130

/**
 * Runs one command line. Answers go to standard output and everything else to standard error; a mistake is one line.
 * @returns the exit code
 */
export async function run(args: string[], given: Terminal = processTerminal()): Promise<number> {
  const terminal = shownSafely(given)
  const program = new Command('tda')
    .description('Operates a tenant data API: organizations, tokens, events, dead letters, the graph, the audit trail.')
    .option('--json', 'answer in JSON, one document a line')
    .addHelpText('after', '\nServers are named by NEO4J_URI and KAFKA_BROKERS, else by the running `npm start`.')
  for (const group of groups) program.addCommand(group(terminal))
  for (const command of everyCommand(program)) harden(command, terminal)
  try {
    await program.parseAsync(args, { from: 'user' })
    return terminal.interruption().aborted ? INTERRUPTED : 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    terminal.tell(`tda: ${oneLine(error)}`)
    return terminal.interruption().aborted ? INTERRUPTED : 1
  }
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}

/** Commander would exit by itself, print hints in several lines, and pass over arguments that nobody asked for. */
function harden(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .allowExcessArguments(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      outputError: (text) => terminal.tell(`tda: ${oneLine(text.replace(/^error: /, ''))}`),
    })
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}
