import { type Command, InvalidArgumentError } from 'commander'
import type { Graph } from '../cypher/connect.ts'
import { jsonLine } from '../domain/text/printable.ts'
import type { Environment } from '../schemas/environment.ts'
import { audited, type Change } from './audit/audited.ts'
import { withGraph } from './connections.ts'
import { table } from './output/table.ts'
import type { Terminal } from './output/terminal.ts'
import { readSettings } from './settings.ts'

/** What every command can use. */
export interface CommandContext {
  terminal: Terminal
  settings(): Environment
  /** Whether output is JSON, one document per line. */
  isJson: boolean
  /** Prints one result: as JSON with `--json`, otherwise the given lines, if any. */
  print(value: object, text?: string[]): Promise<void>
  /** Prints several results: as JSON Lines with `--json`, otherwise as a table of the `columns`. */
  list<T extends object>(rows: readonly T[], columns: (row: T) => Record<string, unknown>): Promise<void>
  /** Runs a command that reads the graph. */
  reading<T>(work: (graph: Graph) => Promise<T>): Promise<T>
  /** Runs a command that changes the graph, and audits the changes that it reports. */
  changing<T>(operation: string, work: (graph: Graph, record: (change: Change) => void) => Promise<T>): Promise<T>
  /** Runs a command that changes something else, and audits the changes that it reports. */
  recording<T>(operation: string, work: (record: (change: Change) => void) => Promise<T>): Promise<T>
}

export function commandContext(terminal: Terminal, command: Command): CommandContext {
  const { json: isJson = false } = command.optsWithGlobals<{ json?: boolean }>()
  const settings = () => readSettings(terminal.variables)
  const recording: CommandContext['recording'] = (operation, work) => {
    terminal.interruption()
    return audited({ settings: settings(), operation, now: terminal.now, onWaiting: terminal.tell }, work)
  }
  return {
    terminal,
    settings,
    isJson,
    async print(value, text = []) {
      if (isJson) await terminal.print(jsonLine(value))
      else for (const line of text) await terminal.print(line)
    },
    async list(rows, columns) {
      const lines = isJson ? rows.map(jsonLine) : table(rows.map(columns))
      for (const line of lines) await terminal.print(line)
    },
    reading: (work) => withGraph(settings(), work),
    changing: (operation, work) =>
      recording(operation, (record) => withGraph(settings(), (graph) => work(graph, record))),
    recording,
  }
}

/** Shows command lines as examples at the end of the help of a command. */
export function withExamples(command: Command, ...examples: readonly [string, ...string[]]): Command {
  const title = examples.length === 1 ? 'Example:' : 'Examples:'
  return command.addHelpText('after', ['', title, ...examples.map((example) => `  ${example}`)].join('\n'))
}

/** The parser of an option that is an integer from 1 to `most`. */
export function integerTo(most: number): (text: string) => number {
  return (text) => {
    const number = /^[1-9]\d*$/.test(text) ? Number(text) : 0
    if (number < 1 || number > most) throw new InvalidArgumentError(`It must be an integer from 1 to ${most}.`)
    return number
  }
}
