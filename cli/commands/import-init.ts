import { Command } from 'commander'
import { withExamples } from '../command-context.ts'
import type { Terminal } from '../output/terminal.ts'

export function importInitCommand(_: Terminal): Command {
  const command = new Command('init').description('Propose a mapping for a table.').argument('<file>', 'CSV file.')
  return withExamples(command, 'tda import init materials.csv')
}
