import { Command, InvalidArgumentError } from 'commander'
import { commandContext } from '../command-context.ts'
import { askingKafka } from '../connections.ts'
import { findDeadLetter, listDeadLetters, parsePosition } from '../dead-letters/dead-letters.ts'
import { type FilterFlags, filterOf, withFilters } from '../dead-letters/filters.ts'
import { deadLetterSource } from '../dead-letters/source.ts'
import { deadLetterColumns, letterJson, letterText } from '../dead-letters/text.ts'
import type { Terminal } from '../output/terminal.ts'
import { replayCommand } from './replay.ts'

/** `tda dlq`: what the projectors put aside. */
export function dlqCommand(terminal: Terminal): Command {
  const group = new Command('dlq').description('list, show and replay dead letters')
  group.addCommand(withFilters(listCommand(terminal)))
  group.addCommand(showCommand(terminal))
  group.addCommand(withFilters(replayCommand(terminal)))
  return group
}

const [DEFAULT_LIMIT, MAX_LIMIT] = [100, 10_000]

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('list dead letters, the newest first')
    .option('--limit <number>', `at most so many, up to ${MAX_LIMIT}`, limit, DEFAULT_LIMIT)
    .action(async (flags: FilterFlags & { limit: number }, command: Command) => {
      const { settings, list } = commandContext(terminal, command)
      const filter = filterOf(flags, terminal.now())
      const source = await deadLetterSource(settings(), terminal)
      const { deadLetters, hasMore } = await askingKafka(settings(), () => listDeadLetters(source, filter, flags.limit))
      await list(deadLetters, deadLetterColumns)
      if (hasMore) terminal.tell(`These are the newest ${flags.limit}; there are more: give --limit or a filter.`)
    })
}

function showCommand(terminal: Terminal): Command {
  return new Command('show')
    .description('show one dead letter with its headers and its value, as it came')
    .argument('<position>', 'partition:offset, as in the list')
    .action(async (position: string, _flags: object, command: Command) => {
      const { settings, print } = commandContext(terminal, command)
      parsePosition(position)
      const source = await deadLetterSource(settings(), terminal)
      const { deadLetter, record } = await askingKafka(settings(), () => findDeadLetter(source, position))
      await print(letterJson(deadLetter, record), letterText(deadLetter, record))
    })
}

function limit(text: string): number {
  const number = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : MAX_LIMIT + 1
  if (number > MAX_LIMIT) throw new InvalidArgumentError(`It must be an integer from 1 to ${MAX_LIMIT}.`)
  return number
}
