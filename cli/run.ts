import { Command, CommanderError } from 'commander'
import { version } from '../process/version.ts'
import { withExamples } from './command-context.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { checkCommand } from './commands/check.ts'
import { conflictsCommand } from './commands/conflicts.ts'
import { dlqCommand } from './commands/dlq.ts'
import { exceptionsCommand } from './commands/exceptions.ts'
import { feedCommand } from './commands/feed.ts'
import { importCommand } from './commands/import.ts'
import { logCommand } from './commands/log.ts'
import { organizationsCommand } from './commands/organizations.ts'
import { publicationsCommand } from './commands/publications.ts'
import { rebuildCommand } from './commands/rebuild.ts'
import { regionCommand } from './commands/region.ts'
import { sourcesCommand } from './commands/sources.ts'
import { supportCommand } from './commands/support.ts'
import { tokensCommand } from './commands/tokens.ts'
import { usageCommand } from './commands/usage.ts'
import { asSentence, oneLine, plainError } from './output/plain-error.ts'
import { wasCutShort } from './output/planned-end.ts'
import { processTerminal, shownSafely, type Terminal } from './output/terminal.ts'

const groups = [
  organizationsCommand,
  tokensCommand,
  supportCommand,
  sourcesCommand,
  feedCommand,
  importCommand,
  publicationsCommand,
  conflictsCommand,
  exceptionsCommand,
  dlqCommand,
  rebuildCommand,
  checkCommand,
  regionCommand,
  backupCommand,
  logCommand,
  auditCommand,
  usageCommand,
]

/** The exit code of a command that was interrupted, as shells count it. */
const INTERRUPTED = 130

/**
 * Runs one command line. Results go to standard output and everything else to standard error; an error is one line.
 * @returns the exit code
 */
export async function run(args: string[], given: Terminal = processTerminal()): Promise<number> {
  const terminal = shownSafely(given)
  const program = tdaProgram(terminal)
  try {
    await program.parseAsync(currentForm(args), { from: 'user' })
    return wasCutShort(terminal) ? INTERRUPTED : 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    terminal.tell(`tda: ${asSentence(plainError(error))}`)
    return wasCutShort(terminal) ? INTERRUPTED : 1
  }
}

/** `tda copy-log` of 1.1 is `tda log copy` now. */
function currentForm(args: string[]): string[] {
  return args[0] === 'copy-log' ? ['log', 'copy', ...args.slice(1)] : args
}

/** Creates the program with all commands, before any arguments are parsed. */
export function tdaProgram(terminal: Terminal): Command {
  const program = new Command('tda')
    .description(
      'Operate the Tenant Data API: organizations, tokens, events, dead letters, the graph, and the audit trail.',
    )
    .option('--json', 'Print JSON, one document per line.')
    .version(version, '-V, --version', 'Print the version.')
    .addHelpText('after', `\n${SERVERS}`)
  withExamples(program, 'tda organizations list', 'tda --json publications --organization quillmere')
  for (const group of groups) program.addCommand(group(terminal))
  for (const command of everyCommand(program)) harden(command, terminal)
  return program
}

const SERVERS =
  'Set NEO4J_URI and KAFKA_BROKERS to name the servers. If they are not set, tda uses the servers of a\nrunning `npm start`.'

/** Returns a command with all of its subcommands. */
export function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}

/**
 * Changes the defaults of commander, which exits the process, prints hints in several lines, and ignores surplus
 * arguments.
 */
function harden(command: Command, terminal: Terminal): void {
  const names: string[] = []
  for (let at: Command | null = command; at !== null; at = at.parent) names.unshift(at.name())
  command
    .exitOverride()
    .allowExcessArguments(false)
    .configureHelp({ showGlobalOptions: true })
    .helpOption('-h, --help', 'Print this help.')
    .configureOutput({
      writeOut: (text) => void terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.tell(text.trimEnd()),
      outputError: (text) => {
        const [first = '', ...rest] = oneLine(text.replace(/^error: /, ''))
        const what = asSentence([first.toUpperCase(), ...rest].join(''))
        terminal.tell(`tda: ${what} Run \`${names.join(' ')} --help\` to see how to use it.`)
      },
    })
  if (command.commands.length > 0) command.helpCommand('help [command]', 'Print the help of a command.')
}
