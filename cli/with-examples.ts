import type { Command } from 'commander'

/** Shows command lines as examples at the end of the help of a command. */
export function withExamples(command: Command, ...examples: readonly [string, ...string[]]): Command {
  const title = examples.length === 1 ? 'Example:' : 'Examples:'
  return command.addHelpText('after', ['', title, ...examples.map((example) => `  ${example}`)].join('\n'))
}
